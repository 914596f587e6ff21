package dev.serval.servlet;

import dev.serval.files.FileCall;
import dev.serval.http.ApiOptions;
import dev.serval.http.CodingChoice;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Forwarded;
import dev.serval.http.Framing;
import dev.serval.http.HttpDate;
import dev.serval.http.HttpVersion;
import dev.serval.http.Method;
import dev.serval.http.Origin;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.security.SavedRequest;
import dev.serval.security.UserPrincipal;
import dev.serval.session.RequestedSession;
import dev.serval.session.Session;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
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
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The request that a servlet sees (Servlet 6.1 §3). New for each exchange, never used again; owned
 * by the thread that runs the call. Strings are made when they are asked for.
 */
public final class ApiRequest implements HttpServletRequest, FileCall {
    private final Exchange exchange;
    private RequestHead head;
    private final Application context;
    private RequestInput input;
    private final Map<String, Object> attributes = new LinkedHashMap<>(8);
    private RequestView view = RequestView.RECEIVED;
    private boolean exchangeShown;
    private boolean asyncAllowed;
    // Null where no proxy is believed.
    private final Forwarded forwarded;
    private boolean streamUsed;
    private BufferedReader reader;
    private String encoding;
    private Parameters parameters;
    private Map<String, String[]> merged;
    private String mergedOf;
    private RuntimeException parametersFailure;
    private Cookie[] cookies;
    private boolean cookiesParsed;
    private List<Locale> locales;
    private String remoteHost;
    private RequestedSession session;
    // Of other applications that it was dispatched to; null for none.
    private Map<Application, RequestedSession> elsewhere;
    private Multipart multipart;
    private RuntimeException multipartFailure;
    private ApiResponse response;
    private RequestCall call;
    // Null while nobody is known to have logged in.
    private UserPrincipal principal;
    private String authType;
    private boolean sessionAsked;
    private String contextPath;
    // Null while it may be used.
    private volatile Ending ending;

    ApiRequest(Exchange exchange, Application context) {
        this.exchange = exchange;
        this.head = exchange.request();
        this.context = context;
        this.input = new RequestInput(exchange).belongs(this);
        this.forwarded = exchange.forwarded();
        if (forwarded != null) {
            attributes.putAll(forwarded.attributes());
        }
    }

    // ---- its life

    private Exchange exchange() {
        requireAlive();
        return exchange;
    }

    private RequestHead head() {
        requireAlive();
        return head;
    }

    /** Servlet 6.1 §3.14. */
    void requireAlive() {
        if (ending != null) {
            throw Ending.late(this);
        }
    }

    /** What has become of it, and what is to be done about it. */
    String lastWords() {
        Ending known = ending;
        return "the request "
                + head.methodName()
                + " "
                + head.rawPath()
                + " ("
                + exchange.id()
                + ") is over, "
                + (view.match() == null ? "" : "in servlet " + view.match().getServletName() + ": ")
                + (known == null ? "it is being ended" : known.words())
                + "; copy what is needed longer, or complete later";
    }

    private ApiOptions options() {
        return exchange().origin().api();
    }

    // ---- for the call

    void match(ServletMatch found) {
        view = view.matched(found);
    }

    /** What is shown of the target; changed by dispatches. */
    RequestView view() {
        return view;
    }

    void view(RequestView shown) {
        view = shown;
    }

    /** The query as the client sent it; null for none. */
    String receivedQuery() {
        return head().rawQuery();
    }

    /** The target as the client wrote it. */
    String receivedTarget() {
        return head().rawTarget();
    }

    /** The path of the target that is shown, relative to the context. */
    String path() {
        return view.match() == null ? "/" : view.match().path();
    }

    /** The port for what must be confidential; 0 for none. */
    int redirectPort() {
        return exchange().origin().redirectPort();
    }

    /** The attributes themselves, for what listeners are not told. */
    Map<String, Object> attributes() {
        return attributes;
    }

    /** Whether everything on the way supports asynchronous processing. */
    boolean isAsyncAllowed() {
        return asyncAllowed;
    }

    void allowAsync(boolean allowed) {
        asyncAllowed = allowed;
    }

    /** The response that belongs to it, and the call of both. */
    void belongs(ApiResponse belonging, RequestCall owner) {
        response = belonging;
        belonging.belongs(this);
        call = owner;
    }

    ApiResponse response() {
        return response;
    }

