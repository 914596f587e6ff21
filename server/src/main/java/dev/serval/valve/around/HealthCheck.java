package dev.serval.valve.around;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.valve.PreRoutingValve;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * The HealthCheckValve of an engine or a host: answers at a path whether all applications are
 * served. Thread-safe.
 *
 * @param path of the requests
 * @param up whether all applications are served; must not block
 */
public record HealthCheck(String path, BooleanSupplier up) implements PreRoutingValve {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    @Override
    public boolean admit(Exchange exchange) throws IOException {
        if (!exchange.request().rawPath().equals(path)) {
            return true;
        }
        boolean healthy = up.getAsBoolean();
        exchange.status(healthy ? OK : UNAVAILABLE);
        exchange.fields().set(FieldName.CONTENT_TYPE, "application/json");
        exchange.fields().set(FieldName.CACHE_CONTROL, "no-store");
        exchange.end(ByteBuffer.wrap(text(healthy)));
        return false;
    }

    private static byte[] text(boolean healthy) {
        String text =
                "{\n  \"status\": \"" + (healthy ? "UP" : "DOWN") + "\",\n  \"checks\": []\n}";
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
