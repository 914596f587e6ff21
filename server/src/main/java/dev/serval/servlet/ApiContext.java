package dev.serval.servlet;

import dev.serval.files.MimeTypes;
import dev.serval.files.ResourceRoot;
import dev.serval.lifecycle.LazyAttribute;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.application.Neighbours;
import dev.serval.servlet.application.SaidLines;
import dev.serval.servlet.dispatch.Dispatch;
import dev.serval.servlet.registration.Components;
import dev.serval.servlet.registration.ContextIdentity;
import dev.serval.servlet.registration.InitParameters;
import dev.serval.servlet.registration.Listeners;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.Registrations;
import dev.serval.servlet.request.DispatchPath;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.SessionCookie;
import dev.serval.session.SessionTracking;
import dev.serval.session.Sessions;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A web application as its own code sees it (Servlet 6.1 §4). Thread-safe once it is built. */
public final class ApiContext implements ServletContext {
    private final ContextIdentity identity;
    private final String displayName;
    private final String serverInfo;
    private final String hostName;
    private final String specification;
    private final ContextSettings settings;
    private final Neighbours neighbours;
    private final JspConfigDescriptor jspConfig;
    private final Map<String, String> initParameters;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final Set<String> roles = ConcurrentHashMap.newKeySet();
    private final Components components;
    private final Listeners listeners;
    private final Registrations registrations;
    private final MimeTypes mimeTypes;
    private final ContextFiles files;
    private final SessionCookie sessionCookie;
    private final Sessions sessions;
    private final Logger applicationLog;
    private Application application;
    private volatile String requestEncoding;
    private volatile String responseEncoding;

    /**
     * @param root all files of the context; null if there are none
     */
    ApiContext(ContextDescription given, ContextIdentity identity, ResourceRoot root) {
        this.identity = identity;
        displayName = given.displayName;
        serverInfo = given.serverInfo;
        hostName = given.hostName;
        specification = given.specification;
        settings = given.settings;
        neighbours = given.neighbours;
        jspConfig = given.jspConfig;
        initParameters = new ConcurrentHashMap<>(given.initParameters);
        roles.addAll(given.roles);
        components = new Components(identity, given.components);
        listeners = new Listeners(identity, this);
        registrations =
                new Registrations(
                        identity,
                        this,
                        components,
                        component -> neighbours.haveAlso(component, identity.path()),
                        given.constrainedPatterns(),
                        given.pages);
        mimeTypes = new MimeTypes(given.mimeTypes);
        files =
                new ContextFiles(
                        given.docBase,
                        given.files.allowLinking(),
                        root,
                        settings.has(ContextRule.CONTEXT_GET_RESOURCE_REQUIRES_SLASH));
        sessionCookie =
                new SessionCookie(
                        given.sessions,
                        settings.sessions(),
                        identity.encodedPath(),
                        given.tls,
                        () -> !registrations.isClosed());
        boolean distributable = given.sessions.distributable();
        sessions = given.sessionMaker.make(this, () -> listeners, distributable);
        String name = identity.path().isEmpty() ? "ROOT" : identity.path().substring(1);
        applicationLog = LoggerFactory.getLogger("dev.serval.application." + name);
        requestEncoding = given.requestEncoding;
        responseEncoding = given.responseEncoding;
        if (given.workDir != null) {
            attributes.put(TEMPDIR, given.workDir.toFile());
        }
    }

    // ---- for the container

    /** Sets the application that its dispatchers lead to; called once, before it is shown. */
    void leadsTo(Application own) {
        application = own;
    }

    Application application() {
        return application;
    }

    Registrations registrations() {
        return registrations;
    }

    Listeners listeners() {
        return listeners;
    }

    Sessions sessions() {
        return sessions;
    }

    SessionCookie sessionCookie() {
        return sessionCookie;
    }

    MimeTypes mimeTypes() {
        return mimeTypes;
    }

