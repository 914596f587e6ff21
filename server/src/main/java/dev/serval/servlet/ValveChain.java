package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.FormLimits;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.session.SessionCookie;
import dev.serval.valve.CallChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.io.IOException;

/** The way of one request through its valves. Used by the thread of the call. */
final class ValveChain {
    /** What the last valve calls. */
    interface End {
        void call() throws IOException, ServletException;
    }

    private final CallValves valves;
    private final Exchange exchange;
    private final String path;
    private final ApiRequest request;
    private final ApiResponse response;
    private final SessionCookie sessions;
    private final End end;
    // The new head of a request that goes back to routing; otherwise null.
    private RequestHead head;
    private boolean otherHost;

    ValveChain(
            CallValves valves,
            Application application,
            String path,
            ApiRequest request,
            ApiResponse response,
            End end) {
        this.valves = valves;
        this.exchange = request.exchange();
        this.path = path;
        this.request = request;
        this.response = response;
        this.sessions = application.sessionCookie();
        this.end = end;
    }

    void call() throws IOException, ServletException {
        new Link(0).proceed();
        if (isRerouted()) {
            requireWhole();
        }
    }

    /** Required, since the next application gets the whole body and sends the only response. */
    private void requireWhole() {
        if (response.isCommitted()) {
            throw new IllegalStateException("rerouted by a valve, but the response is committed");
        }
        if (!request.input().isUntouched()) {
            throw new IllegalStateException(
                    "rerouted by a valve, but some of the body was read, which the next application"
                            + " would miss");
        }
    }

    /** Whether the request goes back to routing. */
    boolean isRerouted() {
        return head != null;
    }

    /** Sends it back; returns what the thread has to run next, or null. */
    Runnable again() {
        return valves.routing()
                .again(
                        exchange,
                        head,
                        otherHost,
                        valves.reroutes().again(request.attributes().map()));
    }

    /** The continuation after one valve; at the beginning that is the first valve. */
    private final class Link implements CallChain {
        private final int next;
        private boolean used;

        Link(int next) {
            this.next = next;
        }

        private void use() {
            if (used) {
                throw new IllegalStateException(
                        "a CallValve calls proceed, reroute or refuse once, and one of them");
            }
            used = true;
        }

        @Override
        public void proceed() throws IOException, ServletException {
            use();
            if (next == valves.valves().length) {
                end.call();
            } else {
                valves.valves()[next].invoke(request, response, new Link(next + 1));
            }
        }

        @Override
        public void reroute(String target, String host) {
            RequestHead wanted = exchange.request().withTarget(target, host);
            requireWhole();
            use();
            head = wanted;
            otherHost = host != null;
        }

        @Override
        public void limit(FormLimits limits) {
            request.body().limit(limits);
        }

        @Override
        public boolean session(String id) {
            return request.join(id);
        }

        @Override
        public Cookie sessionEnd() {
            Cookie cookie = sessions.of("", request.isSecure());
            cookie.setMaxAge(0);
            return cookie;
        }

        @Override
        public String sessionParameter() {
            return sessions.parameterName();
        }

        @Override
        public String clientName() {
            return request.clientName();
        }

        @Override
        public int reroutes() {
            return valves.reroutes().count();
        }

        @Override
        public void refuse(int status, String reason) throws IOException {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(status + " is no status of an error");
            }
            use();
            response.sendError(status);
            response.because(Refusal.FORBIDDEN, reason);
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public Exchange exchange() {
            return exchange;
        }
    }
}
