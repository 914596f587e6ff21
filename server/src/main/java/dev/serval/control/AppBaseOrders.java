package dev.serval.control;

import dev.serval.container.Host;
import dev.serval.container.Server;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.webapp.AppName;
import dev.serval.webapp.WarFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * {@code deploy}, {@code undeploy} and {@code reload}: what changes in the appBase of the default
 * host, as by hand, and the wait for what becomes of it. Thread-safe.
 */
final class AppBaseOrders {
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

    private final Server server;
    private final long patience;

    /**
     * @param patience nanoseconds for an application to start or to end
     */
    AppBaseOrders(Server server, long patience) {
        this.server = server;
        this.patience = patience;
    }

    Map<String, Order> all() {
        return Map.of("deploy", this::deploy, "undeploy", this::undeploy, "reload", this::reload);
    }

    private int deploy(List<String> words, Consumer<String> out) throws Exception {
        if (words.isEmpty() || words.size() > 2) {
            return notUnderstood("deploy FILE [PATH]", out);
        }
        Path file = Path.of(words.get(0));
        String name = file.getFileName().toString();
        if (!Files.isRegularFile(file) || !name.endsWith(".war")) {
            throw new IOException(file + " is no WAR that the server can read");
        }
        AppName app =
                words.size() == 2
                        ? named(words.get(1))
                        : AppName.of(name.substring(0, name.length() - ".war".length()));
        if (app == null) {
            throw new IOException(
                    "the name of " + file + " is no path; give one: deploy FILE PATH");
        }
        Path appBase = appBase();
        requireFound(app, appBase);
        Path part = Files.createTempFile(appBase, "." + app.base(), ".part"); // hidden, so not seen
        Instant begun;
        try {
            Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING);
            begun = Instant.now();
            Files.move(part, appBase.resolve(app.base() + ".war"), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        return awaited(app, begun, out);
    }

    private int undeploy(List<String> words, Consumer<String> out) throws Exception {
        if (words.size() != 1) {
            return notUnderstood("undeploy PATH", out);
        }
        AppName app = named(words.get(0));
        Path appBase = appBase();
        if (status(app) == null) {
            throw new IOException("there is no application " + app.shown());
        }
        requireFound(app, appBase);
        WarFiles.remove(appBase.resolve(app.base() + ".war"));
        WarFiles.remove(appBase.resolve(app.base()));
        boolean gone = until(() -> status(app) == null ? true : null) != null;
        out.accept(app.shown() + (gone ? " is undeployed" : " has not ended yet"));
        return gone ? Order.DONE : Order.FAILED;
    }

    private int reload(List<String> words, Consumer<String> out) throws Exception {
        if (words.size() != 1) {
            return notUnderstood("reload PATH", out);
        }
        AppName app = named(words.get(0));
        Path appBase = appBase();
        if (status(app) == null) {
            throw new IOException("there is no application " + app.shown());
        }
        requireFound(app, appBase);
        Path war = appBase.resolve(app.base() + ".war");
        Path descriptor = appBase.resolve(app.base()).resolve("WEB-INF/web.xml");
        Instant begun = Instant.now();
        for (Path file : List.of(war, descriptor)) {
            if (Files.isRegularFile(file)) {
                Files.setLastModifiedTime(file, FileTime.from(begun));
                return awaited(app, begun, out);
            }
        }
        throw new IOException(
                app.shown() + " has neither a WAR nor WEB-INF/web.xml, which a reload touches");
    }

    private static int notUnderstood(String usage, Consumer<String> out) {
        out.accept("usage: serval.sh " + usage);
        return Order.NOT_UNDERSTOOD;
    }

    private static AppName named(String path) throws IOException {
        String base = path.equals("/") ? "ROOT" : path.replaceFirst("^/", "").replace('/', '#');
        AppName app = AppName.of(base);
        if (!path.startsWith("/") || app == null) {
            throw new IOException("\"" + path + "\" is no path of an application, such as /shop");
        }
        return app;
    }

    private Host host() {
        return server.services().get(0).engine().defaultHost();
    }

    private Path appBase() throws IOException {
        Path appBase = host().autoDeployed();
        if (appBase == null) {
            throw new IOException("the default host has no appBase, or its autoDeploy is false");
        }
        return appBase;
    }

    /** What server.xml declares is not changed here. */
    private void requireFound(AppName app, Path appBase) throws IOException {
        boolean there =
                Files.exists(appBase.resolve(app.base() + ".war"))
                        || Files.exists(appBase.resolve(app.base()));
        if (!there && status(app) != null) {
            throw new IOException(
                    app.shown() + " is declared in a file of conf; change that, and reload");
        }
    }

    private ApplicationStatus status(AppName app) {
        String host = host().name();
        return server.applications().stream()
                .filter(each -> each.host().equals(host) && each.path().equals(app.path()))
                .filter(each -> each.version().equals(app.version()))
                .filter(each -> each.state() != ApplicationState.STOPPING)
                .findFirst()
                .orElse(null);
    }

    private int awaited(AppName app, Instant begun, Consumer<String> out) {
        Function<ApplicationStatus, Boolean> over =
                each ->
                        each.state() != ApplicationState.STARTING
                                && (each.since().isAfter(begun)
                                        || each.failure() != null
                                                && each.failure().at().isAfter(begun));
        ApplicationStatus last =
                until(
                        () -> {
                            ApplicationStatus now = status(app);
                            return now != null && over.apply(now) ? now : null;
                        });
        if (last == null) {
            out.accept(app.shown() + " has not started in time; the log says more");
            return Order.FAILED;
        }
        out.accept(ApplicationsOrder.line(last));
        boolean started = last.state() == ApplicationState.STARTED && last.since().isAfter(begun);
        return started ? Order.DONE : Order.FAILED;
    }

    /** Something to look for; null while it is not there. */
    private interface Look<T> {
        T look();
    }

    /** Null if it did not come in time. */
    private <T> T until(Look<T> look) {
        long end = System.nanoTime() + patience;
        while (System.nanoTime() - end < 0) {
            T found = look.look();
            if (found != null) {
                return found;
            }
            LockSupport.parkNanos(LOOK);
        }
        return null;
    }
}