    /** The roles that the application names, and to which it may still add. */
    Set<String> roles() {
        return roles;
    }

    // ---- ServletContext: identity

    @Override
    public String getContextPath() {
        return identity.encodedPath();
    }

    @Override
    public ServletContext getContext(String uripath) {
        String normal = DispatchPath.normal(uripath, settings.dispatches());
        if (normal == null) {
            return null;
        }
        Application found = neighbours.at(normal);
        String path = identity.path();
        boolean own = (normal + "/").startsWith(path + "/");
        if (own && (found == null || found.path().length() <= path.length())) {
            return this;
        }
        // Unless it is allowed, they are hidden from each other.
        return found != null && settings.has(ContextRule.CROSS_CONTEXT) ? found.shown() : null;
    }

    @Override
    public int getMajorVersion() {
        return 6;
    }

    @Override
    public int getMinorVersion() {
        return 1;
    }

    @Override
    public int getEffectiveMajorVersion() {
        return specification.charAt(0) - '0';
    }

    @Override
    public int getEffectiveMinorVersion() {
        return specification.charAt(2) - '0';
    }

    @Override
    public String getServerInfo() {
        return serverInfo;
    }

    @Override
    public String getServletContextName() {
        return displayName;
    }

    @Override
    public String getVirtualServerName() {
        return hostName;
    }

    @Override
    public ClassLoader getClassLoader() {
        return identity.loader();
    }

    // ---- ServletContext: files

    @Override
    public String getMimeType(String file) {
        return file == null ? null : mimeTypes.of(file);
    }

    @Override
    public Set<String> getResourcePaths(String directory) {
        return files.members(files.rooted(directory));
    }

    @Override
    public URL getResource(String resource) throws MalformedURLException {
        return files.url(files.rooted(resource));
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        return files.streamOrNull(resource);
    }

    @Override
    public String getRealPath(String virtual) {
        Path located = files.real(virtual);
        return located == null ? null : located.toString();
    }

    // ---- ServletContext: log, parameters, attributes

    @Override
    public void log(String message) {
        applicationLog.info(SaidLines.of("", message));
    }

    @Override
    public void log(String message, Throwable cause) {
        applicationLog.error(SaidLines.of("", message), cause);
    }

