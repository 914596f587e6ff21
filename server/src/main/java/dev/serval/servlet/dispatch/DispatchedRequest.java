package dev.serval.servlet.dispatch;

import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.DispatchPath;
import dev.serval.servlet.request.RequestView;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;

/**
 * A request as the target of one dispatch sees it, even after the dispatch (Servlet 6.1 §9.3,
 * §9.4), when the request itself shows again what it showed before. Used like the request.
 */
public final class DispatchedRequest extends HttpServletRequestWrapper {
    private final ApiRequest own;
    private final ServletResponse answer;
    private final RequestView view;
    private final ServletContext context;
    private final String contextPath;
    private final String uri;
    private final String query;
    // The attributes of the dispatch, kept after it is over and the request has others.
    private volatile DispatchAttributes kept;
    // An asynchronous dispatch goes on with it: it then shows what the request shows.
    private volatile boolean released;

    private DispatchedRequest(HttpServletRequest passed, ApiRequest own, ServletResponse answer) {
        super(passed);
        this.own = own;
        this.answer = answer;
        view = own.view();
        context = own.getServletContext();
        contextPath = own.getContextPath();
        uri = own.getRequestURI();
        query = own.getQueryString();
    }

    /** For the target of a dispatch; made once the request shows the target. A wrapper is kept. */
    static ServletRequest of(ServletRequest passed, ApiRequest own, ServletResponse answer) {
        return isOurs(passed)
                ? new DispatchedRequest((HttpServletRequest) passed, own, answer)
                : passed;
    }

    /** Whether it is not a wrapper of the application. */
    public static boolean isOurs(ServletRequest request) {
        return request instanceof ApiRequest || request instanceof DispatchedRequest;
    }

    /**
     * The dispatch is about to end.
     *
     * @param asked the request that its target was given
     * @param held whether the target goes on asynchronously
     */
    static void over(ServletRequest asked, ApiRequest own, ServletResponse answer, boolean held) {
        if (asked instanceof DispatchedRequest ours) {
            ours.kept = DispatchAttributes.of(own);
        } else if (held) {
            ServletRequestWrapper inner = (ServletRequestWrapper) asked;
            while (!isOurs(inner.getRequest())) {
                inner = (ServletRequestWrapper) inner.getRequest();
            }
            HttpServletRequest passed = (HttpServletRequest) inner.getRequest();
            DispatchedRequest ours = new DispatchedRequest(passed, own, answer);
            ours.kept = DispatchAttributes.of(own);
            inner.setRequest(ours);
        }
    }

    /** An asynchronous dispatch goes on with it. */
    public static void release(ServletRequest given) {
        ServletRequest request = given;
        while (request instanceof ServletRequestWrapper wrapper) {
            if (wrapper instanceof DispatchedRequest ours) {
                ours.released = true;
            }
            request = wrapper.getRequest();
        }
    }

    // ---- paths

    /** Whether the request itself decides what is shown; false after its end. */
    private boolean follows() {
        own.requireAlive();
        return released;
    }

    @Override
    public DispatcherType getDispatcherType() {
        return follows() ? own.getDispatcherType() : view.type();
    }

    @Override
    public ServletContext getServletContext() {
        return follows() ? own.getServletContext() : context;
    }

    @Override
    public String getContextPath() {
        return follows() ? own.getContextPath() : contextPath;
    }

    @Override
    public String getRequestURI() {
        return follows() ? own.getRequestURI() : uri;
    }

    @Override
    public StringBuffer getRequestURL() {
        StringBuffer url = own.getRequestURL();
        url.setLength(url.indexOf("/", url.indexOf("://") + 3));
        return url.append(getRequestURI());
    }

    @Override
    public String getQueryString() {
        return follows() ? own.getQueryString() : query;
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        return follows() ? own.getHttpServletMapping() : view.match();
    }

    @Override
    public String getServletPath() {
        return follows() || view.match() == null
                ? own.getServletPath()
                : view.match().servletPath();
    }

    @Override
    public String getPathInfo() {
        return follows() || view.match() == null ? own.getPathInfo() : view.match().pathInfo();
    }

    @Override
    public String getPathTranslated() {
        String pathInfo = getPathInfo();
        return pathInfo == null ? null : getServletContext().getRealPath(pathInfo);
    }

    @Override
    public RequestDispatcher getRequestDispatcher(String path) {
        return getServletContext().getRequestDispatcher(DispatchPath.resolved(this, path));
    }

    // ---- parameters

    private Map<String, String[]> parameters() {
        return follows() ? own.getParameterMap() : own.parameters(view);
    }

    @Override
    public String getParameter(String name) {
        String[] values = parameters().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters().keySet());
    }

    @Override
    public String[] getParameterValues(String name) {
        String[] values = parameters().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters();
    }

    // ---- attributes

    @Override
    public Object getAttribute(String name) {
        DispatchAttributes mine = kept;
        return mine == null || follows() || !DispatchAttributes.has(name)
                ? super.getAttribute(name)
                : mine.get(name);
    }

    // ---- asynchronous

    @Override
    public AsyncContext startAsync() {
        if (follows()) {
            return own.startAsync();
        }
        return own.startAsyncOf(this, IncludedResponse.isOurs(answer) ? answer : null);
    }
}