    /** Whether that is its response. */
    boolean isAnsweredBy(ApiResponse other) {
        return response == other;
    }

    /** The application that is called: the one that it was dispatched to last. */
    Application context() {
        return view.context() == null ? context : view.context();
    }

    /** The application that received it. */
    Application receiver() {
        return context;
    }

    /** Is dispatched to an application, which is not stopped before its end. */
    void enter(Application other) throws ServletException {
        if (other == context || elsewhere != null && elsewhere.containsKey(other)) {
            return;
        }
        if (!other.available() || !other.enter()) {
            throw new ServletException(other + ", to which a request is dispatched, was stopped");
        }
        if (elsewhere == null) {
            elsewhere = new LinkedHashMap<>();
        }
        SessionView seen = new SessionView(this, response);
        elsewhere.put(
                other, requestedSession(context).in(other.sessions(), other.sessionCookie(), seen));
    }

    /** Of the path as it was received; null for none. */
    String pathParameter(String name) {
        byte[] bytes = head.bytes();
        for (int i = head.pathStart(); i < head.pathEnd(); i++) {
            if (bytes[i] == ';') {
                return PathParameter.of(head.rawPath(), name);
            }
        }
        return null;
    }

    /** Null without TLS, and where the connection is that of a proxy, which many clients share. */
    Object tlsIdentity() {
        return forwarded == null && exchange().peer().secure()
                ? exchange().peer().tls().identity()
                : null;
    }

    /** Lets the servlet for files reach the exchange; see {@link FileCall#directExchange}. */
    void showExchange() {
        exchangeShown = true;
    }

    /** What the connection failed with while the body was read; null if it did not. */
    IOException failure() {
        return input.failure();
    }

    /** The call is over: nobody uses the request any more. */
    void end(Ending how) {
        input.end();
        if (session != null) {
            session.end();
        }
        if (elsewhere != null) {
            elsewhere.values().forEach(RequestedSession::end);
            elsewhere.keySet().forEach(Application::leave);
        }
        if (multipart != null) {
            multipart.delete();
        }
        ending = how;
    }

    // ---- request line

    @Override
    public String getMethod() {
        requireAlive();
        return view.method() != null ? view.method() : head.methodName();
    }

    @Override
    public String getProtocol() {
        return head().version().text();
    }

    @Override
    public String getRequestURI() {
        requireAlive();
        return view.uri() != null ? view.uri() : head.rawPath();
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(64)
                .append(getScheme())
                .append("://")
                .append(authority())
                .append(getRequestURI());
    }

    private String authority() {
        int port = getServerPort();
        String name = getServerName();
        return port == defaultPort(getScheme()) ? name : name + ":" + port;
    }

    /** A reference to something of this server, as the client has to ask for it from elsewhere. */
    String absoluteUrl(String reference) {
        return RedirectLocation.absolute(reference, getScheme(), authority(), head.rawPath());
    }

    @Override
    public String getQueryString() {
        requireAlive();
        return view.query() != null ? view.query() : head.rawQuery();
    }

    /** As it stands in the URI, which may have other escapes than the context's own. */
    @Override
    public String getContextPath() {
        requireAlive();
        if (view.contextPath() != null) {
            return view.contextPath();
        }
        String own = context.identity().encodedPath();
        if (own.isEmpty() || view.uri() != null) {
            return own;
        }
        if (contextPath == null) {
            contextPath = RawContextPath.of(head.rawPath(), own, context.path(), pathRules());
        }
        return contextPath;
    }

    @Override
    public String getServletPath() {
        requireAlive();
        return view.match() == null ? "" : view.match().servletPath();
    }

    @Override
    public String getPathInfo() {
        requireAlive();
        return view.match() == null ? null : view.match().pathInfo();
    }

    @Override
    public String getPathTranslated() {
        String pathInfo = getPathInfo();
        return pathInfo == null ? null : context().shown().getRealPath(pathInfo);
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        requireAlive();
        return view.match();
    }

    // ---- fields