    @Override
    public String getInitParameter(String name) {
        return initParameters.get(Objects.requireNonNull(name, "name"));
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParameters.keySet());
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        Objects.requireNonNull(name, "name");
        registrations.requireOpen("its parameter " + name);
        return InitParameters.set(initParameters, name, value);
    }

    @Override
    public Object getAttribute(String name) {
        return LazyAttribute.shown(attributes.get(Objects.requireNonNull(name, "name")));
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(attributes.keySet());
    }

    @Override
    public void setAttribute(String name, Object value) {
        Objects.requireNonNull(name, "name");
        Object before = value == null ? attributes.remove(name) : attributes.put(name, value);
        // Lazy ones are set before there are listeners.
        listeners.attribute(name, LazyAttribute.shown(before), value);
    }

    @Override
    public void removeAttribute(String name) {
        Object before = attributes.remove(name);
        listeners.attribute(name, LazyAttribute.shown(before), null);
    }

    @Override
    public String getRequestCharacterEncoding() {
        return requestEncoding;
    }

    @Override
    public void setRequestCharacterEncoding(String encoding) {
        registrations.requireOpen("its request encoding");
        requestEncoding = encoding;
    }

    @Override
    public String getResponseCharacterEncoding() {
        return responseEncoding;
    }

    @Override
    public void setResponseCharacterEncoding(String encoding) {
        registrations.requireOpen("its response encoding");
        responseEncoding = encoding;
    }

    // ---- ServletContext: registrations

    @Override
    public ServletRegistration getServletRegistration(String name) {
        registrations.requireUnrestricted("getServletRegistration");
        return registrations.servletsByName().get(name);
    }

    @Override
    public Map<String, ? extends ServletRegistration> getServletRegistrations() {
        registrations.requireUnrestricted("getServletRegistrations");
        return Collections.unmodifiableMap(registrations.servletsByName());
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, String className) {
        return registrations.addServlet(name, className, null, null);
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, Servlet servlet) {
        return registrations.addServlet(name, servlet);
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, Class<? extends Servlet> type) {
        return registrations.addServlet(name, type.getName(), type, null);
    }

    @Override
    public ServletRegistration.Dynamic addJspFile(String name, String jspFile) {
        return registrations.addPage(name, jspFile);
    }

    @Override
    public <T extends Servlet> T createServlet(Class<T> type) throws ServletException {
        return registrations.createServlet(type);
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, String className) {
        return registrations.addFilter(name, className, null, null);
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, Filter filter) {
        return registrations.addFilter(name, filter.getClass().getName(), null, filter);
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, Class<? extends Filter> type) {
        return registrations.addFilter(name, type.getName(), type, null);
    }

    @Override
    public <T extends Filter> T createFilter(Class<T> type) throws ServletException {
        registrations.requireUnrestricted("createFilter");
        return components.make(type, "filter");
    }

    @Override
    public FilterRegistration getFilterRegistration(String name) {
        registrations.requireUnrestricted("getFilterRegistration");
        return registrations.filtersByName().get(name);
    }

    @Override
    public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
        registrations.requireUnrestricted("getFilterRegistrations");
        return Collections.unmodifiableMap(registrations.filtersByName());
    }

    @Override
    public void addListener(String className) {
        registrations.requireOpen("its list of listeners");
        try {
            addListener(components.make(className, EventListener.class, "listener"));
        } catch (ServletException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public <T extends EventListener> void addListener(T listener) {
        registrations.requireOpen("its list of listeners");
        listeners.addByProgram(listener);
    }

    @Override
    public void addListener(Class<? extends EventListener> type) {
        registrations.requireOpen("its list of listeners");
        Listeners.requireKnown(type);
        try {
            addListener(components.make(type, "listener"));
        } catch (ServletException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public <T extends EventListener> T createListener(Class<T> type) throws ServletException {
        registrations.requireUnrestricted("createListener");
        Listeners.requireKnown(type);
        return components.make(type, "listener");
    }

    @Override
    public void declareRoles(String... roleNames) {
        registrations.requireOpen("its roles");
        for (String role : roleNames) {
            if (role == null || role.isEmpty()) {
                throw new IllegalArgumentException("Servlet 6.1 §4.4.4: a role has a name");
            }
        }
        roles.addAll(List.of(roleNames));
    }

    @Override
    public JspConfigDescriptor getJspConfigDescriptor() {
        registrations.requireUnrestricted("getJspConfigDescriptor");
        return jspConfig;
    }

    // ---- ServletContext: dispatching

    @Override
    public RequestDispatcher getRequestDispatcher(String target) {
        return Dispatch.to(application, target);
    }

    @Override
    public RequestDispatcher getNamedDispatcher(String name) {
        RegisteredServlet servlet = registrations.servletsByName().get(name);
        return servlet == null ? null : Dispatch.to(application, servlet);
    }

    // ---- ServletContext: sessions

    @Override
    public SessionCookieConfig getSessionCookieConfig() {
        registrations.requireUnrestricted("getSessionCookieConfig");
        return sessionCookie;
    }

    @Override
    public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
        registrations.requireOpen("the session tracking modes");
        sessionCookie.trackingModes(modes);
    }

    @Override
    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        return SessionTracking.defaultModes();
    }

    @Override
    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        return sessionCookie.tracking().modes();
    }

    @Override
    public int getSessionTimeout() {
        return sessionCookie.timeoutMinutes();
    }

    @Override
    public void setSessionTimeout(int minutes) {
        registrations.requireOpen("the session timeout");
        sessionCookie.timeoutMinutes(minutes);
    }

    @Override
    public String toString() {
        return identity.toString();
    }
}
