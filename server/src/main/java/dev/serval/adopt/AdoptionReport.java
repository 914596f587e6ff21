package dev.serval.adopt;

import dev.serval.config.Compatibility;
import dev.serval.config.ContextXml;
import dev.serval.config.EngineConfig;
import dev.serval.config.Finding;
import dev.serval.config.HostConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServerXml;
import dev.serval.config.ServiceConfig;
import dev.serval.config.Surroundings;
import dev.serval.config.UserDatabaseConfig;
import dev.serval.config.Verdict;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.container.ConfigurationCheck;
import dev.serval.extension.ExtensionException;
import dev.serval.extension.Extensions;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of a directory of Tomcat, element by element and attribute by attribute. Made once,
 * by one thread; it opens no port, loads no class of an application and writes nothing.
 */
public final class AdoptionReport {
    private static final int NO_START = 1;

    private final Adoption adoption;
    private final Path base;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private boolean starts = true;

    private AdoptionReport(Adoption adoption) {
        this.adoption = adoption;
        this.base = adoption.base();
    }

    /**
     * Looks at all files.
     *
     * @param home the installation of Serval
     * @throws ExtensionException if an extension cannot be loaded
     */
    public static AdoptionReport of(Adoption adoption, Path home) throws ExtensionException {
        AdoptionReport report = new AdoptionReport(adoption);
        report.make(home, Extensions.in(adoption.base(), home));
        return report;
    }

    private void make(Path home, Extensions extensions) {
        Compatibility compatibility = adoption.compatibility();
        ServerXml.Result server =
                ServerXml.read(
                        base.resolve("conf/server.xml"),
                        Surroundings.ofProcess(),
                        extensions,
                        compatibility);
        starts = server.errors().isEmpty();
        findings.addAll(server.findings().get());
        problems.addAll(server.problems());
        problems.addAll(ServerXml.taken(extensions));
        context(base.resolve("conf/context.xml"), extensions);
        findings.addAll(DescriptorSummary.of(base.resolve("conf/web.xml"), "conf/web.xml"));
        ServerConfig read = server.read();
        if (read == null) {
            extensions.close();
            findings.addAll(adoption.findings());
            add();
            return;
        }
        for (UserDatabaseConfig users : read.userDatabases().values()) {
            if (users instanceof UserDatabaseConfig.OfFile of) {
                String file = of.pathname();
                findings.addAll(DescriptorSummary.of(base.resolve(file), file));
            }
        }
        findings.addAll(adoption.findings());
        List<Path> applications = new ArrayList<>();
        for (ServiceConfig service : read.services()) {
            if (service.engine() != null) {
                engine(service.engine(), extensions, applications);
            }
        }
        // The check closes the extensions.
        problems.addAll(ConfigurationCheck.of(read, home, base));
        add();
        applications.forEach(this::application);
    }

    private void engine(EngineConfig engine, Extensions extensions, List<Path> applications) {
        Path conf = base.resolve("conf").resolve(engine.name());
        boolean rewrites = findings.stream().anyMatch(f -> f.what().endsWith("RewriteValve"));
        findings.addAll(RewriteRules.of(conf, base, rewrites));
        for (HostConfig host : engine.hosts()) {
            String xmlBase = host.deployment().xmlBase();
            Path own = xmlBase == null ? conf.resolve(host.name()) : base.resolve(xmlBase);
            context(own.resolve("context.xml.default"), extensions);
            Path web = own.resolve("web.xml.default");
            findings.addAll(DescriptorSummary.of(web, shown(web)));
            members(own, "*.xml").forEach(file -> context(file, extensions));
            findings.addAll(RewriteRules.of(own, base, rewrites));
            Path appBase = host.appBase() == null ? null : base.resolve(host.appBase());
            for (Path application : appBase == null ? List.<Path>of() : members(appBase, "*")) {
                boolean war = application.toString().endsWith(".war");
                if (war || Files.isDirectory(application)) {
                    applications.add(application);
                    own(application, war && Files.isRegularFile(application), extensions);
                }
            }
        }
    }

