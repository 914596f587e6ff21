package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.FormLimits;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.session.SessionCookie;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.io.IOException;

/**
 * The way of one request through its valves, and what each of them sees of it. Used by the thread
 * of the call.
 */
final class ValveChain implements CallChain {
    private final CallValves valves;
    private final ServletCall end;
    private final Exchange exchange;
    private final String path;
    private final ApiRequest request;
    private final ApiResponse response;
    // The valve that is called next, and whether the one that is called now has had its turn.
    private int next;
    private boolean used;
    // The new head of a request that goes back to routing; otherwise null.
    private RequestHead head;
    private boolean otherHost;

    /**
     * @param end what the last valve calls
     */
    ValveChain(
            CallValves valves,
            ServletCall end,
            String path,
            ApiRequest request,
            ApiResponse response) {
        this.valves = valves;
        this.end = end;
        this.exchange = request.exchange();
        this.path = path;
        this.request = request;
        this.response = response;
    }

    void call() throws IOException, ServletException {
        proceed();
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
        CallValve[] all = valves.valves();
        if (next == all.length) {
            end.inside();
            return;
        }
        used = false;
        try {
            all[next++].invoke(request, response, this);
        } finally {
            // All before it have had their turn, also where this one has answered or failed.
            used = true;
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

    private SessionCookie sessions() {
        return request.receiver().sessionCookie();
    }

    @Override
    public Cookie sessionEnd() {
        Cookie cookie = sessions().of("", request.isSecure());
        cookie.setMaxAge(0);
        return cookie;
    }

    @Override
    public String sessionParameter() {
        return sessions().parameterName();
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
