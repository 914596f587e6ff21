package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.HostConfig;
import dev.serval.extension.ApplicationConverter.Profile;
import dev.serval.extension.Extensions;
import dev.serval.webapp.AppName;
import dev.serval.webapp.ConvertedWar;
import dev.serval.webapp.UnpackedWar;
import dev.serval.webapp.WarFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Where the applications of one host are, and where their WARs are unpacked. Thread-safe. */
final class HostPaths {
    /** Directories set aside by {@link UnpackedWar}, beside those that are served. */
    static final String KEPT = ".unpacked";

    /** The directory of converted applications for javax.servlet. */
    static final String CONVERTED = ".converted";

    private static final String WARS = ".wars";
    private static final String TAGS = ".tags";

    private final HostConfig host;
    private final String engine;
    private final Layout layout;
    private final Path appBase;
    private final AtomicInteger unpacked = new AtomicInteger();
    private Path temporary;

    /**
     * @param appBase null if the host has none
     */
    HostPaths(HostConfig host, String engine, Layout layout, Path appBase) {
        this.host = host;
        this.engine = engine;
        this.layout = layout;
        this.appBase = appBase;
    }

    /** The extensions of the server. */
    Extensions extensions() {
        return layout.loaders().extensions();
    }

    /** The directory of applications that are converted; null if there is none. */
    Path legacyAppBase() {
        String configured = host.deployment().legacyAppBase();
        return appBase == null || configured == null ? null : layout.resolve(configured);
    }

    private boolean isLegacy(Path source) {
        return legacyAppBase() != null && source.startsWith(legacyAppBase());
    }

    /** The descriptor of the host replaces the application's own. */
    private Profile conversion(AppName name, Path source, Profile declared) {
        if (isLegacy(source)) {
            return Profile.TOMCAT;
        }
        Path descriptor = in(descriptors(), name.base() + ".xml");
        boolean described = descriptor != null && Files.isRegularFile(descriptor);
        List<Path> outer =
                Stream.of(
                                layout.conf("context.xml"),
                                in(descriptors(), "context.xml.default"),
                                descriptor)
                        .filter(Objects::nonNull)
                        .toList();
        Profile said = Conversion.asked(source, outer, host.deployment().deployXml() && !described);
        return said == null ? declared : said;
    }

    private static Path in(Path directory, String name) {
        return directory == null ? null : directory.resolve(name);
    }

    /** Null if the host has none. */
    Path appBase() {
        return appBase;
    }

    /** Where uploads are kept by name. */
    Path tags() {
        return hostDir().resolve(TAGS);
    }

    /**
     * Whether a file lies in a directory of applications, and may be removed with the application.
     */
    boolean holds(Path file) {
        return file.startsWith(appBase) || isLegacy(file);
    }

    /** The paths of a declared application: its docBase may be a directory or a WAR. */
    WebappPaths declared(ContextConfig context) {
        Path source = null;
        if (context.docBase() != null) {
            source =
                    appBase == null
                            ? layout.resolve(context.docBase())
                            : appBase.resolve(context.docBase()).normalize();
        }
        return of(
                AppName.ofPath(context.path()),
                source,
                context.workDir(),
                context.loading().conversion());
    }

    /**
     * @param source the WAR or directory; null if there is none
     * @param workDir as configured; null for the default
     */
    WebappPaths of(AppName name, Path source, String workDir) {
        return of(name, source, workDir, null);
    }

    private WebappPaths of(AppName name, Path source, String workDir, Profile declared) {
        Profile conversion = source == null ? null : conversion(name, source, declared);
        boolean war = conversion != null || source != null && isWar(source);
        Path docBase = war ? unpackTarget(name) : ManagerStandIn.instead(real(source), layout);
        return new WebappPaths(
                engine,
                host.name(),
                name.base(),
                name.version(),
                source,
                docBase,
                war,
                conversion,
                appBase,
                legacyAppBase(),
                workDir(name, workDir),
                workDir == null,
                descriptors(),
                host.deployment().deployXml(),
                host.deployment().inherited(),
                layout);
    }

    /** The directory of this host's descriptors, as in Tomcat; null if embedded. */
    Path descriptors() {
        return descriptors(host, engine, layout);
    }

    /** The same for any host of an engine. */
    static Path descriptors(HostConfig host, String engine, Layout layout) {
        if (host.deployment().xmlBase() != null) {
            return layout.resolve(host.deployment().xmlBase());
        }
        return layout.base() == null
                ? null
                : layout.resolve("conf").resolve(engine).resolve(host.name());
    }

    /**
     * Removes unpacked files, of this process or of an earlier one that did not stop cleanly, and
     * directories set aside whose WARs have changed; if embedded, the scratch directories too.
     */
    synchronized void clean() {
        if (layout.base() != null) {
            WarFiles.remove(hostDir().resolve(WARS));
            ConvertedWar.clean(hostDir().resolve(CONVERTED));
            UnpackedWar.clean(hostDir().resolve(KEPT));
        } else if (temporary != null) {
            WarFiles.remove(temporary);
            temporary = null;
        }
    }

    /**
     * Removes directories set aside that no application has taken over; called before the served
     * ones are set aside.
     */
    void forgetUnused() {
        if (layout.base() != null) {
            WarFiles.remove(hostDir().resolve(KEPT));
        }
    }

    private static boolean isWar(Path source) {
        String name = String.valueOf(source.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".war") && !Files.isDirectory(source);
    }

    /** The current target of a link: when it changes, requests in flight keep their files. */
    private static Path real(Path source) {
        if (source == null || !Files.isSymbolicLink(source)) {
            return source;
        }
        try {
            return source.toRealPath();
        } catch (IOException e) {
            return source;
        }
    }

    /** A new directory for each deployment, since the former one is still in use. */
    private Path unpackTarget(AppName name) {
        String plain = name.base().replace('#', '_');
        return hostDir().resolve(WARS).resolve(plain + "-" + unpacked.incrementAndGet());
    }

    private Path workDir(AppName name, String configured) {
        return configured != null ? layout.resolve(configured) : hostDir().resolve(name.base());
    }

    private Path hostDir() {
        if (host.workDir() != null) {
            return layout.resolve(host.workDir());
        }
        return layout.base() == null
                ? temporary()
                : layout.work().resolve(engine).resolve(host.name().replace('*', '_'));
    }

    /** The directory of an embedded server: one for each start, removed at its end. */
    private synchronized Path temporary() {
        if (temporary == null) {
            try {
                temporary = Files.createTempDirectory("serval-").toRealPath();
            } catch (IOException e) {
                throw new UncheckedIOException("no temporary directory can be made", e);
            }
        }
        return temporary;
    }
}
