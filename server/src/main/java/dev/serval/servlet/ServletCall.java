package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.Refusal;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.metrics.CallMeter;
import dev.serval.net.Pace;
import dev.serval.security.HostLogins;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.async.ApplicationTurns;
import dev.serval.servlet.async.AsyncCycle;
import dev.serval.servlet.async.UpgradedConnection;
import dev.serval.servlet.dispatch.Dispatch;
import dev.serval.servlet.dispatch.ErrorCall;
import dev.serval.servlet.registration.FilterLink;
import dev.serval.servlet.registration.RegisteredFilter;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.RequestCall;
import dev.serval.servlet.request.RequestOutcome;
import dev.serval.servlet.security.ContextSecurity;
import dev.serval.valve.ErrorReport;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One call of a servlet, from the class loader to the completion of the exchange. Runs once, on a
 * thread that may block; accesses the disk when it looks for welcome files. However the application
 * ends, the exchange is completed.
 */
public final class ServletCall implements Runnable, AsyncCycle.Callbacks, RequestCall {
    private static final Logger LOG = LoggerFactory.getLogger(ServletCall.class);

    private final Exchange exchange;
    private final AppContext context;
    private final String path;
    private final ServletMatch match;
    // Null where it is to be answered.
    private Refusal refused;
    // Where it is redirected to; null if it is not.
    private String location;
    // Null where nothing stands around it.
    private final CallValves valves;
    private HostLogins logins = HostLogins.NONE;
    // Null where the server's own pages answer errors.
    private ErrorReport report;
    private ApiRequest request;
    private ApiResponse response;
    private ServletMatch target;
    private boolean begun;
    private boolean watched;
    // What keeps the exchange open after the call; null if nothing does.
    private AsyncCycle cycle;
    // What the connection becomes when the call is over; null if it stays what it is.
    private UpgradedConnection upgraded;

    /**
     * @param path normalised, relative to the context
     * @param match the servlet for the path; null if none is mapped
     * @param valves the valves around it; null if there are none
     */
    public ServletCall(
            Exchange exchange,
            AppContext context,
            String path,
            ServletMatch match,
            CallValves valves) {
        this.exchange = exchange;
        this.context = context;
        this.path = path;
        this.match = match;
        this.valves = valves;
    }

    /** Answers with an error and its page; valves alone are asked. */
    public static ServletCall refusing(
            Exchange exchange,
            AppContext context,
            String path,
            Refusal refusal,
            CallValves valves) {
        ServletCall call = new ServletCall(exchange, context, path, null, valves);
        call.refused = refusal;
        return call;
    }

    /** Answers with a redirect to the root of the context; valves alone are asked. */
    public static ServletCall redirecting(
            Exchange exchange, AppContext context, String location, CallValves valves) {
        ServletCall call = new ServletCall(exchange, context, "", null, valves);
        call.location = location;
        return call;
    }

    /** Says by what users of the host log in, without which nobody can, and what answers errors. */
    public ServletCall by(HostLogins those, ErrorReport pages) {
        logins = those;
        report = pages;
        return this;
    }

    /** The application that is called. */
    public AppContext context() {
        return context;
    }

    /** Counts such calls; null if nobody does. */
    public CallMeter meter() {
        return match == null ? null : match.servlet().meter();
    }

    /** What is known of such calls; null where an event loop must not run it. */
    public Pace pace() {
        boolean waits = report != null && report.mayWait();
        return waits ? null : CallPace.of(exchange, context, path, match, valves, logins);
    }

