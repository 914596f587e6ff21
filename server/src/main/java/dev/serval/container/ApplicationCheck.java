package dev.serval.container;

import dev.serval.config.AuthenticatorConfig;
import dev.serval.config.ContextConfig;
import dev.serval.config.ContextXml;
import dev.serval.config.DataSourceUse;
import dev.serval.config.RealmConfig;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.files.Overlay;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.session.SessionSettings;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.webapp.AppBaseEntry;
import dev.serval.webapp.DefaultDescriptors;
import dev.serval.webapp.DescriptorCheck;
import dev.serval.webapp.WarFiles;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds the problems in the applications of one host, as {@link Context} would. */
final class ApplicationCheck {
    private final DefaultDescriptors defaults;
    private final ClassLoader parent;
    private final Function<Path, String> shown;
    private final Collection<Problem> problems = new LinkedHashSet<>();
    private final List<RealmConfig> realms = new ArrayList<>();

    /**
     * @param parent the classes that all applications see; null if it is not known
     * @param shown the name of a file in problems
     */
    ApplicationCheck(
            DefaultDescriptors defaults, ClassLoader parent, Function<Path, String> shown) {
        this.defaults = defaults;
        this.parent = parent;
        this.shown = shown;
    }

    Collection<Problem> problems() {
        return problems;
    }

    /** The realms that descriptors have named so far. */
    List<RealmConfig> realms() {
        return realms;
    }

    private void error(Location at, String message) {
        problems.add(Problem.of(Severity.ERROR, at, message));
    }

    /** Checks an application of server.xml. */
    void declared(ContextConfig context, WebappPaths place) {
        if (place.source() == null) {
            return;
        }
        if (!Files.exists(place.source())) {
            error(
                    context.at(),
                    "docBase "
                            + place.source()
                            + " of Context does not exist"
                            + NearestName.hint(name(place.source()), siblings(place.source())));
            return;
        }
        mistakes(context);
        within(place, context.at(), opened -> check(opened, context.path(), context));
    }

    /** Checks an application of the appBase. */
    void found(AppBaseEntry found, WebappPaths place) {
        if (!Files.exists(place.source())) {
            Path named = found.descriptor() == null ? place.source() : found.descriptor();
            error(
                    new Location(shown.apply(named), 0, 0),
                    "docBase "
                            + place.source()
                            + " does not exist"
                            + NearestName.hint(name(place.source()), siblings(place.source())));
            return;
        }
        Location at = new Location(shown.apply(place.source()), 0, 0);
        within(place, at, opened -> check(opened, found.name().path(), null));
    }

    /**
     * @param problem null if there is none
     */
    private void missing(Problem problem) {
        if (problem != null) {
            problems.add(problem);
        }
    }

    private interface Look {
        void into(WebappPaths place);
    }

