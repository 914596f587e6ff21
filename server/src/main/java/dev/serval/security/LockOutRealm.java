package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Refuses a user for some time after too many failures in a row, whoever asks. Thread-safe. A
 * locked user costs nothing, known or not, and further attempts begin the time anew.
 */
public final class LockOutRealm implements Realm {
    /** Longer names are remembered by their hash: what a client sends must not fill the memory. */
    private static final int LONGEST_NAME = 128;

    /**
     * Names and defaults are Tomcat's. Immutable.
     *
     * @param failureCount failures after which a user is locked; default 5
     * @param lockOutTime seconds; default 300
     * @param cacheSize users that failures are remembered of; default 1000
     * @param caseSensitive whether names in another case are other users; default false
     */
    public record Settings(
            int failureCount, int lockOutTime, int cacheSize, boolean caseSensitive) {
        public static final Settings DEFAULTS = new Settings(5, 300, 1000, false);
    }

    private record Failures(int count, long lastNanos) {}

    private final Realm realm;
    private final Settings settings;
    private final LongSupplier nanos;
    private final LockOutLog log;
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    public LockOutRealm(Realm realm, Settings settings) {
        this(realm, settings, System::nanoTime);
    }

    LockOutRealm(Realm realm, Settings settings, LongSupplier nanos) {
        this.realm = realm;
        this.settings = settings;
        this.nanos = nanos;
        this.log = new LockOutLog(settings, nanos);
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        return filtered(user, () -> realm.authenticate(user, password, client));
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return filtered(answer.user(), () -> realm.authenticate(answer));
    }

    /** A certificate cannot be guessed: nobody is locked for it. */
    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return realm.authenticate(certificate);
    }

    @Override
    public UserPrincipal find(String user) {
        return realm.find(user);
    }

    @Override
    public void start() {
        realm.start();
    }

    @Override
    public void stop() {
        realm.stop();
    }

    private UserPrincipal filtered(String user, Supplier<UserPrincipal> attempt) {
        if (user == null) {
            return null;
        }
        log.look();
        String key = key(user);
        if (refuses(key)) {
            log.refused(user);
            return null;
        }
        UserPrincipal found = attempt.get();
        boolean locked;
        boolean locks;
        synchronized (failures) {
            Failures before = failures.get(key);
            // Others may have failed meanwhile: of many at once no more count than in a row.
            locked = isLocked(before);
            if (found != null && !locked) {
                failures.remove(key);
                return found;
            }
            boolean over = before == null || !locked && before.count() >= settings.failureCount();
            int count = over ? 1 : Math.min(before.count() + 1, settings.failureCount());
            makeRoom(key);
            failures.put(key, new Failures(count, nanos.getAsLong()));
            locks = !locked && count >= settings.failureCount();
        }
        if (locks) {
            log.locked(user);
        } else if (locked) {
            log.refused(user);
        }
        return null;
    }

    private String key(String user) {
        String name = settings.caseSensitive() ? user : user.toLowerCase(Locale.ROOT);
        return name.length() <= LONGEST_NAME ? name : DigestAlgorithm.SHA_256.hash(name);
    }

    /** Whether the user is locked: then no password is looked at, and the time begins anew. */
    private boolean refuses(String key) {
        synchronized (failures) {
            Failures known = failures.get(key);
            if (!isLocked(known)) {
                return false;
            }
            failures.remove(key); // to the end of the line
            failures.put(key, new Failures(known.count(), nanos.getAsLong()));
            return true;
        }
    }

    private boolean isLocked(Failures known) {
        return known != null
                && known.count() >= settings.failureCount()
                && nanos.getAsLong() - known.lastNanos() < settings.lockOutTime() * 1_000_000_000L;
    }

    /** Who is locked stays as long as there are others to forget. */
    private void makeRoom(String key) {
        if (failures.containsKey(key) || failures.size() < settings.cacheSize()) {
            failures.remove(key); // to the end of the line
            return;
        }
        String out = null;
        for (Map.Entry<String, Failures> entry : failures.entrySet()) {
            if (out == null || !isLocked(entry.getValue())) {
                out = entry.getKey();
            }
            if (!isLocked(entry.getValue())) {
                break;
            }
        }
        failures.remove(out);
    }

    /** Whose failures are remembered. */
    Set<String> names() {
        synchronized (failures) {
            return Set.copyOf(failures.keySet());
        }
    }

    /** How many users have failures that are remembered. */
    int size() {
        synchronized (failures) {
            return failures.size();
        }
    }
}
