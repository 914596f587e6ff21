package dev.serval.files;

import dev.serval.http.Exchange;
import dev.serval.http.Method;
import dev.serval.net.FileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Sends responses without the Servlet API: ends the exchange itself, from memory, by sendfile or by
 * copying. Stateless.
 */
final class ExchangeOut {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private ExchangeOut() {}

    /** Whether the response needs no error page, which is not made here. */
    static boolean canSend(FileResponse response) {
        return switch (response.status()) {
            case 200, 206, 304 -> true;
            default -> false;
        };
    }

    /** Sends the answer to a GET or HEAD and completes the exchange. */
    static void send(Exchange exchange, FileResponse response, Form form, FileSettings settings)
            throws IOException {
        CachedFile file = form.file();
        if (response.status() == 304) {
            exchange.end(304, form.head().knownFields(), NOTHING);
            return;
        }
        ByteBuffer body = file.body();
        if (body != null && response.status() == 200) {
            exchange.end(200, form.head().wholeFields(), body);
            return;
        }
        if (exchange.request().method() == Method.HEAD) {
            begin(exchange, response);
            exchange.end();
            return;
        }
        if (response.multipart() != null) {
            copy(exchange, response, file);
            return;
        }
        if (body != null) {
            body.position((int) response.first());
            body.limit((int) (response.first() + response.length()));
            begin(exchange, response);
            exchange.end(body);
            return;
        }
        if (settings.sendfile(response.length())) {
            sendfile(exchange, response, file);
        } else {
            copy(exchange, response, file);
        }
    }

    private static void begin(Exchange exchange, FileResponse response) {
        exchange.sendAsIs();
        exchange.status(response.status());
        for (FileResponse.Field line : response.fields()) {
            exchange.fields().set(line.name(), line.value());
        }
        exchange.contentLength(response.length());
    }

    private static void sendfile(Exchange exchange, FileResponse response, CachedFile file)
            throws IOException {
        FileRegion region = file.region(response.first(), response.length());
        try {
            begin(exchange, response);
        } catch (RuntimeException e) {
            region.release();
            throw e;
        }
        exchange.end(region);
    }

    /** From memory, or by one open file for all parts. */
    private static void copy(Exchange exchange, FileResponse response, CachedFile file)
            throws IOException {
        try (FileSource source = new FileSource(file)) {
            begin(exchange, response);
            source.send(response, exchange::write);
        }
        exchange.end();
    }
}
