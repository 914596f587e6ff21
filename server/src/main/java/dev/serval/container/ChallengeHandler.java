package dev.serval.container;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.HttpHandler;
import dev.serval.http.RequestHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Answers an authority that requests the token of an order (RFC 8555 §8.3), before hosts,
 * applications and redirects to https. All other requests go on, so that another client of an
 * authority can still use the files of an application. Thread-safe. It exists only on connectors
 * without TLS of a server that obtains certificates.
 *
 * @param answers by tokens
 */
record ChallengeHandler(HttpHandler next, Map<String, String> answers) implements HttpHandler {
    private static final String PATH = "/.well-known/acme-challenge/";

    @Override
    public void handle(Exchange exchange) {
        String answer = answers.isEmpty() ? null : answer(exchange.request());
        if (answer == null) {
            next.handle(exchange);
            return;
        }
        try {
            exchange.fields().set(FieldName.CONTENT_TYPE, "application/octet-stream");
            exchange.fields().set(FieldName.CACHE_CONTROL, "no-store");
            exchange.end(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    private String answer(RequestHead head) {
        String method = head.methodName();
        String path = head.rawPath();
        boolean reads = method.equals("GET") || method.equals("HEAD");
        return reads && path.startsWith(PATH) ? answers.get(path.substring(PATH.length())) : null;
    }

    @Override
    public void completed(Exchange exchange) {
        next.completed(exchange);
    }
}
