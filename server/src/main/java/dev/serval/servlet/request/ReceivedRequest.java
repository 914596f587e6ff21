package dev.serval.servlet.request;

import dev.serval.files.FileCall;
import dev.serval.http.ApiOptions;
import dev.serval.http.CodingChoice;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Forwarded;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpVersion;
import dev.serval.http.PathRules;
import dev.serval.http.PercentEncoding;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A request as the container knows it: its life, what it shows of its target, who has sent it. The
 * application sees an {@link ApiRequest}, which is the same object. Owned by the thread that runs
 * the call.
 */
abstract sealed class ReceivedRequest implements StreamOwner, FileCall permits ApiRequest {
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
    // What a plain call does not ask for is made when it is asked for.
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
    // Null while it may be used.
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

    /** What is shown of the target; changed by dispatches. */
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

    /** The attributes themselves, for what listeners are not told. */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /** Whether everything on the way supports asynchronous processing. */
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

    /** Of the path as it was received; null if there is none. */
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

    /** Whether it came by TLS, as far as the connector knows. */
    boolean isConfidential() {
        return exchange().origin().secure();
    }

    /** Lets the servlet for files reach the exchange; see {@link FileCall#directExchange}. */
    public void showExchange() {
        exchangeShown = true;
    }

    /** What the connection failed with while the body was read; null if it did not. */
    public IOException failure() {
        return input.failure();
    }

    /** The call is over: nobody uses the request any more. */
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

    /** A reference to something of this server, as the client has to ask for it from elsewhere. */
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

    /** As it stands in the URI, which may have other escapes than the context's own. */
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

    /** Those that were received; null if there are none. */
    Cookie[] cookies() {
        requireAlive();
        if (!cookiesParsed) {
            Cookie[] parsed =
                    CookieText.parse(
                            exchange.request().fields(FieldName.COOKIE),
                            options().maxCookieCount());
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

    /** What it carries. */
    public RequestBody body() {
        requireAlive();
        if (body == null) {
            body = new RequestBody(context, head, input);
        }
        return body;
    }

    /** What answers; null before routing. */
    RegisteredServlet called() {
        return view.match() == null ? null : view.match().servlet();
    }

    /** The parameters, as they are where that is shown. */
    public Map<String, String[]> parameters(RequestView shown) {
        return body().parameters(shown.parameters(), called());
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

    /** What a trusted proxy says of its client; null where none is believed. */
    Forwarded forwarded() {
        return forwarded;
    }

    /** The name of the client's address; waits. */
    String remoteHost() {
        if (remoteHost == null) {
            remoteHost = ClientName.of(exchange);
        }
        return remoteHost;
    }

    /** By which its path was read. */
    public PathRules pathRules() {
        return exchange().config().rules().path();
    }

    /** Somebody has logged in, or out, who is null then. */
    public void identity(UserPrincipal who, String how) {
        identity().user(who, how);
        exchange().user(who == null ? null : who.name());
    }

    /** How; null if there is nobody, and where no method is configured. */
    String authType() {
        return identity().authType();
    }

    /**
     * Who has logged in, in this request or in the session that it belongs to; null if there is
     * nobody.
     */
    public UserPrincipal principal() {
        return identity().principal(call);
    }

    /** What was kept takes the place of what was received, the connection and cookies excepted. */
    public void replay(SavedRequest saved) {
        cookies();
        head = saved.head();
        input = RequestInput.kept(exchange, saved.body()).belongs(this);
        if (body != null) {
            body.replay(head, input);
        }
        locales = null;
    }

    /** Servlet 6.1 §7.6: its session is used, whether or not anybody asks for it. */
    public void accessSession() {
        try {
            requestedSession().get(false);
        } catch (BadRequest e) {
            // Too many cookies: whoever asks for them is told.
        }
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

    /** Is dispatched to an application, which is not stopped before the request's end. */
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
     * Asked of what the target of a dispatch was given.
     *
     * @param answered what that answers to; null for the response itself
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

    /** Throws IllegalStateException where the connection cannot become another protocol's. */
    void requireUpgradable() {
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

    /** What it asks for what stands above it. */
    RequestCall call() {
        return call;
    }

    /** Whether the connection is another protocol's when the call is over. */
    public boolean isUpgraded() {
        return call.isUpgraded();
    }
}
