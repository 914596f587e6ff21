package dev.serval.servlet.request;

import dev.serval.session.RequestedSession;
import jakarta.servlet.http.Cookie;

/** What sessions see of a request and its response. Owned by the request. */
record SessionView(ReceivedRequest request, ApiResponse response)
        implements RequestedSession.Request {
    @Override
    public Cookie[] cookies() {
        return request.cookies();
    }

    @Override
    public String pathParameter(String name) {
        return request.pathParameter(name);
    }

    @Override
    public Object tls() {
        return request.tlsIdentity();
    }

    @Override
    public boolean isSecure() {
        return request.isConfidential();
    }

    @Override
    public boolean isCommitted() {
        return response.isCommitted();
    }

    @Override
    public void tell(Cookie cookie) {
        response.sessionCookie(cookie);
    }
}