    @Override
    public void run() {
        if (!context.enterAgain()) {
            // Its client and its context are gone: no response is needed.
            exchange.fail(new IOException("the application was stopped"));
            return;
        }
        Application application = context.application();
        ClassLoader before = context.identity().enter();
        Throwable failure = null;
        ValveChain chain = null;
        boolean rerouted = false;
        try {
            request = new ApiRequest(exchange, application);
            response = new ApiResponse(exchange, application);
            request.belongs(response, this, logins);
            response.reportBy(report);
            if (exchange.notes() != null) {
                LoggedCall.begin(exchange.notes(), Thread.currentThread());
            }
            target = target();
            request.match(target);
            if (valves != null) {
                request.attributes().putAll(valves.reroutes().attributes());
                chain = new ValveChain(valves, this, path, request, response);
                ContextClassLoader.leave(before);
                chain.call();
            } else if (isAnswerable()) {
                RegisteredServlet servlet = target.servlet();
                RegisteredFilter[] filters = filters();
                if (filters != null) {
                    FilterLink rest = new FilterLink(filters, 1, servlet);
                    filters[0].filter().doFilter(request, response, rest);
                } else {
                    if (servlet.servesFiles() && context.isOpen(path, target.path())) {
                        request.showExchange();
                    }
                    // As at the end of FilterLink.doFilter, and not by it: to share it would cost
                    // most calls a frame, and FramesTest counts them.
                    try {
                        servlet.instance().service(request, response);
                    } catch (UnavailableException e) {
                        servlet.unavailable(e);
                        throw e;
                    }
                }
            }
        } catch (Throwable e) {
            // Errors too: whatever an application does, its client gets an answer.
            failure = e;
        } finally {
            try {
                // Before the end is written: an interrupt left over would close the channel.
                Thread.interrupted();
                // Whatever the application has set: error pages and listeners follow (§10.7.2).
                context.identity().enter();
                if (response == null) {
                    // There was no memory to begin with.
                    exchange.fail(failure);
                } else if (cycle != null) {
                    cycle.returned(failure);
                } else if (failure == null && chain != null && chain.isRerouted()) {
                    rerouted = true;
                    UnsavedSession.leave(request, response, exchange, null);
                    request.end(RequestOutcome.REROUTED);
                    response.output().abandon();
                } else {
                    finish(failure);
                }
                MDC.clear();
            } finally {
                ContextClassLoader.leave(before);
                context.leave();
            }
        }
        if (rerouted) {
            Runnable next = chain.again();
            if (next != null) {
                next.run();
            }
        }
    }

    /** What the innermost valve calls. */
    void inside() throws IOException, ServletException {
        ClassLoader outside = context.identity().enter();
        try {
            if (isAnswerable()) {
                FilterLink.first(filters(), target.servlet()).doFilter(request, response);
            }
        } finally {
            ContextClassLoader.leave(outside);
        }
    }

    /** The application hears of the request. */
    private void begin() {
        Application application = context.application();
        begun = true;
        if (application.sessions().count() > 0 || application.sessions().isShared()) {
            request.accessSession();
        }
        watched = application.listeners().watchRequests();
        if (watched) {
            application.listeners().requestInitialized(request);
        }
    }

    private RegisteredFilter[] filters() {
        EarlyContinue.send(exchange);
        RegisteredServlet servlet = target.servlet();
        RegisteredFilter[] filters =
                context.application().filters(exchange.request(), target.path(), servlet);
        request.allowAsync(FilterLink.isAsyncSupported(filters, servlet));
        return filters;
    }

    private void finish(Throwable failure) {
        if (!shut(() -> finishLater(failure))) {
            return;
        }
        Throwable broken;
        try {
            if (!begun && context.hasErrorPages()) {
                // A valve has answered: the page of its error is the application's.
                begin();
            }
            broken = failure == null ? settled() : failed(failure);
        } catch (RuntimeException | Error e) {
            broken = e;
        }
        if (cycle != null) {
            // An error page went on asynchronously.
            cycle.returned(broken);
        } else {
            end(broken);
        }
    }

    /** The last thread of the application has left, and is not to do the server's work. */
    private void finishLater(Throwable failure) {
        ApplicationTurns.later(
                exchange,
                context.identity(),
                () -> finish(failure),
                e -> end(new IOException("no thread is left to end the response", e)));
    }

    // ---- for the asynchronous cycle

    @Override
    public boolean shut(Runnable then) {
        return response.output().shut(then) && request.input().shut(then);
    }

    @Override
    public Throwable settled() {
        if (response.errorStatus() == 0) {
            return null;
        }
        Refusal own = target == null ? null : target.servlet().refusal(response.errorStatus());
        if (own != null && response.isOpen() && exchange.refusal() == null) {
            response.because(own, FailedCall.what(exchange));
        }
        return ErrorCall.answer(
                context.application(), request, response, null, FailedCall.name(target));
    }

    @Override
    public Throwable failed(Throwable cause) {
        return FailedCall.answer(cause, exchange, context.application(), target, request, response);
    }

    @Override
    public Throwable timedOut() {
        String detail =
                FailedCall.what(exchange) + "; setTimeout of its AsyncContext gives it more time";
        Throwable broken = FailedCall.refuse(response, Refusal.APPLICATION_TIMEOUT, detail);
        return broken != null ? broken : settled();
    }

    /** To what was last called, with the filters of asynchronous dispatches. */
    @Override
    public void again(ServletRequest asked, ServletResponse answered)
            throws ServletException, IOException {
        request.view(request.view().resumed());
        ServletMatch current = request.view().match();
        RegisteredServlet servlet = current.servlet();
        RegisteredFilter[] filters =
                context.application().filters(DispatcherType.ASYNC, current.path(), servlet);
        request.allowAsync(FilterLink.isAsyncSupported(filters, servlet));
        FilterLink.first(filters, servlet).doFilter(asked, answered);
    }