    /** The descriptor that an application has itself. */
    private void own(Path application, boolean war, Extensions extensions) {
        if (!war) {
            context(application.resolve("META-INF/context.xml"), extensions);
            return;
        }
        try (FileSystem files = FileSystems.newFileSystem(application)) {
            Path own = files.getPath("META-INF/context.xml");
            context(own, shown(application) + "!/META-INF/context.xml", extensions);
        } catch (IOException e) {
            // The check of the application reports it.
        }
    }

    private void context(Path file, Extensions extensions) {
        context(file, shown(file), extensions);
    }

    private void context(Path file, String shown, Extensions extensions) {
        if (Files.isRegularFile(file)) {
            findings.addAll(
                    ContextXml.findings(
                            new ContextXml.Source(file, shown),
                            extensions,
                            adoption.compatibility()));
        }
    }

    /** The members of a directory, without those whose names begin with a dot. */
    private static List<Path> members(Path directory, String pattern) {
        List<Path> members = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, pattern)) {
                all.forEach(members::add);
            } catch (IOException e) {
                return members; // the check of the configuration reports it
            }
        }
        members.removeIf(member -> member.getFileName().toString().startsWith("."));
        members.sort(null);
        return members;
    }

    private String shown(Path file) {
        return (file.startsWith(base) ? base.relativize(file) : file).toString();
    }

    /** Adds the problems of the checks, which take precedence over findings without a complaint. */
    private void add() {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < findings.size(); i++) {
            places.putIfAbsent(findings.get(i).at().toString(), i);
        }
        for (Problem problem : problems) {
            Verdict verdict =
                    problem.severity() == Severity.ERROR
                            ? Verdict.UNSUPPORTED
                            : Verdict.WITHOUT_EFFECT;
            Integer place = problem.line() == 0 ? null : places.get(problem.at().toString());
            if (place == null) {
                Finding more = new Finding(problem.at(), "", verdict, problem.message());
                if (!findings.contains(more)) {
                    findings.add(more);
                }
            } else if (findings.get(place).verdict() == Verdict.HONOURED) {
                Finding read = findings.get(place);
                findings.set(
                        place, new Finding(read.at(), read.what(), verdict, problem.message()));
            }
        }
    }

    private void application(Path application) {
        String shown = shown(application);
        Location at = new Location(shown, 0, 0);
        for (Problem problem : problems) {
            String file = problem.file();
            boolean its =
                    file.equals(shown)
                            || file.startsWith(shown + "/")
                            || file.startsWith(shown + "!");
            if (its && problem.severity() == Severity.ERROR) {
                String why = "answers 503: " + problem.message();
                findings.add(new Finding(at, "application", Verdict.UNSUPPORTED, why));
                return;
            }
        }
        findings.add(Finding.honoured(at, "application"));
    }

    /** A line for each finding, then one with the number of each kind. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        findings.forEach(finding -> lines.add(finding.toString()));
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        // A part that is lost with its element is listed, but not counted by itself.
        findings.stream()
                .filter(finding -> !finding.isPart())
                .forEach(finding -> counts.merge(finding.verdict(), 1, Integer::sum));
        StringBuilder sum = new StringBuilder(base + ": ");
        for (Verdict verdict : Verdict.values()) {
            sum.append(verdict.ordinal() == 0 ? "" : ", ")
                    .append(counts.getOrDefault(verdict, 0))
                    .append(' ')
                    .append(verdict.words());
        }
        lines.add(sum + (starts ? "." : "; the server does not start with these files."));
        return lines;
    }

    /**
     * By the worst finding: 0 if all is honoured or mapped, 2 if something is without effect, 3 if
     * something is unsupported, 1 if the server does not start.
     */
    public int exitCode() {
        Verdict worst =
                findings.stream()
                        .map(Finding::verdict)
                        .max(Verdict::compareTo)
                        .orElse(Verdict.HONOURED);
        return !starts
                ? NO_START
                : switch (worst) {
                    case HONOURED, MAPPED -> 0;
                    case WITHOUT_EFFECT -> 2;
                    case UNSUPPORTED -> 3;
                };
    }
}
