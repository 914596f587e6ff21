package dev.serval.security;

import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Refuses a user for some time after too many failures in a row, from any client. Thread-safe. A
 * locked user, known or unknown, costs nothing, and further attempts restart the time.
 */
public final class LockOutRealm implements Realm {
    /** Longer names are stored as hashes, so that clients cannot fill the memory. */
    private static final int LONGEST_NAME = 128;

    /**
     * Names and defaults are Tomcat's. Immutable.
     *
     * @param failureCount failures after which a user is locked; default 5
     * @param lockOutTime seconds; default 300
     * @param cacheSize users whose failures are remembered; default 1000
     * @param caseSensitive whether the case of names matters; default false
     */
    public record LockOutSettings(
            int failureCount, int lockOutTime, int cacheSize, boolean caseSensitive) {
        public static final LockOutSettings DEFAULTS = new LockOutSettings(5, 300, 1000, false);
    }

    private record Failures(int count, long lastNanos) {}

    private final Realm realm;
    private final LockOutSettings settings;
    private final LongSupplier nanos;
    private final LockOutLog log;
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    public LockOutRealm(Realm realm, LockOutSettings settings) {
        this(realm, settings, System::nanoTime);
    }

    LockOutRealm(Realm realm, LockOutSettings settings, LongSupplier nanos) {
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

    /** A certificate cannot be guessed, so it locks no user out. */
    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return realm.authenticate(certificate);
    }

    @Override
    public UserPrincipal find(String user) {
        return realm.find(user);
    }

    @Override
    public UserPrincipal current(UserPrincipal user) {
        return realm.current(user);
    }

    @Override
    public boolean mayWait() {
        return realm.mayWait();
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
            // Others may have failed meanwhile: parallel logins get no more attempts.
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
        String name = settings.caseSensitive() ? user : folded(user);
        return name.length() <= LONGEST_NAME ? name : DigestAlgorithm.SHA_256.hash(name);
    }

    /**
     * The same for all names that a database or a directory may compare as one: U+0131 is an i, and
     * U+017F an s, in capitals alone.
     */
    private static String folded(String user) {
        StringBuilder letters = new StringBuilder(user.length());
        user.codePoints()
                .map(Character::toUpperCase)
                .map(Character::toLowerCase)
                .forEach(letters::appendCodePoint);
        // One letter may be two in capitals.
        return letters.toString().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Whether the user is locked: then no password is checked, and the time restarts. */
    private boolean refuses(String key) {
        synchronized (failures) {
            Failures known = failures.get(key);
            if (!isLocked(known)) {
                return false;
            }
            failures.remove(key); // moves it to the end of the order
            failures.put(key, new Failures(known.count(), nanos.getAsLong()));
            return true;
        }
    }

    private boolean isLocked(Failures known) {
        return known != null
                && known.count() >= settings.failureCount()
                && nanos.getAsLong() - known.lastNanos() < settings.lockOutTime() * 1_000_000_000L;
    }

    /** Locked users are kept as long as there are others to remove. */
    private void makeRoom(String key) {
        if (failures.containsKey(key) || failures.size() < settings.cacheSize()) {
            failures.remove(key); // moves it to the end of the order
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

    /** The names whose failures are remembered. */
    Set<String> names() {
        synchronized (failures) {
            return Set.copyOf(failures.keySet());
        }
    }

    /** The number of users whose failures are remembered. */
    int size() {
        synchronized (failures) {
            return failures.size();
        }
    }
}
