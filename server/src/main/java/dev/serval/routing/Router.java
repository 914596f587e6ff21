package dev.serval.routing;

import dev.serval.files.SafePath;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpError;
import dev.serval.http.HttpHandler;
import dev.serval.http.Leniency;
import dev.serval.http.LogNotes;
import dev.serval.http.LogWants;
import dev.serval.http.Method;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.CallValves;
import dev.serval.servlet.Reroutes;
import dev.serval.servlet.Rerouting;
import dev.serval.servlet.ServletCall;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.request.PathNormalizer;
import dev.serval.servlet.request.StatusPage;
import dev.serval.valve.CallChain;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.PreRoutingValve;
import dev.serval.valve.report.FailurePage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Finds the host, context and servlet of a request. Thread-safe; runs on I/O threads and never
 * blocks. Cached files and requests that need no application are answered at once; others are
 * dispatched as a {@link ServletCall}. If the look-up of a session may block, a worker does it.
 */
public final class Router implements HttpHandler, Rerouting {
    private static final String METHODS = "GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS";

    private volatile HostTable hosts;

    public Router(HostTable hosts) {
        this.hosts = hosts;
        FailedValves.prepare();
    }

    /**
     * Replaces all tables at once, with their valves, realms and access logs; current requests keep
     * theirs. The {@link InFlight} of the former tables reports when they are no longer in use.
     */
    public void hosts(HostTable next) {
        hosts = next;
    }

    /** The tables for an exchange, whose attachment leaves them at its end. */
    HostTable enter(Exchange exchange) {
        while (true) {
            HostTable table = hosts;
            table.inFlight().enter();
            if (table == hosts) {
                exchange.attach(table.defaultHost());
                return table;
            }
            table.inFlight().leave();
        }
    }

    /** The same for an exchange that belongs to a host of other tables, which it leaves. */
    private HostTable enter(Exchange exchange, VirtualHost before) {
        HostTable table = enter(exchange);
        before.inFlight().leave();
        return table;
    }

    @Override
    public void handle(Exchange exchange) {
        RequestHead head = exchange.request();
        HostTable table = enter(exchange);
        Reroutes reroutes = Reroutes.none(exchange.forwarded());
        VirtualHost host = found(exchange, table.find(exchange));
        if (table.preRouting() != null) {
            // The host is notified even if a valve of the engine answers.
            if (!admit(exchange, table.preRouting())) {
                return;
            }
            host = found(exchange, table.find(exchange));
        }
        if (host.valves().preRouting() != null) {
            if (!admit(exchange, host)) {
                return;
            }
            // The valve may have set another name, of a host whose valves have not been called.
            VirtualHost named = table.find(exchange);
            if (named != host) {
                host = found(exchange, named);
                if (!admit(exchange, host)) {
                    return;
                }
            }
        }
        byte[] bytes = head.bytes();
        int start = head.pathStart();
        int end = head.pathEnd();
        if (host.servesFast() && PathNormalizer.isPlain(bytes, start, end)) {
            MappedContext mapped = host.contexts().find(bytes, start, end);
            if (mapped != null && mapped.serve(exchange, host)) {
                return;
            }
        }
        Runnable next = lead(exchange, table, host, reroutes, false);
        if (next != null) {
            exchange.dispatch(next, next instanceof ServletCall call ? call.pace() : null);
        }
    }

    /** On a worker, for a request that {@link #handle} could not route without blocking. */
    private void leadOn(Exchange exchange, HostTable table, VirtualHost host, Reroutes reroutes) {
        Runnable call = lead(exchange, table, host, reroutes, true);
        if (call != null) {
            call.run();
        }
    }

    /** False if a valve of the host has answered. */
    private static boolean admit(Exchange exchange, VirtualHost host) {
        PreRoutingValve[] valves = host.valves().preRouting();
        return valves == null || admit(exchange, valves);
    }

    /** False if one of them has answered. */
    private static boolean admit(Exchange exchange, PreRoutingValve[] valves) {
        for (PreRoutingValve valve : valves) {
            try {
                if (!valve.admit(exchange)) {
                    return false;
                }
            } catch (IOException e) {
                exchange.fail(e);
                return false;
            } catch (RuntimeException | LinkageError e) {
                FailedValves.answer(valve, exchange, e);
                return false;
            }
        }
        return true;
    }

