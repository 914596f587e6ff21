package dev.serval.websocket.session;

import dev.serval.websocket.coder.Coders;
import dev.serval.websocket.coder.MessageType.MessageKind;
import dev.serval.websocket.wire.CloseCode;
import dev.serval.websocket.wire.Limits;
import dev.serval.websocket.wire.MessageReceiver;
import dev.serval.websocket.wire.WebSocketConnection;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Extension;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A connection as an endpoint sees it, from either side. Thread-safe. */
public final class WebSocketSession implements Session {
    private static final AtomicLong IDS = new AtomicLong();

    private final String id = Long.toHexString(IDS.getAndIncrement());
    private final Served served;
    private final Handshaken handshake;
    private final Routes routes;
    private final Incoming incoming;
    private final Map<String, Object> properties;
    // Why it was closed from this side; null if it was not.
    private final AtomicReference<CloseReason> reason = new AtomicReference<>();
    private final Link link;
    private final BasicRemote basic;
    private final AsyncRemote async;
    private volatile boolean ended;
    private volatile int maxText;
    private volatile int maxBinary;
    private volatile long idleMillis;

    /**
     * @param limits the initial ones of the connection
     * @param sendMillis of asynchronous sends, 0 or less for no limit
     */
    public WebSocketSession(Served served, Handshaken handshake, Limits limits, long sendMillis) {
        this.served = served;
        this.handshake = handshake;
        routes = new Routes(served.decoders());
        incoming = new Incoming(this, served.loader());
        properties = new ConcurrentHashMap<>(served.config().getUserProperties());
        link = new Link(this, served);
        basic = new BasicRemote(link);
        async = new AsyncRemote(link, sendMillis);
        maxText = limits.maxText();
        maxBinary = limits.maxBinary();
        idleMillis = limits.idleMillis();
    }

    /** The receiver for the wire. */
    public MessageReceiver receiver() {
        return incoming;
    }

    /** The data from its handshake. */
    public Handshaken handshake() {
        return handshake;
    }

    /** Routes of an annotated endpoint. */
    public void take(List<Route> taken) {
        routes.add(taken);
        for (Route route : taken) {
            if (route.maxSize() > 0 && route.type().kind() == MessageKind.TEXT) {
                setMaxTextMessageBufferSize(route.maxSize());
            } else if (route.maxSize() > 0 && route.type().kind() == MessageKind.BINARY) {
                setMaxBinaryMessageBufferSize(route.maxSize());
            }
        }
    }

    Coders coders() {
        return link.coders();
    }

    Route route(MessageKind kind) {
        return routes.of(kind);
    }

    // ---- calls from the wire

    void opened(WebSocketConnection made) {
        link.opened(made);
        try {
            link.coders(new Coders(served.decoders(), served.encoders(), served.config()));
            served.sessions().add(this);
            if (handshake.tie() != null) {
                handshake.tie().bind(this);
            }
            served.endpoint().onOpen(this, served.config());
        } catch (Throwable e) {
            error(e);
            close(CloseCodes.UNEXPECTED_CONDITION, "");
        }
    }

    /** Passed to the endpoint, otherwise logged. */
    public void error(Throwable cause) {
        link.error(cause);
    }

    void closed(int code, String phrase) {
        served.sessions().remove(this);
        if (handshake.tie() != null) {
            handshake.tie().release(this);
        }
        CloseReason own = reason.get();
        try {
            served.endpoint()
                    .onClose(
                            this,
                            own != null
                                    ? own
                                    : new CloseReason(CloseCodes.getCloseCode(code), phrase));
        } catch (Throwable e) {
            error(e);
        }
        ended = true;
        try {
            if (link.coders() != null) {
                link.coders().destroy();
            }
        } catch (RuntimeException e) {
            error(e);
        }
    }

    /** Whether messages can be sent. */
    boolean isSending() {
        WebSocketConnection made = link.connection();
        return !ended && made != null && reason.get() == null && made.isOpen();
    }

    // ---- Session

    private void requireLife() {
        if (ended) {
            throw new IllegalStateException("the session " + id + " is closed");
        }
    }

