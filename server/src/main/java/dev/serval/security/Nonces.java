package dev.serval.security;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The nonces of DIGEST (RFC 7616 §3.3, §5.4, §5.12). Thread-safe. One tells itself when it was
 * made, and proves that it was made here; so whoever only asks costs no memory and pushes nobody
 * out. With its first right answer it is remembered, so that no count is used twice. So many are;
 * those that went before them are stale, never new again.
 */
final class Nonces {
    /** How a nonce stands with its count. */
    enum State {
        /** It is ours, in time, and the count was not used. */
        FRESH,
        /** Its time or its room is over, or it is not ours: another one is to be used. */
        STALE,
        /** The count was used before, or is too far off. */
        REPLAYED
    }

    private static final class Uses {
        private final BitSet seen = new BitSet();
        private final long made;
        // The count of the first bit.
        private long first = 1;

        Uses(long made) {
            this.made = made;
        }

        boolean isFree(long count, int window) {
            return count >= first
                    && count < first + 2L * window
                    && !seen.get((int) (count - first));
        }

        void use(long count, int window) {
            seen.set((int) (count - first));
            int behind = (int) (count - first) - window + 1;
            if (behind > 0) {
                BitSet rest = seen.get(behind, seen.length());
                seen.clear();
                seen.or(rest);
                first += behind;
            }
        }
    }

    // Bytes: when it was made, what nobody guesses, and what proves that it is ours.
    private static final int TIME = 8;
    private static final int RANDOM = 8;
    private static final int PROOF = 16;

    private final int validity;
    private final int most;
    private final int window;
    private final LongSupplier millis;
    private final SecretKeySpec key = new SecretKeySpec(SaltedHash.salt(32), "HmacSHA256");
    // By nonces, the first used first, by itself.
    private final Map<String, Uses> known = new LinkedHashMap<>();
    // Of those that were made until then nobody knows any more whether they were used.
    private long forgotten = Long.MIN_VALUE;

    /**
     * @param millis never goes back
     */
    Nonces(int validity, int most, int window, LongSupplier millis) {
        this.validity = validity;
        this.most = most;
        this.window = window;
        this.millis = millis;
    }

    /** A new one. Nothing is remembered of it. */
    String next() {
        ByteBuffer nonce = ByteBuffer.allocate(TIME + RANDOM + PROOF);
        nonce.putLong(millis.getAsLong()).put(SaltedHash.salt(RANDOM));
        nonce.put(proof(nonce.array()), 0, PROOF);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce.array());
    }

    private byte[] proof(byte[] nonce) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(nonce, 0, TIME + RANDOM);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /** When a nonce of this server was made, if it is not too old; null for others. */
    private Long made(String nonce) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(nonce);
        } catch (IllegalArgumentException e) {
            return null; // the client's mistake: it gets another one
        }
        if (bytes.length != TIME + RANDOM + PROOF) {
            return null;
        }
        byte[] given = Arrays.copyOfRange(bytes, TIME + RANDOM, bytes.length);
        if (!MessageDigest.isEqual(given, Arrays.copyOf(proof(bytes), PROOF))) {
            return null;
        }
        long made = ByteBuffer.wrap(bytes).getLong();
        return millis.getAsLong() - made < validity ? made : null;
    }

    /**
     * @param nc eight hexadecimal digits
     */
    State state(String nonce, String nc) {
        Long made = made(nonce);
        if (made == null) {
            return State.STALE;
        }
        synchronized (known) {
            Uses uses = uses(nonce, made);
            if (uses == null) {
                return State.STALE;
            }
            return uses.isFree(Long.parseLong(nc, 16), window) ? State.FRESH : State.REPLAYED;
        }
    }

    /** Null where it may have been used and that is forgotten. */
    private Uses uses(String nonce, long made) {
        Uses uses = known.get(nonce);
        return uses != null || made <= forgotten ? uses : new Uses(made);
    }

    /**
     * Uses a count up, for a right answer: from then on the nonce is remembered. False when another
     * request was faster.
     */
    boolean use(String nonce, String nc) {
        Long made = made(nonce);
        if (made == null) {
            return false;
        }
        synchronized (known) {
            long count = Long.parseLong(nc, 16);
            Uses uses = uses(nonce, made);
            if (uses == null || !uses.isFree(count, window)) {
                return false;
            }
            uses.use(count, window);
            if (known.putIfAbsent(nonce, uses) == null) {
                makeRoom();
            }
            return true;
        }
    }

    /** Whose time is over goes first, then whoever was first; by known. */
    private void makeRoom() {
        long now = millis.getAsLong();
        Iterator<Uses> oldest = known.values().iterator();
        while (oldest.hasNext()) {
            Uses uses = oldest.next();
            boolean over = now - uses.made >= validity;
            if (!over && known.size() <= most) {
                return;
            }
            if (!over) {
                forgotten = Math.max(forgotten, uses.made);
            }
            oldest.remove();
        }
    }

    /** How many are remembered. */
    int size() {
        synchronized (known) {
            return known.size();
        }
    }
}