    @Override
    public Runnable again(
            Exchange exchange, RequestHead head, boolean otherHost, Reroutes reroutes) {
        VirtualHost before = ((Admitted) exchange.attachment()).leave();
        exchange.attach(before);
        if (reroutes.count() > CallChain.MOST_REROUTES) {
            refuse(exchange, Refusal.REROUTED, "the last time to " + head.rawTarget());
            return null;
        }
        exchange.retarget(head);
        exchange.forwarded(reroutes.told());
        HostTable table = enter(exchange, before);
        VirtualHost host =
                found(exchange, otherHost ? table.find(head) : table.named(before.name()));
        if (table.preRouting() != null && !admit(exchange, table.preRouting())
                || !admit(exchange, host)) {
            return null;
        }
        return lead(exchange, table, host, reroutes, true);
    }

    /**
     * The call that will answer, or the task that finds it; null if the answer was given here.
     *
     * @param mayWait whether the caller is a worker
     */
    private Runnable lead(
            Exchange exchange,
            HostTable table,
            VirtualHost host,
            Reroutes reroutes,
            boolean mayWait) {
        try {
            return route(exchange, table, host, reroutes, mayWait);
        } catch (HttpError e) {
            refuse(exchange, e.refusal(), e.detail());
        } catch (IOException e) {
            exchange.fail(e);
        }
        return null;
    }