    @Override
    public Dispatch dispatch(ServletContext other, String path) {
        if (!(other instanceof ApiContext known)) {
            throw new IllegalArgumentException("no application of this server: " + other);
        }
        return Dispatch.to(known.application(), path);
    }

    // ---- for the request

    @Override
    public AsyncContext startAsync(ServletRequest asked, ServletResponse answered, boolean given) {
        if (cycle == null) {
            exchange.fields().share();
            cycle =
                    new AsyncCycle(
                            exchange,
                            context.application(),
                            context.timeouts(),
                            request,
                            response,
                            this);
            request.input().cycle(cycle);
            response.output().cycle(cycle);
        }
        return cycle.start(asked, answered, given);
    }

    @Override
    public boolean isAsyncStarted() {
        return cycle != null && cycle.isStarted();
    }

    @Override
    public AsyncContext asyncContext() {
        return cycle;
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException {
        T handler = context.application().components().make(handlerClass, "upgrade handler");
        upgraded =
                new UpgradedConnection(
                        exchange, context.application(), context.upgrades(), handler);
        return handler;
    }

    @Override
    public boolean isUpgraded() {
        return upgraded != null;
    }

    @Override
    public void restoreLogin() {
        context.security().logins().restore(request);
    }

    @Override
    public boolean isInRole(UserPrincipal user, String role) {
        ServletMatch current = request.view().match();
        return context.security().isInRole(user, role, current == null ? null : current.servlet());
    }

    @Override
    public boolean authenticate() throws ServletException, IOException {
        return context.security().logins().authenticate(request, response);
    }

    @Override
    public void login(String user, String password) throws ServletException {
        context.security().logins().login(request, response, user, password);
    }

    @Override
    public void logout() throws ServletException {
        context.security().logins().logout(request);
    }

    @Override
    public void end(Throwable failure) {
        Throwable broken = failure;
        try {
            if (watched) {
                context.application().listeners().requestDestroyed(request);
            }
        } finally {
            Thread.interrupted();
            broken = UnsavedSession.leave(request, response, exchange, failure);
            if (exchange.notes() != null) {
                LoggedCall.end(exchange.notes(), request);
            }
            request.end(ending(broken));
        }
        if (broken != null) {
            response.output().abandon();
            exchange.fail(broken);
        } else if (upgraded != null && response.isUpgradable()) {
            response.output().abandon();
            upgraded.begin();
            return;
        } else {
            end(response);
        }
        if (upgraded != null) {
            upgraded.discard();
        }
    }

    private RequestOutcome ending(Throwable broken) {
        if (broken != null) {
            return RequestOutcome.FAILED;
        }
        if (upgraded != null && response.isUpgradable()) {
            return RequestOutcome.UPGRADED;
        }
        return cycle == null ? RequestOutcome.RETURNED : cycle.ending();
    }

    /** What answers; where nothing is mapped the context says so, so that filters are asked. */
    private ServletMatch target() {
        if (refused != null || location != null) {
            return context.application().nothing(path);
        }
        ServletMatch found = context.application().welcome(path, match);
        if (found != match && found != null && found.servlet().servesFiles() && isChange()) {
            // Who changes a directory does not mean the page in it.
            found = match;
        }
        return found == null ? context.application().nothing(path) : found;
    }

    private boolean isChange() {
        return switch (exchange.request().method()) {
            case PUT, DELETE -> true;
            case GET, HEAD, POST, OPTIONS, TRACE, CONNECT, PATCH, OTHER -> false;
        };
    }

    /** False if it was answered without the application being asked. */
    private boolean isAnswerable() throws ServletException, IOException {
        begin();
        if (refused != null) {
            response.sendError(refused.status());
            response.because(refused, FailedCall.what(exchange));
            return false;
        }
        if (location != null) {
            response.setStatus(302);
            response.setHeader("Location", location);
            return false;
        }
        ContextSecurity security = context.guard();
        if (security != null && !security.admit(request, response, path, target)) {
            return false;
        }
        if (target.isPageWithoutEngine()) {
            response.sendError(501, context.application().withoutPages());
            response.because(Refusal.NO_ENGINE, FailedCall.what(exchange));
            return false;
        }
        return true;
    }

    private void end(ApiResponse response) {
        try {
            response.end();
        } catch (IOException e) {
            exchange.fail(e);
        } catch (RuntimeException | Error e) {
            String what = FailedCall.what(exchange) + "; request " + exchange.id();
            LOG.error("SRV-0604 the response could not be ended: {}", what, e);
            exchange.fail(new IOException(e));
        }
    }
}