    /** A WAR is read directly, not unpacked. */
    private void within(WebappPaths place, Location at, Look look) {
        try {
            if (place.conversion() != null) {
                Conversion.check(place); // the start checks the converted WAR
                return;
            }
            if (!place.war()) {
                look.into(place);
                return;
            }
            try (FileSystem war = WarFiles.open(place.source())) {
                look.into(place.in(war.getPath("/")));
            }
        } catch (IOException | LifecycleException e) {
            error(at, String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // An error in the files of one application must not hide the problems of others.
            error(at, "cannot be checked: " + e);
        }
    }

    /**
     * @param declared its element in server.xml; null for one of the appBase
     */
    private void check(WebappPaths place, String path, ContextConfig declared) {
        boolean discovered = declared == null;
        if (discovered && ContextDescriptors.refusal(place) != null) {
            error(new Location(shown(place), 0, 0), ContextDescriptors.refusal(place));
        }
        List<ContextXml.Source> all =
                place.defaults()
                        .map(file -> new ContextXml.Source(file, shown.apply(file)))
                        .toList();
        ContextXml.Result result =
                ContextXml.read(
                        all,
                        discovered ? own(place) : null,
                        path,
                        place.layout().loaders().extensions(),
                        place.layout().compatibility(),
                        place.inherited());
        problems.addAll(result.problems());
        ContextConfig effective = declared;
        if (result.config() != null) {
            effective = discovered ? result.config() : declared.after(result.config());
            mistakes(result.config());
            if (result.config().realm() != null) {
                realms.add(result.config().realm());
            }
            RequiredProtection protection =
                    RequiredProtection.of(place, discovered, file -> shown(place, file));
            if (protection.at() != null) {
                error(protection.at(), protection.reason());
            } else if (protection.reason() != null) {
                error(new Location(shown(place), 0, 0), protection.reason());
            }
        }
        if (effective != null) {
            problems.addAll(
                    NamedResources.vain(
                            effective.environment(), place.layout().loaders().globalNames()));
            for (DataSourceUse use : result.dataSources()) {
                Set<String> own = effective.environment().keySet();
                missing(use.missing(place.layout().loaders().globalNames()));
                missing(use.missing(path, own));
            }
            if (parent != null && effective.resources().overlays().isEmpty()) {
                problems.addAll(
                        DriverCheck.of(effective.environment().values(), parent, place.docBase()));
            }
            Path own = place.docBase().resolve("WEB-INF");
            ElementPlace within =
                    new ElementPlace("Context", place.layout(), null, own, place.host());
            problems.addAll(
                    RewriteCheck.of(
                            effective.valves(),
                            within,
                            file -> shown(place) + "/WEB-INF/" + file.getFileName()));
        }
        descriptors(place, effective);
    }

    /**
     * @param config null if it could not be read
     */
    private void descriptors(WebappPaths place, ContextConfig config) {
        Path webXml = Context.webXml(config, place);
        String missing = Context.missing(webXml);
        if (missing != null) {
            error(new Location(shown(place), 0, 0), missing);
            return;
        }
        boolean mounts = config == null || !config.resources().overlays().isEmpty();
        problems.addAll(
                DescriptorCheck.of(
                        place.docBase(),
                        shown(place),
                        webXml,
                        mounts ? null : parent,
                        defaults,
                        bound(config, place),
                        described -> cookie(described, config, place),
                        method ->
                                AuthenticatorConfig.of(
                                                method.value(),
                                                method.at(),
                                                place.layout().loaders().extensions())
                                        .problems(),
                        place.legacyAppBase()));
    }

    /**
     * The names below {@code java:comp/env}, and those that all applications have below {@code
     * java:global}.
     */
    private static Set<String> bound(ContextConfig config, WebappPaths place) {
        Set<String> bound = new HashSet<>();
        place.layout().loaders().globalNames().forEach(name -> bound.add("java:global/" + name));
        if (config != null) {
            bound.addAll(config.environment().keySet());
        }
        return bound;
    }

    private static String cookie(
            UnaryOperator<SessionSettings> described, ContextConfig config, WebappPaths place) {
        SessionSettings given =
                config == null
                        ? SessionSettings.DEFAULTS
                        : config.settings().sessions().defaults(config.settings().cookies());
        String wrong = Described.cookieWarning(described.apply(given), place.layout());
        return wrong == null ? null : Described.COOKIE + " " + wrong;
    }

    private void mistakes(ContextConfig context) {
        for (Overlay overlay : context.resources().overlays()) {
            if (overlay.mistake() != null) {
                error(context.at(), overlay.mistake());
            }
        }
    }

    /** The application's own descriptor; null if it has none. */
    private ContextXml.Source own(WebappPaths place) {
        Path ofHost = place.descriptor();
        if (ofHost != null && Files.isRegularFile(ofHost)) {
            return new ContextXml.Source(ofHost, shown.apply(ofHost));
        }
        return Files.isRegularFile(place.own())
                ? new ContextXml.Source(place.own(), shown(place, place.own()))
                : null;
    }

    private String shown(WebappPaths place, Path file) {
        return file.equals(place.own())
                ? shown(place) + "/META-INF/context.xml"
                : shown.apply(file);
    }

    /** The prefix for the names of files in it. */
    private String shown(WebappPaths place) {
        boolean war = place.docBase().getFileSystem() != FileSystems.getDefault();
        return shown.apply(place.source()) + (war ? "!" : "");
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** The names in the directory of a missing file, for a hint. */
    static List<String> siblings(Path missing) {
        Path parent = missing.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(parent)) {
            return all.map(ApplicationCheck::name).toList();
        } catch (IOException e) {
            return List.of(); // only for a hint
        }
    }
}
