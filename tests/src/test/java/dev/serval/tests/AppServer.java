package dev.serval.tests;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.util.List;

/** A server with applications from directories, each at its own name. Thread-safe. */
final class AppServer implements AutoCloseable {
    private final ServletUnderTest wire;
    private final Serval serval;

    private AppServer(ServletUnderTest wire, Serval serval) {
        this.wire = wire;
        this.serval = serval;
    }

    static AppServer start(ServletUnderTest wire, AppDirectory... applications) {
        return start(wire, List.of(applications));
    }

    static AppServer start(ServletUnderTest wire, List<AppDirectory> applications) {
        try {
            return new AppServer(wire, wire.start(builder -> with(builder, applications)));
        } catch (LifecycleException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static ServalBuilder with(ServalBuilder builder, List<AppDirectory> applications) {
        applications.forEach(app -> builder.webapp(app.path(), app.root()));
        return builder;
    }

    /** Why an application is not served; fails when it is. */
    static String refusal(ServletUnderTest wire, AppDirectory application) {
        try (AppServer started =
                new AppServer(wire, wire.start(b -> with(b, List.of(application))))) {
            throw new AssertionError("it is served: " + started);
        } catch (LifecycleException e) {
            return e.getMessage();
        }
    }

    RawResponse get(String target, String... fields) throws IOException {
        return wire.get(serval, target, fields);
    }

    /** What is answered with 200. */
    String text(String target, String... fields) throws IOException {
        RawResponse response = get(target, fields);
        if (response.status() != 200) {
            throw new AssertionError(target + ": " + response.status() + " " + response.text());
        }
        return response.text();
    }

    int status(String target) throws IOException {
        return get(target).status();
    }

    RawResponse post(String target, String type, String body) throws IOException {
        return wire.send(serval, ServerUnderTest.post(target, type, body));
    }

    ServletContext context(String path) {
        return serval.servletContext(path);
    }

    @Override
    public void close() {
        serval.close();
    }
}
