package dev.serval.webapp;

import dev.serval.disk.PrivateFiles;
import dev.serval.extension.ApplicationConverter;
import dev.serval.extension.ApplicationConverter.Profile;
import dev.serval.extension.ApplicationConverter.Report;
import dev.serval.extension.ApplicationConverter.Task;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The result of converting an application for {@code javax.servlet}. It is kept by the content of
 * the source: the next start uses it as it is, and it is never written again, unless another user
 * could have written it. Beside it lies a report. Immutable; by one thread for each application.
 */
public final class ConvertedWar {
    private static final Logger LOG = LoggerFactory.getLogger(ConvertedWar.class);

    private static final String REPORT = ".txt";
    private static final String SEEN = ".seen";

    private final Path source;
    private final Path directory;
    private final WarLimits limits;

    /**
     * @param source a WAR or a directory
     * @param directory a directory for the converted application alone
     */
    public ConvertedWar(Path source, Path directory) {
        this(source, directory, WarLimits.DEFAULTS);
    }

    ConvertedWar(Path source, Path directory, WarLimits limits) {
        this.source = source;
        this.directory = directory;
        this.limits = limits;
    }

    /**
     * The converted WAR, made now unless it is there; earlier ones are removed.
     *
     * @param shown the name of the application in messages
     * @throws WarException with the reason; nothing has changed then
     */
    public Path by(ApplicationConverter converter, Profile profile, String shown)
            throws IOException {
        String made = converter.version() + " " + profile;
        String seen = SourceContent.seen(source);
        Path known = seen == null ? null : known(made + " " + seen);
        if (known != null) {
            LOG.debug("[{}] has not changed since it was converted, to {}", shown, known);
            return known;
        }
        if (!Files.isDirectory(source)) {
            new WarFile(source, limits).check();
        }
        String name = SourceContent.digest(source, made, limits);
        Path war = directory.resolve(name + ".war");
        if (Files.isRegularFile(war) && PrivateFiles.isOwn(war)) {
            LOG.debug("[{}] was converted before, to {}", shown, war);
            note(name, made, seen);
            return war;
        }
        PrivateFiles.ownDirectory(directory);
        Path half = directory.resolve("half");
        DirectoryTrees.delete(half);
        Files.createDirectories(half);
        try {
            long begin = System.nanoTime();
            Path packed = source;
            if (Files.isDirectory(source)) {
                packed = half.resolve("packed.war");
                SourceContent.pack(source, packed);
            }
            Path fresh = half.resolve("converted.war");
            Report report =
                    convert(
                            converter,
                            new Task(packed, fresh, profile, limits.entries(), limits.bytes()));
            if (!SourceContent.digest(source, made, limits).equals(name)) {
                throw new WarException(
                        source.getFileName() + " was changed while it was converted");
            }
            Path lines = directory.resolve(name + REPORT);
            Files.write(half.resolve("report"), lines(made, report));
            PrivateFiles.close(fresh);
            forget(half);
            Files.move(half.resolve("report"), lines, StandardCopyOption.ATOMIC_MOVE);
            Files.move(fresh, war, StandardCopyOption.ATOMIC_MOVE);
            note(name, made, seen);
            tell(shown, report, lines, (System.nanoTime() - begin) / 1_000_000);
            return war;
        } finally {
            DirectoryTrees.delete(half);
        }
    }

    /**
     * The file to which the same source was converted; null if it is not known without reading the
     * source.
     */
    private Path known(String seen) {
        if (!Files.isDirectory(directory)) {
            return null;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + SEEN)) {
            for (Path each : all) {
                String name = each.getFileName().toString();
                Path war =
                        directory.resolve(
                                name.substring(0, name.length() - SEEN.length()) + ".war");
                if (PrivateFiles.isOwn(each)
                        && Files.readString(each).equals(seen)
                        && Files.isRegularFile(war)
                        && PrivateFiles.isOwn(war)) {
                    return war;
                }
            }
        } catch (IOException e) {
            LOG.debug("{} is not known: {}", source, e.toString());
        }
        return null;
    }

    /** Without this the next start reads the source. */
    private void note(String name, String made, String seen) {
        try {
            Path file = directory.resolve(name + SEEN);
            if (seen == null) {
                Files.deleteIfExists(file);
            } else {
                PrivateFiles.replace(file, (made + " " + seen).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            LOG.debug("{} is read again at the next start: {}", source, e.toString());
        }
    }

    private Report convert(ApplicationConverter converter, Task task) throws WarException {
        try {
            return converter.convert(task);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new WarException(
                    source.getFileName()
                            + " cannot be converted for jakarta.servlet: "
                            + (e instanceof IOException ? e.getMessage() : e),
                    e);
        }
    }

    /** Removes what was made of former contents of the source. */
    private void forget(Path half) throws IOException {
        try (DirectoryStream<Path> members = Files.newDirectoryStream(directory)) {
            for (Path member : members) {
                if (!member.equals(half)) {
                    DirectoryTrees.delete(member);
                }
            }
        }
    }

    private List<String> lines(String made, Report report) {
        List<String> lines = new ArrayList<>();
        lines.add(source.toString());
        lines.add("by " + made);
        lines.add(sum(report));
        report.unsigned().forEach(each -> lines.add("has lost its signature: " + each));
        report.failures().forEach(each -> lines.add("is as it was: " + each));
        return lines;
    }

    private static String sum(Report report) {
        return report.classes()
                + " classes and "
                + report.files()
                + " other files of "
                + report.entries()
                + " were changed";
    }

    private static void tell(String shown, Report report, Path lines, long millis) {
        String more = "";
        if (!report.unsigned().isEmpty()) {
            more += "; " + report.unsigned().size() + " archives have lost their signatures";
        }
        if (report.failures().isEmpty()) {
            LOG.info(
                    "Converted [{}] from javax.servlet to jakarta.servlet in {} ms: {}{} ({})",
                    shown,
                    millis,
                    sum(report),
                    more,
                    lines);
        } else {
            LOG.warn(
                    "SRV-0524 Converted [{}] from javax.servlet to jakarta.servlet in part, in {}"
                            + " ms: {}{}; {} could not be, such as {}; {} has them all",
                    shown,
                    millis,
                    sum(report),
                    more,
                    report.failures().size(),
                    report.failures().get(0),
                    lines);
        }
    }

    /** Removes what was made of applications that no longer exist. */
    public static void clean(Path all) {
        if (!Files.isDirectory(all)) {
            return;
        }
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(all)) {
            for (Path each : directories) {
                if (!hasSource(each)) {
                    WarFiles.remove(each);
                }
            }
        } catch (IOException e) {
            LOG.debug("{} is looked at again at the next start: {}", all, e.toString());
        }
    }

    private static boolean hasSource(Path directory) throws IOException {
        try (DirectoryStream<Path> reports = Files.newDirectoryStream(directory, "*" + REPORT)) {
            for (Path report : reports) {
                List<String> lines = Files.readAllLines(report);
                if (!lines.isEmpty() && Files.exists(Path.of(lines.get(0)))) {
                    return true;
                }
            }
        }
        return false;
    }
}