    @Override
    public WebSocketContainer getContainer() {
        requireLife();
        return served.container();
    }

    @Override
    public void addMessageHandler(MessageHandler handler) {
        requireLife();
        routes.add(handler);
    }

    @Override
    @SuppressWarnings("unchecked") // it gets only objects of that class
    public <T> void addMessageHandler(Class<T> type, MessageHandler.Whole<T> handler) {
        requireLife();
        routes.add(type, (MessageHandler.Whole<Object>) handler);
    }

    @Override
    @SuppressWarnings("unchecked") // it gets only objects of that class
    public <T> void addMessageHandler(Class<T> type, MessageHandler.Partial<T> handler) {
        requireLife();
        routes.add(type, (MessageHandler.Partial<Object>) handler);
    }

    @Override
    public Set<MessageHandler> getMessageHandlers() {
        requireLife();
        return routes.handlers();
    }

    @Override
    public void removeMessageHandler(MessageHandler handler) {
        requireLife();
        routes.remove(handler);
    }

    @Override
    public String getProtocolVersion() {
        requireLife();
        return "13";
    }

    @Override
    public String getNegotiatedSubprotocol() {
        requireLife();
        return handshake.subprotocol();
    }

    @Override
    public List<Extension> getNegotiatedExtensions() {
        requireLife();
        return handshake.extensions();
    }

    @Override
    public boolean isSecure() {
        requireLife();
        return handshake.secure();
    }

    /** True until the endpoint's onClose has returned. */
    @Override
    public boolean isOpen() {
        return !ended && link.connection() != null;
    }

    @Override
    public long getMaxIdleTimeout() {
        requireLife();
        return idleMillis;
    }

    @Override
    public void setMaxIdleTimeout(long millis) {
        requireLife();
        idleMillis = millis;
        link.connection().idleTimeout(millis);
    }

    @Override
    public void setMaxBinaryMessageBufferSize(int bytes) {
        requireLife();
        maxBinary = bytes;
        link.connection().maxBinary(bytes);
    }

    @Override
    public int getMaxBinaryMessageBufferSize() {
        requireLife();
        return maxBinary;
    }

    @Override
    public void setMaxTextMessageBufferSize(int bytes) {
        requireLife();
        maxText = bytes;
        link.connection().maxText(bytes);
    }

    @Override
    public int getMaxTextMessageBufferSize() {
        requireLife();
        return maxText;
    }

    @Override
    public RemoteEndpoint.Async getAsyncRemote() {
        requireLife();
        return async;
    }

    @Override
    public RemoteEndpoint.Basic getBasicRemote() {
        requireLife();
        return basic;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public void close() {
        close(CloseCodes.NORMAL_CLOSURE, "");
    }

    @Override
    public void close(CloseReason given) {
        CloseReason said = given == null ? new CloseReason(CloseCodes.NORMAL_CLOSURE, "") : given;
        if (ended || !reason.compareAndSet(null, said)) {
            return;
        }
        int code = said.getCloseCode().getCode();
        link.connection()
                .close(CloseCode.mayBeSent(code) ? code : CloseCode.NONE, said.getReasonPhrase());
    }

    /** See {@link #close(CloseReason)}. */
    public void close(CloseReason.CloseCode code, String phrase) {
        close(new CloseReason(code, phrase));
    }

    @Override
    public URI getRequestURI() {
        requireLife();
        return handshake.uri();
    }

    @Override
    public Map<String, List<String>> getRequestParameterMap() {
        requireLife();
        return handshake.parameters();
    }

    @Override
    public String getQueryString() {
        requireLife();
        return handshake.uri().getRawQuery();
    }

    @Override
    public Map<String, String> getPathParameters() {
        requireLife();
        return handshake.path();
    }

    @Override
    public Map<String, Object> getUserProperties() {
        requireLife();
        return properties;
    }

    @Override
    public Principal getUserPrincipal() {
        requireLife();
        return handshake.user();
    }

    @Override
    public Set<Session> getOpenSessions() {
        requireLife();
        return served.sessions().shown();
    }

    @Override
    public String toString() {
        return "session " + id + " of " + handshake.uri().getPath();
    }
}
