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
 * The nonces of DIGEST (RFC 7616 §3.3, §5.4, §5.12). Thread-safe. A nonce contains the time when it
 * was made and the proof that it was made here, so a client that only asks for one costs no memory.
 * With its first correct answer it is remembered, so that no count is used twice. The number of
 * these is bounded; those removed are stale and never valid again.
 */
final class Nonces {
    /** The state of a nonce with a count. */
    enum NonceState {
        /** Made by this server, still valid, and the count was not used. */
        FRESH,
        /** Expired, removed, or from elsewhere: the client has to use another one. */
        STALE,
        /** The count was used before, or is too far from the others. */
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

    // Bytes: the time, random bytes, and the proof that it was made here.
    private static final int TIME = 8;
    private static final int RANDOM = 8;
    private static final int PROOF = 16;

    private final int validity;
    private final int most;
    private final int window;
    private final LongSupplier millis;
    private final SecretKeySpec key = new SecretKeySpec(SaltedHash.salt(32), "HmacSHA256");
    // By nonce, the first used first, guarded by itself.
    private final Map<String, Uses> known = new LinkedHashMap<>();
    // For nonces made until then it is no longer known whether they were used.
    private long forgotten = Long.MIN_VALUE;

    /**
     * @param millis a clock that never goes back
     */
    Nonces(int validity, int most, int window, LongSupplier millis) {
        this.validity = validity;
        this.most = most;
        this.window = window;
        this.millis = millis;
    }

    /** A new one. It is not remembered. */
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

    /** When a nonce of this server was made, unless it has expired; null for others. */
    private Long made(String nonce) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(nonce);
        } catch (IllegalArgumentException e) {
            return null; // the client's error: it gets another one
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
    NonceState state(String nonce, String nc) {
        Long made = made(nonce);
        if (made == null) {
            return NonceState.STALE;
        }
        synchronized (known) {
            Uses uses = uses(nonce, made);
            if (uses == null) {
                return NonceState.STALE;
            }
            return uses.isFree(Long.parseLong(nc, 16), window)
                    ? NonceState.FRESH
                    : NonceState.REPLAYED;
        }
    }

    /** Null if it may have been used and that was forgotten. */
    private Uses uses(String nonce, long made) {
        Uses uses = known.get(nonce);
        return uses != null || made <= forgotten ? uses : new Uses(made);
    }

    /**
     * Uses up a count, for a correct answer; from then on the nonce is remembered. Returns false if
     * another request was faster.
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

    /** Expired ones are removed first, then the oldest; guarded by known. */
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

    /** The number of remembered nonces. */
    int size() {
        synchronized (known) {
            return known.size();
        }
    }
}
