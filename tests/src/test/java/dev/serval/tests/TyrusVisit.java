package dev.serval.tests;

import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What Tyrus's client hears, in a JVM of its own: in that of the tests the client would be found
 * instead of the one under test.
 */
public final class TyrusVisit {
    private static final int[] SIZES = {0, 1, 125, 126, 127, 65535, 65536, 200_000};
    private static final WebSocketContainer CLIENT = ContainerProvider.getWebSocketContainer();
    private static final BlockingQueue<Object> HEARD = new LinkedBlockingQueue<>();

    private TyrusVisit() {}

    /** Keeps what comes. */
    public static final class Hearing extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(String.class, HEARD::add);
            session.addMessageHandler(ByteBuffer.class, HEARD::add);
        }

        @Override
        public void onClose(Session session, CloseReason reason) {
            HEARD.add(reason.getCloseCode().getCode() + " " + reason.getReasonPhrase());
        }
    }

    /**
     * @param args the URI of the application
     */
    public static void main(String[] args) throws Exception {
        CLIENT.setDefaultMaxTextMessageBufferSize(1 << 20);
        CLIENT.setDefaultMaxBinaryMessageBufferSize(1 << 20);
        Session socket = open(args[0] + "/echo");
        int count = 0;
        for (int size : SIZES) {
            count += echo(socket, "\u00e9".repeat(size)) ? 1 : 0;
            ByteBuffer bytes = ByteBuffer.allocate(size);
            socket.getBasicRemote().sendBinary(bytes.duplicate());
            count += bytes.equals(next()) ? 1 : 0;
        }
        socket.getBasicRemote().sendText("one ", false);
        socket.getBasicRemote().sendPing(ByteBuffer.allocate(125));
        socket.getBasicRemote().sendText("two", true);
        System.out.println("echoes " + count + ", " + next());
        socket.close();
        System.out.println("closed " + next());

        Session observer = open(args[0] + "/log");
        Session ours = open(args[0] + "/log");
        ours.close(new CloseReason(CloseReason.CloseCodes.getCloseCode(4002), "bye"));
        System.out.println("closed " + next());
        observer.getBasicRemote().sendText("ends");
        System.out.println("the server heard " + next());
        Session theirs = open(args[0] + "/log");
        theirs.getBasicRemote().sendText("close");
        System.out.println("heard " + next());
        observer.getBasicRemote().sendText("ends");
        System.out.println("the server heard " + next());
        System.exit(0);
    }

    private static boolean echo(Session socket, String text) throws Exception {
        socket.getBasicRemote().sendText(text);
        return text.equals(next());
    }

    private static Object next() throws InterruptedException {
        return HEARD.poll(20, TimeUnit.SECONDS);
    }

    private static Session open(String uri) throws Exception {
        return CLIENT.connectToServer(
                Hearing.class, ClientEndpointConfig.Builder.create().build(), URI.create(uri));
    }
}
