package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Forwarded;
import dev.serval.http.Framing;
import dev.serval.lifecycle.LazyAttribute;
import dev.serval.security.HostLogins;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.application.Application;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The request that a servlet sees (Servlet 6.1 §3). New for each exchange, never used again; owned
 * by the thread that runs the call(). Strings are made when they are asked for.
 */
public final class ApiRequest extends ReceivedRequest implements HttpServletRequest {
    public ApiRequest(Exchange exchange, Application context) {
        super(exchange, context);
    }

    /** The response that belongs to it, the call of both, and by what users of the host log in. */
    public void belongs(ApiResponse belonging, RequestCall owner, HostLogins logins) {
        belongsTo(belonging, owner, logins);
        belonging.belongs(this);
    }

    // ---- request line

    @Override
    public String getMethod() {
        return method();
    }

    @Override
    public String getProtocol() {
        return head().version().text();
    }

    @Override
    public String getRequestURI() {
        return uri();
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(64)
                .append(getScheme())
                .append("://")
                .append(authority())
                .append(getRequestURI());
    }

    @Override
    public String getQueryString() {
        requireAlive();
        return view().query() != null ? view().query() : head().rawQuery();
    }

    @Override
    public String getContextPath() {
        return contextPath();
    }

    @Override
    public String getServletPath() {
        requireAlive();
        return view().match() == null ? "" : view().match().servletPath();
    }

    @Override
    public String getPathInfo() {
        requireAlive();
        return view().match() == null ? null : view().match().pathInfo();
    }

    @Override
    public String getPathTranslated() {
        String pathInfo = getPathInfo();
        return pathInfo == null ? null : context().shown().getRealPath(pathInfo);
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        requireAlive();
        return view().match();
    }

    // ---- fields

    @Override
    public String getHeader(String name) {
        return RequestFields.first(head(), forwarded(), name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.enumeration(RequestFields.all(head(), forwarded(), name));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(RequestFields.names(head(), forwarded()));
    }

    /** -1 if there is no such field; throws NumberFormatException if it is not an int. */
    @Override
    public int getIntHeader(String name) {
        String value = getHeader(name);
        return value == null ? -1 : Integer.parseInt(value);
    }

    /**
     * Milliseconds; -1 if there is no such field; throws IllegalArgumentException if it is not a
     * date.
     */
    @Override
    public long getDateHeader(String name) {
        return RequestFields.date(name, getHeader(name));
    }

    @Override
    public Cookie[] getCookies() {
        Cookie[] received = cookies();
        return received == null ? null : received.clone();
    }

    @Override
    public Locale getLocale() {
        return locales().get(0);
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(locales());
    }

    /** True once the body was read to its end; always true if there can be no trailers. */
    @Override
    public boolean isTrailerFieldsReady() {
        return head().framing() != Framing.CHUNKED || input().isEnded();
    }

    @Override
    public Map<String, String> getTrailerFields() {
        if (!isTrailerFieldsReady()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §3.2: the trailers are there when the body was read to its end");
        }
        return body().trailers();
    }

    @Override
    public long getContentLengthLong() {
        return head().contentLength();
    }

    @Override
    public int getContentLength() {
        long length = head().contentLength();
        return length > Integer.MAX_VALUE ? -1 : (int) length;
    }

    @Override
    public String getContentType() {
        return head().field(FieldName.CONTENT_TYPE);
    }

    @Override
    public String getCharacterEncoding() {
        return body().encoding();
    }

    @Override
    public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
        body().encoding(name);
    }

    @Override
    public ServletInputStream getInputStream() {
        return body().stream();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return body().reader();
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return body().multipart(called()).parts();
    }

    @Override
    public Part getPart(String name) throws IOException, ServletException {
        return body().multipart(called()).part(name);
    }

    // ---- parameters

    @Override
    public String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    /** The same for logs: reads nothing of the body that the application has not asked for. */
    public String knownParameter(String name) {
        return body().known(name);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public String[] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters(view());
    }

    // ---- attributes

    @Override
    public Object getAttribute(String name) {
        requireAlive();
        Object value = LazyAttribute.shown(attributes().get(name));
        return value == null ? tlsAttribute(name) : value;
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(
                exchange().peer().secure()
                        ? TlsAttributes.names(exchange().peer().tls(), attributes().names())
                        : List.copyOf(attributes().names()));
    }

