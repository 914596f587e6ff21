package dev.serval.security;

import dev.serval.http.LogText;
import dev.serval.lifecycle.ContextClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions of a realm to the source of its users: few at a time, each on a thread of its own
 * and for a limited time. Thread-safe. If there is no answer, logins get 503: that says nothing
 * about a password, and locks no user out. The log has one line until there are answers again.
 */
public final class UserLookups {
    private static final Logger LOG = LoggerFactory.getLogger(UserLookups.class);
    private static final int LONGEST_REASON = 500;
    private static final int LONGEST_NAME = 1000;
    private static final int RETRY_SECONDS = 5;

    private final String what;
    private final LoginQueue queue;
    private final long patience;
    private final AtomicBoolean failing = new AtomicBoolean();

    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failed(Exception cause) {
            super(cause);
        }
    }

    /**
     * @param what is asked, for messages
     * @param most questions at a time
     * @param limits for logins that wait for their turn
     * @param patience milliseconds that a question may take
     */
    public UserLookups(String what, int most, RealmLimits limits, long patience) {
        this.what = what;
        this.queue = new LoginQueue(new LoginThreads(most), limits);
        this.patience = patience;
    }

    /**
     * The answer. Throws {@link LoginsBusyException} if there is none.
     *
     * @param client as in {@link Realm#authenticate(String, String, String)}
     */
    public <T> T ask(String client, Callable<T> question) {
        T answer;
        try {
            answer = queue.ask(client, () -> answer(question), patience);
        } catch (Failed e) {
            throw failed(e.getCause());
        }
        if (failing.compareAndSet(true, false)) {
            LOG.info("SRV-0665 {} answers again", what);
        }
        return answer;
    }

    /** The same on a thread with that context class loader. */
    <T> T ask(String client, ClassLoader loader, Callable<T> question) {
        return ask(
                client,
                () -> {
                    ClassLoader before = ContextClassLoader.enter(loader);
                    try {
                        return question.call();
                    } finally {
                        ContextClassLoader.leave(before);
                    }
                });
    }

    private static <T> T answer(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception e) {
            throw new Failed(e); // to the thread that asks
        }
    }

    private LoginsBusyException failed(Throwable cause) {
        String reason = reason(cause);
        if (failing.compareAndSet(false, true)) {
            LOG.error("SRV-0664 {} does not tell users, so logins get 503: {}", what, reason);
        }
        return new LoginsBusyException(what + " does not tell users: " + reason, RETRY_SECONDS);
    }

    /** The message of an exception, and that of its cause: one line of limited length. */
    static String reason(Throwable thrown) {
        Throwable cause = thrown.getCause();
        String own = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
        String both =
                cause == null || cause.getMessage() == null || own.contains(cause.getMessage())
                        ? own
                        : own + ": " + cause.getMessage();
        return LogText.shown(both, LONGEST_REASON, "");
    }

    /**
     * Whether a user can have that name: names from clients must not make a source of users fail;
     * some sources refuse control characters.
     */
    public static boolean isName(String name) {
        return name != null
                && !name.isBlank()
                && name.length() <= LONGEST_NAME
                && name.codePoints()
                        .noneMatch(
                                character ->
                                        Character.isISOControl(character)
                                                || Character.getType(character)
                                                        == Character.SURROGATE);
    }

    /** Milliseconds that are enough for a source with limits of its own. */
    public static long patience(int limit) {
        return TimeUnit.SECONDS.toMillis(30) + limit;
    }
}
