package dev.serval.servlet.request;

import dev.serval.files.FileCall;
import dev.serval.http.ApiOptions;
import dev.serval.http.CodingChoice;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Forwarded;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpVersion;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.security.HostLogins;
import dev.serval.security.SavedRequest;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.session.RequestedSession;
import dev.serval.session.Session;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The container's side of a request: its life, the target that it shows, its sender. The
 * application sees an {@link ApiRequest}, which is the same object. Owned by the thread that runs
 * the call.
 */
abstract sealed class ReceivedRequest implements StreamOwner, FileCall permits ApiRequest {
    private final Exchange exchange;
    private RequestHead head;
    private final Application context;
    private RequestInput input;
    private final RequestAttributes attributes = new RequestAttributes();
    private RequestView view = RequestView.RECEIVED;
    private boolean exchangeShown;
    private boolean asyncAllowed;
    // Null if no proxy is trusted.
    private final Forwarded forwarded;
    // Parts that a simple call does not need are made at the first access.
    private RequestBody body;
    private RequestIdentity identity;
    private Cookie[] cookies;
    private boolean cookiesParsed;
    private List<Locale> locales;
    private String remoteHost;
    private ApiResponse response;
    private RequestCall call;
    private HostLogins hostLogins;
    private String contextPath;
    // Null as long as it may be used.
    private volatile RequestOutcome ending;

    ReceivedRequest(Exchange exchange, Application context) {
        this.exchange = exchange;
        this.head = exchange.request();
        this.context = context;
        this.input = new RequestInput(exchange).belongs(this);
        this.forwarded = exchange.forwarded();
        if (forwarded != null) {
            attributes.putAll(forwarded.attributes());
        }
    }

    public Exchange exchange() {
        requireAlive();
        return exchange;
    }

    public RequestHead head() {
        requireAlive();
        return head;
    }

    /** Servlet 6.1 §3.14. */
    public void requireAlive() {
        if (ending != null) {
            throw RequestOutcome.late(this);
        }
    }

