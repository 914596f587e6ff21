package dev.serval.security;

import dev.serval.http.LineLimit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delegates to another handler, and logs if that cannot compare a stored value: once a minute at
 * most, and without the value. Thread-safe.
 */
public final class ToldCredentials implements CredentialHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ToldCredentials.class);

    private final CredentialHandler handler;
    private final LineLimit limit;

    public ToldCredentials(CredentialHandler handler) {
        this(handler, System::nanoTime);
    }

    ToldCredentials(CredentialHandler handler, LongSupplier nanos) {
        this.handler = handler;
        limit = new LineLimit(nanos, 1, null);
    }

    @Override
    public boolean matches(String password, String kept) {
        if (!handler.knows(kept) && limit.next() != null) {
            LOG.warn(
                    "SRV-0690 a stored password has no form that {} can compare: its user cannot"
                            + " log in (logInvalidStoredCredentials)",
                    handler.getClass().getSimpleName());
        }
        return handler.matches(password, kept);
    }

    @Override
    public boolean knows(String kept) {
        return handler.knows(kept);
    }

    @Override
    public int rounds(String kept) {
        return handler.rounds(kept);
    }

    @Override
    public String mutate(String password) {
        return handler.mutate(password);
    }

    @Override
    public String a1(DigestAnswer answer, String kept) {
        return handler.a1(answer, kept);
    }
}