    @Override
    public void setAttribute(String name, Object value) {
        requireAlive();
        Objects.requireNonNull(name, "name");
        Object before = value == null ? attributes().remove(name) : attributes().put(name, value);
        receiver().listeners().requestAttribute(this, name, before, value);
    }

    @Override
    public void removeAttribute(String name) {
        requireAlive();
        Object before = attributes().remove(name);
        receiver().listeners().requestAttribute(this, name, before, null);
    }

    // ---- connection

    @Override
    public String getScheme() {
        return exchange().origin().scheme();
    }

    @Override
    public boolean isSecure() {
        return exchange().origin().secure();
    }

    @Override
    public String getServerName() {
        return ServerName.of(exchange(), head());
    }

    @Override
    public int getServerPort() {
        return ServerName.port(exchange(), head());
    }

    @Override
    public String getRemoteAddr() {
        return Address.of(exchange().peer().remote()).host();
    }

    @Override
    public String getRemoteHost() {
        if (!options().enableLookups()) {
            return getRemoteAddr();
        }
        return clientName();
    }

    @Override
    public int getRemotePort() {
        return Address.of(exchange().peer().remote()).port();
    }

    @Override
    public String getLocalAddr() {
        return Address.of(exchange().peer().local()).host();
    }

    @Override
    public String getLocalName() {
        Forwarded forwarded = forwarded();
        return forwarded != null && forwarded.peer().local() instanceof InetSocketAddress local
                ? local.getHostString()
                : getLocalAddr();
    }

    @Override
    public int getLocalPort() {
        return Address.of(exchange().peer().local()).port();
    }

    /** The same as in the log, on error pages and in {@code %L} of the access log. */
    @Override
    public String getRequestId() {
        return exchange().id();
    }

    @Override
    public String getProtocolRequestId() {
        return "";
    }

    @Override
    public ServletConnection getServletConnection() {
        return new ConnectionView(exchange().connectionPeer(), head().version());
    }

    @Override
    public ServletContext getServletContext() {
        requireAlive();
        return context().shown();
    }

    @Override
    public DispatcherType getDispatcherType() {
        requireAlive();
        return view().type();
    }

    @Override
    public String getAuthType() {
        return principal() == null ? null : authType();
    }

    @Override
    public String getRemoteUser() {
        UserPrincipal user = principal();
        return user == null ? null : user.name();
    }

    @Override
    public boolean isUserInRole(String role) {
        return call().isInRole(principal(), role);
    }

    @Override
    public Principal getUserPrincipal() {
        return principal();
    }

    @Override
    public boolean authenticate(HttpServletResponse answered) throws IOException, ServletException {
        return call().authenticate();
    }

    @Override
    public void login(String user, String password) throws ServletException {
        call().login(user, password);
    }

    @Override
    public void logout() throws ServletException {
        call().logout();
    }

    @Override
    public String getRequestedSessionId() {
        return requestedSession().requestedId();
    }

    @Override
    public HttpSession getSession(boolean create) {
        return requestedSession().get(create);
    }

    @Override
    public HttpSession getSession() {
        return getSession(true);
    }

    @Override
    public String changeSessionId() {
        return requestedSession().changeId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return requestedSession().isRequestedValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return requestedSession().source() == SessionTrackingMode.COOKIE;
    }

    /** True even if sessions are not tracked in this way, so that the id has no effect. */
    @Override
    public boolean isRequestedSessionIdFromURL() {
        return requestedSession().source() == SessionTrackingMode.URL;
    }

    // ---- dispatching

    @Override
    public RequestDispatcher getRequestDispatcher(String path) {
        requireAlive();
        return context().shown().getRequestDispatcher(DispatchPath.resolved(this, path));
    }

    @Override
    public AsyncContext startAsync() {
        return startAsync(this, response(), false);
    }

    @Override
    public AsyncContext startAsync(ServletRequest asked, ServletResponse answered) {
        return startAsync(
                Objects.requireNonNull(asked, "request"),
                Objects.requireNonNull(answered, "response"),
                true);
    }

    @Override
    public AsyncContext getAsyncContext() {
        if (!isAsyncStarted()) {
            throw new IllegalStateException("Servlet 6.1 §2.3.3.3: startAsync was not called");
        }
        return call().asyncContext();
    }

    @Override
    public boolean isAsyncStarted() {
        return call().isAsyncStarted();
    }

    @Override
    public boolean isAsyncSupported() {
        return isAsyncAllowed();
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException {
        requireUpgradable();
        T handler = call().upgrade(handlerClass);
        response().upgrade();
        return handler;
    }
}