    @Override
    public String lastWords() {
        RequestOutcome known = ending;
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

    ApiOptions options() {
        return exchange().config().options().api();
    }

    public void match(ServletMatch found) {
        view = view.matched(found);
    }

    /** The view of the target that it shows; changed by dispatches. */
    public RequestView view() {
        return view;
    }

    public void view(RequestView shown) {
        view = shown;
    }

    /** The query as the client sent it; null if there is none. */
    public String receivedQuery() {
        return head().rawQuery();
    }

    /** The target as the client wrote it. */
    public String receivedTarget() {
        return head().rawTarget();
    }

    /** The path of the target that is shown, relative to the context. */
    public String path() {
        return view.match() == null ? "/" : view.match().path();
    }

    /** The port for what must be confidential; 0 if there is none. */
    public int redirectPort() {
        return exchange().origin().redirectPort();
    }

    /** The attributes themselves, for changes that listeners are not told of. */
    public RequestAttributes attributes() {
        return attributes;
    }

    /** Whether the servlet and all filters support asynchronous processing. */
    public boolean isAsyncAllowed() {
        return asyncAllowed;
    }

    public void allowAsync(boolean allowed) {
        asyncAllowed = allowed;
    }

    void belongsTo(ApiResponse belonging, RequestCall owner, HostLogins logins) {
        response = belonging;
        call = owner;
        hostLogins = logins;
    }

    /** By what users of its host log in, as it was when the request came. */
    public HostLogins hostLogins() {
        return hostLogins;
    }

    public ApiResponse response() {
        return response;
    }

    /** Whether that is its response. */
    boolean isAnsweredBy(ApiResponse other) {
        return response == other;
    }

    /** The application that is called: the one that it was dispatched to last. */
    public Application context() {
        return view.context() == null ? context : view.context();
    }

    /** The application that received it. */
    public Application receiver() {
        return context;
    }

    @Override
    public void tellExcess(long declared) {
        context().excess().told(context().path(), method(), uri(), declared);
    }

    /** A parameter of the received path; null if there is none. */
    String pathParameter(String name) {
        return PathParameter.of(head, name);
    }

    /**
     * The identity of the TLS session; null without TLS, and if the connection is that of a proxy,
     * which many clients share.
     */
    Object tlsIdentity() {
        return forwarded == null && exchange().peer().secure()
                ? exchange().peer().tls().identity()
                : null;
    }

    /** Whether it came over TLS, as far as the connector knows. */
    boolean isConfidential() {
        return exchange().origin().secure();
    }

    /** Lets the servlet for files reach the exchange; see {@link FileCall#directExchange}. */
    public void showExchange() {
        // Where the end of a response waits, the exchange is not to be ended by files.
        exchangeShown = !context.sessions().isShared();
    }

    /** The failure of the connection while the body was read; null if there is none. */
    public IOException failure() {
        return input.failure();
    }

    /**
     * The call is over, and the end of the response was not sent: what it has changed of its
     * sessions is saved where other nodes have them. May wait.
     *
     * @throws dev.serval.session.SessionsDownException if that is not possible
     */
    public void leaveSessions() {
        if (identity != null) {
            identity.leaveSessions();
        }
    }

    /** The call is over: the request is not used any more. */
    public void end(RequestOutcome how) {
        input.end();
        if (identity != null) {
            identity.end();
        }
        if (body != null) {
            body.end();
        }
        ending = how;
    }

    /** The server as its client names it. */
    String authority() {
        return ServerName.withPort(exchange(), head);
    }

    /** The absolute URL of a path on this server, as the client has to request it. */
    String absoluteUrl(String reference) {
        return RedirectLocation.absolute(
                reference, exchange().origin().scheme(), authority(), head.rawPath());
    }

    String method() {
        requireAlive();
        return view.method() != null ? view.method() : head.methodName();
    }

    String uri() {
        requireAlive();
        return view.uri() != null ? view.uri() : head.rawPath();
    }

    /** The context path as in the URI, which may have other escapes than the configured one. */
    String contextPath() {
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

    /** The cookies that were received; null if there are none. */
    Cookie[] cookies() {
        requireAlive();
        if (!cookiesParsed) {
            Cookie[] parsed =
                    CookieText.parse(
                            exchange.request().fields(FieldName.COOKIE),
                            options().maxCookieCount(),
                            context.settings().cookies().namesAlone());
            cookies = parsed.length == 0 ? null : parsed;
            cookiesParsed = true;
        }
        return cookies;
    }

    List<Locale> locales() {
        requireAlive();
        if (locales == null) {
            locales = LanguageRanges.parse(head().fields(FieldName.ACCEPT_LANGUAGE));
        }
        return locales;
    }

    /** The body. */
    public RequestBody body() {
        requireAlive();
        if (body == null) {
            body = new RequestBody(context, head, input);
        }
        return body;
    }

    /** The matched servlet; null before routing. */
    RegisteredServlet called() {
        return view.match() == null ? null : view.match().servlet();
    }

    /** The parameters as seen with that view. */
    public Map<String, String[]> parameters(RequestView shown) {
        return body().parameters(shown.parameters(), called());
    }

    /** Not the exchange itself, which only the server may use. */
    @Override
    public CodingChoice codingChoice() {
        return new RequestCoding(this::exchange);
    }

    @Override
    public String encodedPath() {
        return encoded(view.match() == null ? "" : view.match().path());
    }

    @Override
    public Exchange directExchange() {
        return exchangeShown ? exchange() : null;
    }

    /** An attribute that tells of TLS; null if there is none. */
    Object tlsAttribute(String name) {
        return name != null && exchange().peer().secure()
                ? TlsAttributes.of(exchange().peer().tls(), name)
                : null;
    }

    /** A path in the context, as a client has to ask for it. */
    public String encoded(String inside) {
        HttpConfig config = exchange().config();
        return PercentEncoding.ofPath(
                context.path() + inside,
                config.rules().path(),
                config.options().api().uriEncoding());
    }

    /** What a trusted proxy says of its client; null if no proxy is trusted. */
    Forwarded forwarded() {
        return forwarded;
    }

    /** The name of the client's address; waits. */
    public String clientName() {
        if (remoteHost == null) {
            remoteHost = ClientName.of(exchange);
        }
        return remoteHost;
    }

    /** The rules by which its path was read. */
    public PathRules pathRules() {
        return exchange().config().rules().path();
    }

    /** A user has logged in; null means logged out. */
    public void identity(UserPrincipal who, String how) {
        identity().user(who, how);
        exchange().user(who == null ? null : who.name());
    }

    /** How the user logged in; null if there is none, or if no method is configured. */
    String authType() {
        return identity().authType();
    }

    /** The user who has logged in, in this request or in its session; null if there is none. */
    public UserPrincipal principal() {
        return identity().principal(call);
    }

    /** Replaces the received request by a kept one, except for the connection and the cookies. */
    public void replay(SavedRequest saved) {
        cookies();
        head = saved.head();
        input = RequestInput.kept(exchange, saved.body()).belongs(this);
        if (body != null) {
            body.replay(head, input);
        }
        locales = null;
    }

    /** Servlet 6.1 §7.6: its session counts as used, even if the application does not access it. */
    public void accessSession() {
        try {
            requestedSession().get(false);
        } catch (BadRequest e) {
            // Too many cookies: reported when the application reads them.
        }
    }

    /** Makes it one of a session, as if the client had sent the id; false if there is none. */
    public boolean join(String id) {
        return requestedSession().join(id);
    }

    RequestedSession requestedSession() {
        requireAlive();
        return identity().of(context());
    }

    private RequestIdentity identity() {
        if (identity == null) {
            identity = new RequestIdentity(context, this, response);
        }
        return identity;
    }

    /**
     * The request is dispatched to an application, which is then not stopped before the request's
     * end.
     */
    public void enter(Application other) throws ServletException {
        if (other != context) {
            identity().enter(other);
        }
    }

    /** Its session, as the server knows it. */
    public Session session(boolean create) {
        return requestedSession().get(create);
    }

    /**
     * Starts asynchronous processing from a request that the target of a dispatch was given.
     *
     * @param answered the response that the target was given; null means the response itself
     */
    public AsyncContext startAsyncOf(ServletRequest asked, ServletResponse answered) {
        return startAsync(asked, answered == null ? response : answered, false);
    }

    AsyncContext startAsync(ServletRequest asked, ServletResponse answered, boolean given) {
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

    public RequestInput input() {
        return input;
    }

    /**
     * Throws IllegalStateException if the connection cannot be upgraded; where no connection of its
     * protocol can, the answer is a refusal unless the application has another.
     */
    void requireUpgradable() {
        if (exchange().isPlain()) {
            throw new BadRequest(Refusal.NO_UPGRADE, Refusal.NO_UPGRADE.message());
        }
        if (head().version() == HttpVersion.HTTP_1_0 || !head().has(FieldName.UPGRADE)) {
            throw new IllegalStateException(
                    "RFC 9110 §7.8: the client has not asked for another protocol");
        }
        if (call.isUpgraded() || !response.isUpgradable() || !input.isEnded()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.5: upgrade once, before the response is committed, and"
                            + " after the body was read to its end");
        }
    }

    RequestCall call() {
        return call;
    }

    /** Whether the connection will be upgraded when the call is over. */
    public boolean isUpgraded() {
        return call.isUpgraded();
    }
}
