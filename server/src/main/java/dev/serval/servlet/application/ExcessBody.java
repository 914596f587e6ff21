package dev.serval.servlet.application;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the first response of an application whose body was longer than its declared length, and at
 * debug level every other. Thread-safe. The client gets the declared length, and the servlet gets
 * no error, so only the log shows it.
 */
public final class ExcessBody {
    private static final Logger LOG = LoggerFactory.getLogger(ExcessBody.class);

    private final AtomicBoolean known = new AtomicBoolean();

    /**
     * @param context the path of the application
     * @param declared in bytes
     */
    public void told(String context, String method, String uri, long declared) {
        if (known.compareAndSet(false, true)) {
            LOG.warn(
                    "SRV-0680 {} {} of context '{}' has written more than its Content-Length of {}"
                            + " bytes: the client got so many, the rest was dropped; declare the"
                            + " length in bytes, or none (further ones are logged at debug level)",
                    method,
                    uri,
                    context,
                    declared);
        } else {
            LOG.debug(
                    "{} {} of context '{}' has written more than its Content-Length of {}",
                    method,
                    uri,
                    context,
                    declared);
        }
    }
}
