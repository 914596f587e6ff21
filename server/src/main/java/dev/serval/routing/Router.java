package dev.serval.routing;

import dev.serval.files.SafePath;
import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.HttpError;
import dev.serval.http.HttpHandler;
import dev.serval.http.Leniency;
import dev.serval.http.LogNotes;
import dev.serval.http.LogWants;
import dev.serval.http.Method;
import dev.serval.http.Origin;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ServletCall;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.request.PathNormalizer;
import dev.serval.servlet.request.StatusPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Finds who answers a request: host, context, servlet. Thread-safe; runs on I/O threads and never
 * blocks. Cached files and what needs no application is answered at once, the rest is dispatched as
 * a {@link ServletCall}.
 */
public final class Router implements HttpHandler {
    private static final String METHODS = "GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS";

    private volatile HostTable hosts;

    public Router(HostTable hosts) {
        this.hosts = hosts;
    }

    /** Replaces all tables at once; requests that are under way keep theirs. */
    public void hosts(HostTable next) {
        hosts = next;
    }

    @Override
    public void handle(Exchange exchange) {
        RequestHead head = exchange.request();
        HostTable table = hosts;
        if (!table.admits(exchange)) {
            refuse(exchange, Refusal.FORWARDED, "");
            return;
        }
        VirtualHost host = found(exchange, table);
        if (host.first() != null && !host.first().test(exchange)) {
            refuse(exchange, Refusal.FORWARDED, "");
            return;
        }
        if (host.first() != null) {
            // It may believe another name.
            host = found(exchange, table);
        }
        byte[] bytes = head.bytes();
        int start = head.pathStart();
        int end = head.pathEnd();
        if (PathNormalizer.isPlain(bytes, start, end)) {
            MappedContext mapped = host.contexts().find(bytes, start, end);
            if (mapped != null && mapped.serve(exchange)) {
                return;
            }
        }
        ServletCall call = null;
        try {
            call = route(exchange, head, table, host);
        } catch (HttpError e) {
            refuse(exchange, e.refusal(), e.detail());
        } catch (IOException e) {
            exchange.fail(e);
        }
        if (call != null) {
            exchange.dispatch(call, call.pace());
        }
    }

    /** The call that is to answer; null when the answer was given here. */
    private ServletCall route(
            Exchange exchange, RequestHead head, HostTable table, VirtualHost host)
            throws HttpError, IOException {
        if (head.method() == Method.OPTIONS && isAsterisk(head)) {
            exchange.fields().set(FieldName.ALLOW, METHODS);
            exchange.end();
            return null;
        }
        String path = normalize(exchange, head);
        MappedContext newest = host.contexts().find(path);
        if (newest == null) {
            answer(exchange, Refusal.NOT_FOUND);
            return null;
        }
        AppContext context = newest.older() == null ? newest.context() : newest.versionFor(head);
        if (!context.available()) {
            return routeAgain(exchange, head, table);
        }
        if (context.log() != null) {
            note(exchange, LogWants.both(host.wants(), context.logWants()));
            exchange.attach(new Answered(host, context));
        }
        if (path.length() == newest.pathLength()) {
            redirect(exchange, path, context.sessionParameter(head), head);
            return null;
        }
        ServletCall call = call(exchange, context, path.substring(newest.pathLength()), head);
        if (call == null) {
            return null;
        }
        if (!context.enter()) {
            return routeAgain(exchange, head, table);
        }
        // From here on the context is not stopped before the exchange is over.
        exchange.attach(new Admitted(host, context));
        return call;
    }

    private static void note(Exchange exchange, LogWants wants) {
        if (wants != null) {
            LogNotes notes = new LogNotes(wants);
            if (wants.thread()) {
                notes.thread(Thread.currentThread().getName());
            }
            exchange.note(notes);
        }
    }

    private static String normalize(Exchange exchange, RequestHead head) throws HttpError {
        PathRules rules = exchange.origin().path();
        int start = head.pathStart();
        int end = head.pathEnd();
        Charset charset = exchange.origin().api().uriEncoding();
        return rules.isStrict() && charset.equals(StandardCharsets.UTF_8)
                ? PathNormalizer.normalize(head.bytes(), start, end)
                : PathNormalizer.normalize(
                        head.bytes(), start, end, rules, charset, exchange::passed);
    }

    /** The context was replaced or removed after its table was read, or all is at its end. */
    private ServletCall routeAgain(Exchange exchange, RequestHead head, HostTable table)
            throws HttpError, IOException {
        HostTable newer = hosts;
        if (newer == table) {
            answer(exchange, Refusal.UNAVAILABLE);
            return null;
        }
        return route(exchange, head, newer, found(exchange, newer));
    }

    /** The host whose the exchange is from here on. */
    private static VirtualHost found(Exchange exchange, HostTable table) {
        VirtualHost host = table.find(exchange);
        exchange.attach(host);
        note(exchange, host.wants());
        return host;
    }

    private static ServletCall call(
            Exchange exchange, AppContext context, String path, RequestHead head)
            throws IOException {
        if (SafePath.isHidden(path)) {
            return hidden(exchange, context, path);
        }
        ServletMatch match = context.mappings().match(path);
        boolean file = match != null && match.servlet().servesFiles();
        if (head.method() == Method.TRACE && !file) {
            if (exchange.origin().allowTrace()) {
                exchange.passed(Leniency.TRACE);
                return new ServletCall(exchange, context, path, match);
            }
            exchange.fields().set(FieldName.ALLOW, METHODS);
            answer(exchange, Refusal.METHOD);
            return null;
        }
        return new ServletCall(exchange, context, path, match);
    }

    /** 404, by the page of the application where it has one. */
    private static ServletCall hidden(Exchange exchange, AppContext context, String path)
            throws IOException {
        if (context.hasErrorPages()) {
            return ServletCall.refusing(exchange, context, path, 404);
        }
        answer(exchange, Refusal.NOT_FOUND);
        return null;
    }

    /** To the same place with a slash at its end, so that relative links lead into the context. */
    private static void redirect(Exchange exchange, String path, String session, RequestHead head)
            throws IOException {
        Origin origin = exchange.origin();
        String location =
                PercentEncoding.ofPath(path, origin.path(), origin.api().uriEncoding())
                        + "/"
                        + session;
        String query = head.rawQuery();
        exchange.status(302);
        exchange.fields()
                .set(
                        FieldName.LOCATION,
                        query == null
                                ? location
                                : location + "?" + PercentEncoding.ofReference(query));
        exchange.end();
    }

    private static void answer(Exchange exchange, Refusal refusal) throws IOException {
        exchange.status(refusal.status());
        exchange.because(refusal, "");
        exchange.fields().set(FieldName.CONTENT_TYPE, StatusPage.TYPE);
        exchange.fields().set(FieldName.CONTENT_LANGUAGE, StatusPage.LANGUAGE);
        exchange.end(
                ByteBuffer.wrap(
                        StatusPage.of(
                                refusal.status(),
                                exchange.request().rawPath(),
                                null,
                                refusal.code(),
                                exchange.id())));
    }

    private static void refuse(Exchange exchange, Refusal refusal, String detail) {
        try {
            exchange.refuse(refusal, detail);
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    private static boolean isAsterisk(RequestHead head) {
        return head.pathEnd() - head.pathStart() == 1 && head.bytes()[head.pathStart()] == '*';
    }

    @Override
    public void completed(Exchange exchange) {
        // Refused before it came here, it belongs to no host but to the server itself.
        Attachment told = exchange.attachment();
        (told == null ? hosts.defaultHost() : told).completed(exchange);
    }
}
