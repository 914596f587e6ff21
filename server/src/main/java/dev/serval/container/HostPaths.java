package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.HostConfig;
import dev.serval.extension.Extensions;
import dev.serval.webapp.AppName;
import dev.serval.webapp.UnpackedWar;
import dev.serval.webapp.WarFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Where the applications of one host are, and where their WARs are unpacked. Thread-safe. */
final class HostPaths {
    /** Put away by {@link UnpackedWar}, beside those that are served. */
    static final String KEPT = ".unpacked";

    private static final String WARS = ".wars";

    private final HostConfig host;
    private final String engine;
    private final Layout layout;
    private final Path appBase;
    private final AtomicInteger unpacked = new AtomicInteger();
    private Path temporary;

    /**
     * @param appBase null when the host has none
     */
    HostPaths(HostConfig host, String engine, Layout layout, Path appBase) {
        this.host = host;
        this.engine = engine;
        this.layout = layout;
        this.appBase = appBase;
    }

    /** What the server has beside what is its own. */
    Extensions extensions() {
        return layout.loaders().extensions();
    }

    /** Of an application that is declared: its docBase may be a directory or a WAR. */
    WebappPaths declared(ContextConfig context) {
        Path source = null;
        if (context.docBase() != null) {
            source =
                    appBase == null
                            ? layout.resolve(context.docBase())
                            : appBase.resolve(context.docBase()).normalize();
        }
        return of(AppName.ofPath(context.path()), source, context.workDir());
    }

    /**
     * @param source the WAR or directory; null if there is none
     * @param workDir as configured; null for the usual one
     */
    WebappPaths of(AppName name, Path source, String workDir) {
        boolean war = source != null && isWar(source);
        Path docBase = war ? unpackTarget(name) : real(source);
        return new WebappPaths(
                engine,
                host.name(),
                name.base(),
                name.version(),
                source,
                docBase,
                war,
                appBase,
                workDir(name, workDir),
                workDir == null,
                descriptors(),
                host.deployment().deployXml(),
                layout);
    }

    /** Where descriptors of this host's applications are, as in Tomcat; null when embedded. */
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
     * Removes what was unpacked, by this process or by one before that did not end in order, and
     * what was put away of WARs that are not the same any more; embedded, the scratch directories
     * too.
     */
    synchronized void clean() {
        if (layout.base() != null) {
            WarFiles.remove(hostDir().resolve(WARS));
            UnpackedWar.clean(hostDir().resolve(KEPT));
        } else if (temporary != null) {
            WarFiles.remove(temporary);
            temporary = null;
        }
    }

    /** To be called before those that are served are put away: what nobody has taken up goes. */
    void forgetUnused() {
        if (layout.base() != null) {
            WarFiles.remove(hostDir().resolve(KEPT));
        }
    }

    private static boolean isWar(Path source) {
        String name = String.valueOf(source.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".war") && !Files.isDirectory(source);
    }

    /** What a link leads to now: when it is led elsewhere, requests in flight keep their files. */
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

    /** A directory of its own for each deployment: the one before still serves from its own. */
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
                : layout.resolve("work").resolve(engine).resolve(host.name().replace('*', '_'));
    }

    /** Embedded: one for each start, removed at its end. */
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
