package dev.serval.session;

import jakarta.servlet.SessionTrackingMode;
import java.util.EnumSet;
import java.util.Set;

/**
 * How the sessions of an application are tracked (Servlet 6.1 §7.1). Changed by one thread until
 * the application is initialised, then only read, by any thread.
 *
 * <p>Only by cookies by default, since an id in a URL also appears in logs, bookmarks and Referer
 * fields (CWE-598).
 */
public final class SessionTracking {
    private static final Set<SessionTrackingMode> DEFAULT = Set.of(SessionTrackingMode.COOKIE);

    private final boolean tls;
    private Set<SessionTrackingMode> modes;

    /**
     * Throws IllegalArgumentException as {@link #modes(Set)} does.
     *
     * @param tls whether a connector has TLS
     */
    SessionTracking(Set<SessionTrackingMode> modes, boolean tls) {
        this.tls = tls;
        modes(modes);
    }

    /** The default; a copy. */
    public static Set<SessionTrackingMode> defaultModes() {
        return copy(DEFAULT);
    }

    /** The modes in effect, a copy; empty if the application has turned its sessions off. */
    public Set<SessionTrackingMode> modes() {
        return copy(modes);
    }

    /** Throws IllegalArgumentException for modes that cannot be combined, or are not possible. */
    void modes(Set<SessionTrackingMode> wanted) {
        if (wanted.contains(SessionTrackingMode.SSL)) {
            if (wanted.size() > 1) {
                throw new IllegalArgumentException(
                        "Servlet 6.1 §7.1.2: tracking by SSL cannot be combined with others: "
                                + wanted);
            }
            if (!tls) {
                throw new IllegalArgumentException(
                        "sessions cannot be tracked by SSL: no connector has TLS (SSLEnabled)");
            }
        }
        modes = Set.copyOf(wanted);
    }

    /** Whether that mode is in effect. */
    public boolean by(SessionTrackingMode mode) {
        return modes.contains(mode);
    }

    boolean isOff() {
        return modes.isEmpty();
    }

    private static Set<SessionTrackingMode> copy(Set<SessionTrackingMode> from) {
        return from.isEmpty() ? EnumSet.noneOf(SessionTrackingMode.class) : EnumSet.copyOf(from);
    }
}