    private Runnable route(
            Exchange exchange,
            HostTable table,
            VirtualHost host,
            Reroutes reroutes,
            boolean mayWait)
            throws HttpError, IOException {
        RequestHead head = exchange.request();
        if (head.method() == Method.OPTIONS && isAsterisk(head)) {
            exchange.fields().set(FieldName.ALLOW, METHODS);
            exchange.end();
            return null;
        }
        // The I/O thread has already reported the path.
        String path = normalize(exchange, head, !mayWait || reroutes.count() > 0);
        MappedContext newest = host.contexts().find(path);
        if (newest == null) {
            return nowhere(exchange, host, path, Refusal.NOT_FOUND, reroutes);
        }
        if (!mayWait && newest.mayWaitFor(path)) {
            return () -> leadOn(exchange, table, host, reroutes);
        }
        AppContext context = newest.older() == null ? newest.context() : newest.versionFor(head);
        if (!context.available()) {
            return routeAgain(exchange, table, host, path, reroutes, mayWait);
        }
        if (context.completion() != null || context.meter() != null) {
            note(exchange, LogWants.both(host.wants(), context.logWants()));
            exchange.attach(newest.answered(host, context));
        }
        CallValves valves = CallValves.of(host.valves().around(), context.around(), this, reroutes);
        ErrorReport report =
                context.errorReport() == null ? host.valves().errorReport() : context.errorReport();
        ServletCall call;
        if (path.length() == newest.pathLength()) {
            call = redirect(exchange, context, path, valves);
        } else {
            String below = path.substring(newest.pathLength());
            call = call(exchange, context, below, valves, valves != null || report != null);
        }
        if (call == null) {
            return null;
        }
        // Made before the exchange enters: without memory for it later, the exchange would never
        // leave.
        Admitted admitted = new Admitted(this, host, context, call.meter());
        if (!context.enter()) {
            return routeAgain(exchange, table, host, path, reroutes, mayWait);
        }
        // From here on the context does not stop before the exchange ends.
        exchange.attach(admitted);
        return call.by(host.valves().logins(), report);
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

    private static String normalize(Exchange exchange, RequestHead head, boolean tells)
            throws HttpError {
        PathRules rules = exchange.config().rules().path();
        int start = head.pathStart();
        int end = head.pathEnd();
        Charset charset = exchange.config().options().api().uriEncoding();
        return rules.isStrict() && charset.equals(StandardCharsets.UTF_8)
                ? PathNormalizer.normalize(head.bytes(), start, end)
                : PathNormalizer.normalize(
                        head.bytes(),
                        start,
                        end,
                        rules,
                        charset,
                        tells ? exchange::passed : leniency -> {});
    }

    /** The context was replaced or removed after its table was read, or the server is stopping. */
    private Runnable routeAgain(
            Exchange exchange,
            HostTable table,
            VirtualHost host,
            String path,
            Reroutes reroutes,
            boolean mayWait)
            throws HttpError, IOException {
        if (hosts == table) {
            return nowhere(exchange, host, path, Refusal.UNAVAILABLE, reroutes);
        }
        HostTable newer = enter(exchange, host);
        VirtualHost other = reroutes.count() == 0 ? newer.find(exchange) : newer.named(host.name());
        return route(exchange, newer, found(exchange, other), reroutes, mayWait);
    }

    /** The host to which the exchange belongs from here on. */
    private static VirtualHost found(Exchange exchange, VirtualHost host) {
        exchange.attach(host);
        note(exchange, host.wants());
        return host;
    }

    /** No application answers, but the valves of the host still apply. */
    private ServletCall nowhere(
            Exchange exchange, VirtualHost host, String path, Refusal refusal, Reroutes reroutes)
            throws IOException {
        AppContext nowhere = host.valves().nowhere();
        Admitted admitted = nowhere == null ? null : new Admitted(this, host, nowhere, null);
        if (nowhere == null || !nowhere.enter()) {
            answer(exchange, refusal);
            return null;
        }
        exchange.attach(admitted);
        CallValves valves = CallValves.of(host.valves().around(), null, this, reroutes);
        return ServletCall.refusing(exchange, nowhere, path, refusal, valves)
                .by(host.valves().logins(), host.valves().errorReport());
    }

    /**
     * @param called whether a refusal has to be a call as well
     */
    private static ServletCall call(
            Exchange exchange, AppContext context, String path, CallValves valves, boolean called)
            throws IOException {
        if (SafePath.isHidden(path)) {
            // With the error page of the application if it has one.
            return refusing(
                    exchange,
                    context,
                    path,
                    Refusal.NOT_FOUND,
                    valves,
                    context.hasErrorPages() || called);
        }
        ServletMatch match = context.mappings().match(path);
        boolean file = match != null && match.servlet().servesFiles();
        RequestHead head = exchange.request();
        if (head.method() == Method.TRACE && !file) {
            if (exchange.config().rules().allowTrace()) {
                exchange.passed(Leniency.TRACE);
                return new ServletCall(exchange, context, path, match, valves);
            }
            exchange.fields().set(FieldName.ALLOW, METHODS);
            return refusing(exchange, context, path, Refusal.METHOD, valves, called);
        }
        return new ServletCall(exchange, context, path, match, valves);
    }

    private static ServletCall refusing(
            Exchange exchange,
            AppContext context,
            String path,
            Refusal refusal,
            CallValves valves,
            boolean called)
            throws IOException {
        if (called) {
            return ServletCall.refusing(exchange, context, path, refusal, valves);
        }
        answer(exchange, refusal);
        return null;
    }

    /** Redirects to the path with a slash at its end, so that relative links work. */
    private static ServletCall redirect(
            Exchange exchange, AppContext context, String path, CallValves valves)
            throws IOException {
        HttpConfig config = exchange.config();
        RequestHead head = exchange.request();
        String query = head.rawQuery();
        String location =
                PercentEncoding.ofPath(
                                path, config.rules().path(), config.options().api().uriEncoding())
                        + "/"
                        + context.sessionParameter(head)
                        + (query == null ? "" : "?" + PercentEncoding.ofReference(query));
        if (valves != null) {
            return ServletCall.redirecting(exchange, context, location, valves);
        }
        exchange.status(302);
        exchange.fields().set(FieldName.LOCATION, location);
        exchange.end();
        return null;
    }

    private static void answer(Exchange exchange, Refusal refusal) throws IOException {
        exchange.status(refusal.status());
        exchange.because(refusal, "");
        exchange.fields().set(FieldName.CONTENT_TYPE, FailurePage.TYPE);
        exchange.fields().set(FieldName.CONTENT_LANGUAGE, StatusPage.LANGUAGE);
        String path = exchange.request().rawPath();
        exchange.end(
                ByteBuffer.wrap(
                        FailurePage.of(
                                new ErrorReport.Failure(
                                        refusal.status(),
                                        path,
                                        null,
                                        refusal.code(),
                                        exchange.id(),
                                        null))));
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
        if (exchange.attachment() == null) {
            // A request that was refused earlier belongs to no host but to the server itself.
            enter(exchange);
        }
        exchange.attachment().completed(exchange);
    }
}
