package dev.serval.websocket.session;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.websocket.coder.Coders.Encoded;
import dev.serval.websocket.wire.SendCompletion;
import jakarta.websocket.EncodeException;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import jakarta.websocket.SendResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Sends without waiting. Thread-safe. */
final class AsyncRemote extends Remote implements RemoteEndpoint.Async {
    private volatile long sendMillis;

    AsyncRemote(Link link, long sendMillis) {
        super(link);
        this.sendMillis = sendMillis;
    }

    @Override
    public long getSendTimeout() {
        return sendMillis;
    }

    @Override
    public void setSendTimeout(long millis) {
        sendMillis = millis;
    }

    @Override
    public void sendText(String text, SendHandler handler) {
        required(text, "the text");
        send(
                done -> connection().sendText(text, sendMillis, done),
                told(required(handler, "the handler")));
    }

    @Override
    public Future<Void> sendText(String text) {
        required(text, "the text");
        return promised(done -> connection().sendText(text, sendMillis, done));
    }

    @Override
    public Future<Void> sendBinary(ByteBuffer data) {
        required(data, "the data");
        return promised(done -> connection().sendBinary(data, sendMillis, done));
    }

    @Override
    public void sendBinary(ByteBuffer data, SendHandler handler) {
        required(data, "the data");
        send(
                done -> connection().sendBinary(data, sendMillis, done),
                told(required(handler, "the handler")));
    }

    @Override
    public Future<Void> sendObject(Object object) {
        required(object, "the object");
        return promised(done -> encoded(object, done));
    }

    @Override
    public void sendObject(Object object, SendHandler handler) {
        required(object, "the object");
        send(done -> encoded(object, done), told(required(handler, "the handler")));
    }

    private void encoded(Object object, SendCompletion done) {
        Encoded message;
        try {
            message = link.coders().encode(object);
        } catch (EncodeException | IOException | RuntimeException e) {
            done.completed(e);
            return;
        }
        if (message.text() != null) {
            connection().sendText(message.text(), sendMillis, done);
        } else {
            connection().sendBinary(message.binary(), sendMillis, done);
        }
    }

    private Future<Void> promised(Consumer<SendCompletion> sending) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        send(
                sending,
                failure -> {
                    if (failure == null) {
                        future.complete(null);
                    } else {
                        future.completeExceptionally(failure);
                    }
                });
        return future;
    }

    private SendCompletion told(SendHandler handler) {
        return failure -> {
            ClassLoader before = ContextClassLoader.enter(link.served().loader());
            try {
                handler.onResult(
                        failure == null
                                ? new SendResult(link.session())
                                : new SendResult(link.session(), failure));
            } catch (Throwable e) {
                link.error(e);
            } finally {
                ContextClassLoader.leave(before);
            }
        };
    }

    /** Reports a lost peer by the completion, like every later failure. */
    private void send(Consumer<SendCompletion> sending, SendCompletion done) {
        try {
            sending.accept(done);
        } catch (IllegalStateException e) {
            if (connection().isOpen()) {
                throw e;
            }
            done.completed(new IOException("the " + link.session() + " is closed", e));
        }
    }
}
