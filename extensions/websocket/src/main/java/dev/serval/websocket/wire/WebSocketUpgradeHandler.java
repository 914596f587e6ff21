package dev.serval.websocket.wire;

import dev.serval.http.BytesHandler;
import dev.serval.http.UpgradedBytes;
import dev.serval.lifecycle.GoingAwayListener;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.time.Duration;

/**
 * The server's end of a WebSocket connection, for {@link
 * jakarta.servlet.http.HttpServletRequest#upgrade}. The caller then calls {@link #prepare} of the
 * result.
 */
public final class WebSocketUpgradeHandler
        implements HttpUpgradeHandler, BytesHandler, GoingAwayListener {
    private Limits limits;
    private PerMessageDeflate deflate;
    private MessageReceiver receiver;
    private Object kind = WebSocketUpgradeHandler.class;
    private WebSocketConnection connection;

    /**
     * Called before the call ends.
     *
     * @param deflate agreed in the answer; null without compression
     * @param kind of endpoint: turns of one kind last about as long; often its class
     */
    public void prepare(
            Limits limits, PerMessageDeflate deflate, MessageReceiver receiver, Object kind) {
        this.limits = limits;
        this.deflate = deflate;
        this.receiver = receiver;
        this.kind = kind;
    }

    @Override
    public Object kind() {
        return kind;
    }

    @Override
    public void opened(UpgradedBytes bytes) throws IOException {
        connection = new WebSocketConnection(Role.SERVER, bytes, limits, deflate, receiver);
        connection.opened();
    }

    @Override
    public void readable() throws IOException {
        connection.readable();
    }

    @Override
    public void turn() throws IOException {
        connection.turn();
    }

    @Override
    public void goingAway(Duration left) {
        connection.close(CloseCode.GOING_AWAY, "");
    }

    /** Not called, since this handler takes its bytes without streams. */
    @Override
    public void init(WebConnection streams) {
        throw new UnsupportedOperationException("the server gives no UpgradedBytes");
    }

    @Override
    public void destroy() {
        if (connection != null) {
            connection.lost();
        }
    }
}
