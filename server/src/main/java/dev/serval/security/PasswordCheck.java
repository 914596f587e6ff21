package dev.serval.security;

/**
 * Compares passwords with their stored values: slow hashes on few threads, and for unknown users
 * with a value that takes as long. Thread-safe.
 */
public final class PasswordCheck {
    private final CredentialHandler credentials;
    private final LoginQueue queue;
    private final VerifiedPasswords verified = new VerifiedPasswords(1000);
    // If not all users are known: the slowest stored value that was found so far.
    private volatile String slowest;

    /**
     * @param threads that hash slowly, shared with other realms
     * @param limits for logins that wait for these threads
     */
    public PasswordCheck(CredentialHandler credentials, LoginThreads threads, RealmLimits limits) {
        this.credentials = credentials;
        this.queue = new LoginQueue(threads, limits);
    }

    /**
     * Whether it is the password of the user. In a realm that does not know all its users, unknown
     * users take the time of the slowest value found so far.
     *
     * @param kept null for a user who is unknown, or has no password
     * @param client as in {@link Realm#authenticate(String, String, String)}
     */
    public boolean isRight(String user, String password, String kept, String client) {
        return isRight(user, password, kept, met(kept), client);
    }

    private String met(String kept) {
        String most = slowest;
        if (kept != null && (most == null || credentials.rounds(kept) > credentials.rounds(most))) {
            most = kept;
            slowest = kept;
        }
        return most;
    }

    /**
     * The same where all users are known.
     *
     * @param other the value that an unknown user's password is compared with; null if no user has
     *     one
     */
    boolean isRight(String user, String password, String kept, String other, String client) {
        boolean known = kept != null;
        if (other == null || known && verified.contains(user, password, kept)) {
            return other != null;
        }
        // A password stored in a fast form need not wait for others; a wrong one takes their time.
        boolean fast = known && credentials.rounds(kept) < LoginQueue.SLOW;
        boolean right = fast && matches(user, password, kept);
        if (!right && credentials.rounds(other) >= LoginQueue.SLOW) {
            String slow = known && !fast ? kept : null;
            right = queue.compare(client, () -> matches(user, password, slow, other));
        } else if (!known) {
            credentials.matches(password, other);
        }
        return right;
    }

    /**
     * Whether it is the password of that user. A wrong one takes as long as that of an unknown
     * user.
     *
     * @param kept null for an unknown user
     */
    private boolean matches(String user, String password, String kept, String other) {
        // Another request with the same password may have come before it in the queue.
        if (kept != null
                && (verified.contains(user, password, kept) || matches(user, password, kept))) {
            return true;
        }
        if (kept == null || credentials.rounds(kept) < credentials.rounds(other)) {
            credentials.matches(password, other);
        }
        return false;
    }

    private boolean matches(String user, String password, String kept) {
        boolean right = credentials.matches(password, kept);
        if (right) {
            verified.add(user, password, kept);
        }
        return right;
    }

    /** Whether an answer to a challenge was made with the stored value. */
    public boolean isRight(DigestAnswer answer, String kept) {
        return isRight(answer, kept, met(kept));
    }

    boolean isRight(DigestAnswer answer, String kept, String other) {
        String compared = kept != null ? kept : other;
        if (compared == null) {
            return false;
        }
        String a1 = credentials.a1(answer, compared);
        boolean right = answer.isMadeWith(a1 == null ? answer.a1("") : a1);
        return kept != null && a1 != null && right;
    }
}
