package dev.serval.routing;

import dev.serval.files.SafePath;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.HttpError;
import dev.serval.http.HttpHandler;
import dev.serval.http.Method;
import dev.serval.http.RequestHead;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ServletCall;
import dev.serval.servlet.ServletMatch;
import dev.serval.servlet.StatusPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds who answers a request: host, context, servlet. Thread-safe; runs on I/O threads and never
 * blocks. Cached files and what needs no application is answered at once, the rest is dispatched as
 * a {@link ServletCall}.
 */
public final class Router implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
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
        VirtualHost host = table.find(head);
        exchange.attach(host);
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
            call = route(exchange, head, host);
            while (call != null && !enter(exchange, host, call.context())) {
                // The context was replaced or removed after its table was read.
                HostTable newer = hosts;
                if (newer == table) {
                    call = null;
                    answer(exchange, 503);
                } else {
                    table = newer;
                    host = table.find(head);
                    exchange.attach(host);
                    call = route(exchange, head, host);
                }
            }
        } catch (HttpError e) {
            LOG.debug("{}", e.getMessage());
            refuse(exchange, e);
        } catch (IOException e) {
            exchange.fail(e);
        }
        if (call != null) {
            exchange.dispatch(call);
        }
    }

    /** From here on the context is not stopped before the exchange is over. */
    private static boolean enter(Exchange exchange, VirtualHost host, AppContext context) {
        if (!context.enter()) {
            return false;
        }
        exchange.attach(new Admitted(host, context));
        return true;
    }

    /** The call that is to answer; null when the answer was given here. */
    private static ServletCall route(Exchange exchange, RequestHead head, VirtualHost host)
            throws HttpError, IOException {
        if (head.method() == Method.OPTIONS && isAsterisk(head)) {
            exchange.fields().set(FieldName.ALLOW, METHODS);
            exchange.end();
            return null;
        }
        String path = PathNormalizer.normalize(head.bytes(), head.pathStart(), head.pathEnd());
        MappedContext mapped = host.contexts().find(path);
        if (mapped == null) {
            answer(exchange, 404);
            return null;
        }
        if (!mapped.context().available()) {
            answer(exchange, 503);
            return null;
        }
        if (path.length() == mapped.pathLength()) {
            redirect(exchange, mapped.context().getContextPath() + "/", head);
            return null;
        }
        String inside = path.substring(mapped.pathLength());
        if (SafePath.isHidden(inside)) {
            answer(exchange, 404);
            return null;
        }
        MappingTable mappings = mapped.mappings();
        ServletMatch match = mappings.match(inside);
        if (head.method() == Method.TRACE && (match == null || !match.servlet().servesFiles())) {
            // Off: what HttpServlet would answer echoes the request with its cookies.
            exchange.fields().set(FieldName.ALLOW, METHODS);
            answer(exchange, 405);
            return null;
        }
        return new ServletCall(exchange, mapped.context(), mappings, inside, match);
    }

    /** To the same place with a slash at its end, so that relative links lead into the context. */
    private static void redirect(Exchange exchange, String location, RequestHead head)
            throws IOException {
        String query = head.rawQuery();
        exchange.status(302);
        exchange.fields()
                .set(FieldName.LOCATION, query == null ? location : location + "?" + query);
        exchange.end();
    }

    private static void answer(Exchange exchange, int status) throws IOException {
        exchange.status(status);
        exchange.fields().set(FieldName.CONTENT_TYPE, StatusPage.TYPE);
        exchange.fields().set(FieldName.CONTENT_LANGUAGE, StatusPage.LANGUAGE);
        exchange.end(ByteBuffer.wrap(StatusPage.of(status, null)));
    }

    private static void refuse(Exchange exchange, HttpError error) {
        try {
            exchange.refuse(error.refusal());
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
        Object attached = exchange.attachment();
        VirtualHost told;
        if (attached instanceof Admitted admitted) {
            told = admitted.host();
            admitted.context().leave();
        } else {
            told = attached instanceof VirtualHost known ? known : hosts.defaultHost();
        }
        if (told.log() != null) {
            told.log().completed(exchange);
        }
    }
}