    @Override
    public String getHeader(String name) {
        FieldName field = field(name);
        String other = other(name);
        if (other != null) {
            return other.isEmpty() ? null : other;
        }
        return field == null ? null : head().field(field);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String other = other(name);
        if (other != null) {
            return Collections.enumeration(other.isEmpty() ? List.of() : List.of(other));
        }
        FieldName field = field(name);
        return field == null
                ? Collections.emptyEnumeration()
                : Collections.enumeration(head().fields(field));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        requireAlive();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < head.fieldCount(); i++) {
            names.add(head.fieldName(i));
        }
        if (forwarded != null) {
            forwarded
                    .fields()
                    .forEach(
                            (name, value) -> {
                                if (value.isEmpty()) {
                                    names.remove(name);
                                } else {
                                    names.add(name);
                                }
                            });
        }
        return Collections.enumeration(names);
    }

    /** -1 without such a field; throws NumberFormatException when it is no int. */
    @Override
    public int getIntHeader(String name) {
        String value = getHeader(name);
        return value == null ? -1 : Integer.parseInt(value);
    }

    /** Milliseconds; -1 without such a field; throws IllegalArgumentException for no date. */
    @Override
    public long getDateHeader(String name) {
        String value = getHeader(name);
        if (value == null) {
            return -1;
        }
        long millis = HttpDate.parse(value);
        if (millis == -1) {
            throw new IllegalArgumentException("RFC 9110 §5.6.7: " + name + " is no date");
        }
        return millis;
    }

    /** What the application sees instead of the field as it came; null: as it came. */
    private String other(String name) {
        return forwarded == null || name == null
                ? null
                : forwarded.fields().get(name.toLowerCase(Locale.ROOT));
    }

    /** Null for what cannot be the name of a field. */
    private static FieldName field(String name) {
        try {
            return name == null ? null : FieldName.of(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public Cookie[] getCookies() {
        requireAlive();
        if (!cookiesParsed) {
            Cookie[] parsed =
                    CookieText.parse(
                            exchange().request().fields(FieldName.COOKIE),
                            options().maxCookieCount());
            cookies = parsed.length == 0 ? null : parsed;
            cookiesParsed = true;
        }
        return cookies == null ? null : cookies.clone();
    }

    @Override
    public Locale getLocale() {
        return locales().get(0);
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(locales());
    }

    private List<Locale> locales() {
        requireAlive();
        if (locales == null) {
            locales = LanguageRanges.parse(head().fields(FieldName.ACCEPT_LANGUAGE));
        }
        return locales;
    }

    // ---- trailers

    /** True once the body was read to its end, and at once where there can be no trailers. */
    @Override
    public boolean isTrailerFieldsReady() {
        return head().framing() != Framing.CHUNKED || input.isEnded();
    }

    /** Several of one name are one list (RFC 9110 §5.3). */
    @Override
    public Map<String, String> getTrailerFields() {
        if (!isTrailerFieldsReady()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §3.2: the trailers are there when the body was read to its end");
        }
        Fields received = input.trailers();
        Map<String, String> shown = new LinkedHashMap<>();
        Set<String> allowed = options().allowedTrailerHeaders();
        for (int i = 0; received != null && i < received.size(); i++) {
            String name = received.name(i).text().toLowerCase(Locale.ROOT);
            if (allowed == null || allowed.contains(name)) {
                shown.merge(name, received.value(i), (one, next) -> one + ", " + next);
            }
        }
        return shown;
    }

    // ---- body

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
        if (encoding != null) {
            return encoding;
        }
        String type = getContentType();
        String named = type == null ? null : MediaType.parse(type).charset();
        return named != null ? named : context.shown().getRequestCharacterEncoding();
    }

    @Override
    public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
        if (reader != null || parameters != null) {
            return;
        }
        charset(name);
        encoding = name;
    }

    @Override
    public ServletInputStream getInputStream() {
        requireAlive();
        if (reader != null) {
            throw new IllegalStateException("Servlet 6.1 §3: getReader was called before");
        }
        streamUsed = true;
        return input;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        requireAlive();
        if (streamUsed) {
            throw new IllegalStateException("Servlet 6.1 §3: getInputStream was called before");
        }
        if (reader == null) {
            String name = getCharacterEncoding();
            Charset charset = name == null ? StandardCharsets.ISO_8859_1 : charset(name);
            reader = new BufferedReader(new InputStreamReader(input, charset));
        }
        return reader;
    }

    private static Charset charset(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return multipart().parts();
    }

    @Override
    public Part getPart(String name) throws IOException, ServletException {
        return multipart().part(name);
    }

    /** Throws as the specification says: nothing of a body that is too large is shown. */
    private Multipart multipart() throws IOException, ServletException {
        requireAlive();
        if (multipart != null) {
            return multipart;
        }
        if (multipartFailure != null) {
            throw multipartFailure;
        }
        if (!Multipart.isMultipart(getContentType())) {
            throw new ServletException("Servlet 6.1 §3.2: the request is no multipart/form-data");
        }
        MultipartConfigElement config =
                view.match() == null ? null : view.match().servlet().multipart();
        if (config == null && context.settings().has(ContextRule.ALLOW_CASUAL_MULTIPART_PARSING)) {
            config = new MultipartConfigElement("");
        }
        if (config == null) {
            throw new IllegalStateException(
                    "Servlet 6.1 §3.2: servlet "
                            + (view.match() == null ? "?" : view.match().getServletName())
                            + " has no multipart configuration");
        }
        if (streamUsed || reader != null) {
            throw new IllegalStateException("Servlet 6.1 §3.2: the body was read already");
        }
        try {
            MultipartLimits limits =
                    MultipartLimits.of(config, context, exchange().origin().forms());
            multipart =
                    Multipart.read(
                            input, getContentType(), head().contentLength(), limits, formCharset());
        } catch (BadRequest e) {
            multipartFailure = e;
            throw e;
        } catch (IOException e) {
            // What was read is gone: nobody may take the rest for parts.
            multipartFailure =
                    new BadRequest(Refusal.FORM, "The parts could not be read to their end.");
            throw e;
        }
        return multipart;
    }

    private Charset formCharset() throws UnsupportedEncodingException {
        String name = getCharacterEncoding();
        return name == null ? StandardCharsets.UTF_8 : charset(name);
    }

    // ---- parameters

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

    private Map<String, String[]> parameters() {
        return parameters(view);
    }

    /** The same, as they are where something else is shown. */
    Map<String, String[]> parameters(RequestView shown) {
        requireAlive();
        if (parametersFailure != null) {
            throw parametersFailure;
        }
        if (parameters == null) {
            parameters = new Parameters(exchange().origin().forms());
            try {
                parseParameters();
            } catch (BadRequest e) {
                parametersFailure = e;
                throw e;
            }
        }
        return shown.parameters() == null ? parameters.map() : merged(shown.parameters());
    }

    /** Servlet 6.1 §9.1.1: the query of a dispatch goes before what was received. */
    private Map<String, String[]> merged(String queries) {
        Map<String, String[]> known = merged;
        if (known == null || !queries.equals(mergedOf)) {
            Parameters both = new Parameters(exchange().origin().forms());
            both.addQuery(queries, StandardCharsets.UTF_8);
            both.addAll(parameters.map());
            known = both.map();
            merged = known;
            mergedOf = queries;
        }
        return known;
    }

    private void parseParameters() {
        if (head().hasQuery()) {
            parameters.addQuery(head().rawQuery(), queryCharset());
        }
        boolean untouched = !streamUsed && reader == null;
        if (takesParts() && (untouched || multipart != null)) {
            addParts();
            return;
        }
        if (!untouched
                || !options().parseBodyMethods().contains(head().methodName())
                || !isForm()) {
            return;
        }
        String name = getCharacterEncoding();
        try {
            Charset charset = name == null ? StandardCharsets.UTF_8 : charset(name);
            parameters.addForm(input, head().contentLength(), charset);
        } catch (UnsupportedEncodingException e) {
            throw new BadRequest(Refusal.FORM, "The charset of the form is not known.");
        } catch (IOException e) {
            // Servlet 6.1 §3.1: never half of the parameters.
            throw new BadRequest(Refusal.FORM, "The form could not be read to its end.");
        }
    }

    private Charset queryCharset() {
        if (!options().useBodyEncodingForUri()) {
            return options().uriEncoding();
        }
        String name = getCharacterEncoding();
        try {
            return name == null ? StandardCharsets.ISO_8859_1 : charset(name);
        } catch (UnsupportedEncodingException e) {
            throw new BadRequest(Refusal.FORM, "The charset of the body is not known.");
        }
    }

    private boolean takesParts() {
        return view.match() != null
                && Multipart.isMultipart(getContentType())
                && view.match().servlet().multipart() != null;
    }

    private void addParts() {
        try {
            multipart().addTo(parameters, formCharset());
        } catch (UnsupportedEncodingException e) {
            throw new BadRequest(Refusal.FORM, "The charset of the form is not known.");
        } catch (IOException | ServletException e) {
            throw new BadRequest(Refusal.FORM, "The form could not be read to its end.");
        }
    }

    private boolean isForm() {
        String type = getContentType();
        return type != null && MediaType.parse(type).is("application/x-www-form-urlencoded");
    }

    // ---- attributes

    @Override
    public Object getAttribute(String name) {
        requireAlive();
        Object value = attributes.get(name);
        return value == null && name != null && exchange().peer().secure()
                ? TlsAttributes.of(exchange().peer().tls(), name)
                : value;
    }

    // ---- for the servlet for files

    @Override
    public Exchange directExchange() {
        return exchangeShown ? exchange() : null;
    }

    @Override
    public CodingChoice codingChoice() {
        // Not the exchange itself, which is not for everybody.
        return new CodingChoice() {
            @Override
            public Compression compression() {
                return exchange().compression();
            }

            @Override
            public void sendAsIs() {
                exchange().sendAsIs();
            }
        };
    }

    @Override
    public String encodedPath() {
        return encoded(getServletPath() + Objects.toString(getPathInfo(), ""));
    }

    /** A path in the context, as a client has to ask for it. */
    String encoded(String inside) {
        Origin origin = exchange().origin();
        return PercentEncoding.ofPath(
                context.path() + inside, origin.path(), origin.api().uriEncoding());
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(
                exchange().peer().secure()
                        ? TlsAttributes.names(exchange().peer().tls(), attributes.keySet())
                        : List.copyOf(attributes.keySet()));
    }

    @Override
    public void setAttribute(String name, Object value) {
        requireAlive();
        Objects.requireNonNull(name, "name");
        Object before = value == null ? attributes.remove(name) : attributes.put(name, value);
        context.listeners().requestAttribute(this, name, before, value);
    }

    @Override
    public void removeAttribute(String name) {
        requireAlive();
        Object before = attributes.remove(name);
        context.listeners().requestAttribute(this, name, before, null);
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
        Origin origin = exchange().origin();
        if (origin.proxyName() != null && !origin.proxyName().isEmpty()) {
            return origin.proxyName();
        }
        String host = head().host();
        return host.isEmpty() ? getLocalAddr() : host;
    }

    @Override
    public int getServerPort() {
        Origin origin = exchange().origin();
        if (origin.proxyPort() > 0) {
            return origin.proxyPort();
        }
        if (head().port() >= 0) {
            return head().port();
        }
        return head().host().isEmpty() ? getLocalPort() : defaultPort(origin.scheme());
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
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
        if (remoteHost == null) {
            remoteHost = ClientName.of(exchange);
        }
        return remoteHost;
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

    /** By which its path was read. */
    PathRules pathRules() {
        return exchange().origin().path();
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
        return view.type();
    }

    // ---- security

    /** Somebody has logged in, or out, who is null then. */
    void identity(UserPrincipal who, String how) {
        principal = who;
        authType = who == null ? null : how;
        sessionAsked = true;
        exchange().user(who == null ? null : who.name());
    }

    /** Who has logged in, in this request or in the session that it belongs to; null for nobody. */
    UserPrincipal principal() {
        if (!sessionAsked) {
            sessionAsked = true;
            call.restoreLogin();
        }
        return principal;
    }

    @Override
    public String getAuthType() {
        return principal() == null ? null : authType;
    }

    @Override
    public String getRemoteUser() {
        return principal() == null ? null : principal.name();
    }

    @Override
    public boolean isUserInRole(String role) {
        return call.isInRole(principal(), role);
    }

    @Override
    public Principal getUserPrincipal() {
        return principal();
    }

    @Override
    public boolean authenticate(HttpServletResponse answered) throws IOException, ServletException {
        return call.authenticate();
    }

    @Override
    public void login(String user, String password) throws ServletException {
        call.login(user, password);
    }

    @Override
    public void logout() throws ServletException {
        call.logout();
    }

    /**
     * Keeps the request as it was received; null when its body is larger than the connector allows.
     *
     * @param path normalised, relative to the context
     */
    SavedRequest save(String path) throws IOException {
        int most = exchange().origin().forms().maxSavePostSize();
        String query = head().rawQuery();
        String place = encoded(path);
        String location = query == null ? place : place + "?" + PercentEncoding.ofReference(query);
        boolean got = head().method() == Method.GET || head().method() == Method.HEAD;
        boolean bodiless = head().framing() == Framing.NONE;
        if (got || !bodiless && most == 0) {
            return new SavedRequest(location, path, null, new byte[0]);
        }
        if (most >= 0 && head().contentLength() > most) {
            return null;
        }
        streamUsed = true;
        byte[] body = most < 0 ? input.readAllBytes() : input.readNBytes(most);
        boolean fits = most < 0 || input.read() < 0;
        return fits ? new SavedRequest(location, path, head, body) : null;
    }

    /** Whether it is a plain GET of what was kept. */
    boolean asksFor(SavedRequest saved) {
        boolean got = head().method() == Method.GET || head().method() == Method.HEAD;
        return got
                && head().framing() == Framing.NONE
                && Objects.equals(head().rawQuery(), saved.head().rawQuery());
    }

    /** What was kept takes the place of what was received, the connection and cookies excepted. */
    void replay(SavedRequest saved) {
        getCookies();
        head = saved.head();
        input = RequestInput.kept(exchange, saved.body()).belongs(this);
        parameters = null;
        locales = null;
    }

    // ---- sessions

    /** Servlet 6.1 §7.6: its session is used, whether or not anybody asks for it. */
    void accessSession() {
        try {
            requestedSession().get(false);
        } catch (BadRequest e) {
            // Too many cookies: whoever asks for them is told.
        }
    }

    RequestedSession requestedSession() {
        requireAlive();
        return requestedSession(context());
    }

    private RequestedSession requestedSession(Application of) {
        if (of != context) {
            return elsewhere.get(of);
        }
        if (session == null) {
            session =
                    new RequestedSession(
                            context.sessions(),
                            context.sessionCookie(),
                            new SessionView(this, response));
        }
        return session;
    }

    @Override
    public String getRequestedSessionId() {
        return requestedSession().requestedId();
    }

    @Override
    public HttpSession getSession(boolean create) {
        return requestedSession().get(create);
    }

    /** The same, as the server knows it. */
    Session session(boolean create) {
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

    /** Also where sessions are not tracked so, and the id is of no consequence. */
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
        return startAsync(this, response, false);
    }

    @Override
    public AsyncContext startAsync(ServletRequest asked, ServletResponse answered) {
        return startAsync(
                Objects.requireNonNull(asked, "request"),
                Objects.requireNonNull(answered, "response"),
                true);
    }

    /**
     * Asked of what the target of a dispatch was given.
     *
     * @param answered what that answers to; null for the response itself
     */
    AsyncContext startAsyncOf(ServletRequest asked, ServletResponse answered) {
        return startAsync(asked, answered == null ? response : answered, false);
    }

    private AsyncContext startAsync(ServletRequest asked, ServletResponse answered, boolean given) {
        requireAlive();
        if (!asyncAllowed) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: servlet "
                            + (view.match() == null ? "?" : view.match().getServletName())
                            + " or a filter before it does not support asynchronous processing"
                            + " (async-supported)");
        }
        if (response.isClosed()) {
            throw new IllegalStateException("Servlet 6.1 §2.3.3.3: the response is closed");
        }
        return call.startAsync(asked, answered, given);
    }

    RequestInput input() {
        return input;
    }

    @Override
    public AsyncContext getAsyncContext() {
        if (!isAsyncStarted()) {
            throw new IllegalStateException("Servlet 6.1 §2.3.3.3: startAsync was not called");
        }
        return call.asyncContext();
    }

    @Override
    public boolean isAsyncStarted() {
        return call.isAsyncStarted();
    }

    @Override
    public boolean isAsyncSupported() {
        return asyncAllowed;
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException {
        if (head().version() == HttpVersion.HTTP_1_0 || !head().has(FieldName.UPGRADE)) {
            throw new IllegalStateException(
                    "RFC 9110 §7.8: the client has not asked for another protocol");
        }
        if (call.isUpgraded() || !response.isUpgradable() || !input.isEnded()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.5: upgrade once, before the response is committed, and"
                            + " after the body was read to its end");
        }
        T handler = call.upgrade(handlerClass);
        response.upgrade();
        return handler;
    }

    /** Whether the connection is another protocol's when the call is over. */
    boolean isUpgraded() {
        return call.isUpgraded();
    }

    /** The request of the call, inside of whatever wraps it; null if there is none. */
    static ApiRequest behind(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        return inner instanceof ApiRequest own ? own : null;
    }

    /** The same; throws ServletException if there is none. */
    static ApiRequest of(ServletRequest request) throws ServletException {
        ApiRequest own = behind(request);
        if (own != null) {
            return own;
        }
        throw new ServletException(
                "Servlet 6.1 §9.2: the request is neither the one of the call nor a wrapper of it");
    }
}
