package dev.serval.benchmarks.websocket;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;

/** Sends every message back to whoever has sent it. Thread-safe. */
@ServerEndpoint(EchoEndpoint.PATH)
public final class EchoEndpoint {
    static final String PATH = "/websocket/echo";

    @OnMessage
    public String echo(String message) {
        return message;
    }
}
