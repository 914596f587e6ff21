package dev.serval.servlet;

import dev.serval.routing.ContextTable;
import dev.serval.routing.HostTable;
import dev.serval.routing.HostValves;
import dev.serval.routing.Router;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An application at {@code /app} behind a router, without a socket. */
final class App {
    final AppContext context;
    private final Router router;

    private App(AppContext context) {
        this.context = context;
        this.router =
                new Router(
                        HostTable.builder()
                                .host(
                                        "localhost",
                                        List.of(),
                                        ContextTable.of(List.of(context)),
                                        HostValves.NONE)
                                .build());
    }

    static ContextBuilder builder() {
        return AppContext.builder("/app");
    }

    /** Starts it; what fails is an AssertionError. */
    static App of(ContextBuilder builder) {
        App app = new App(builder.build());
        try {
            app.context.start();
        } catch (ServletException e) {
            throw new AssertionError(e);
        }
        return app;
    }

    /** A GET of a path of the application. */
    FakeStream get(String path) {
        return send("GET " + path);
    }

    /** A request of a path of the application: the method, a blank, the path. */
    FakeStream send(String methodAndPath) {
        String line = methodAndPath.replaceFirst(" ", " /app");
        return FakeStream.of(line + " HTTP/1.1\nHost: localhost").handledBy(router);
    }

    FakeStream handle(FakeStream stream) {
        return stream.handledBy(router);
    }

    /** A filter that writes its name before and after the rest. */
    static Filter around(String name) {
        return (request, response, chain) -> {
            response.getOutputStream().print(name + "(");
            chain.doFilter(request, response);
            response.getOutputStream().print(")");
        };
    }

    static ContextBuilder filter(ContextBuilder builder, String name, String... patterns) {
        return builder.filter(name, around(name), true, Map.of())
                .filterMapping(name, Set.of(), List.of(patterns), List.of());
    }

    static Set<DispatcherType> only(DispatcherType... types) {
        return Set.of(types);
    }
}
