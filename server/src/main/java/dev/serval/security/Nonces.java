package dev.serval.security;

import java.util.Base64;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The nonces of DIGEST (RFC 7616 §3.3, §5.4). Thread-safe. Only those that are remembered count, so
 * that none is used twice with one count; so many are, then the oldest go.
 */
final class Nonces {
    /** How a nonce stands with its count. */
    enum State {
        /** It is ours, in time, and the count was not used. */
        FRESH,
        /** It was ours, and its time or its room is over: another one is to be used. */
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

    private final int validity;
    private final int window;
    private final LongSupplier millis;
    private final Map<String, Uses> known;

    Nonces(int validity, int most, int window, LongSupplier millis) {
        this.validity = validity;
        this.window = window;
        this.millis = millis;
        known =
                new LinkedHashMap<>() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Uses> eldest) {
                        return size() > most;
                    }
                };
    }

    /** A new one. */
    String next() {
        long now = millis.getAsLong();
        byte[] bytes = SaltedHash.salt(24);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        synchronized (known) {
            known.put(nonce, new Uses(now));
        }
        return nonce;
    }

    /**
     * @param nc eight hexadecimal digits
     */
    State state(String nonce, String nc) {
        synchronized (known) {
            Uses uses = known.get(nonce);
            if (uses == null || millis.getAsLong() - uses.made >= validity) {
                return State.STALE;
            }
            return uses.isFree(Long.parseLong(nc, 16), window) ? State.FRESH : State.REPLAYED;
        }
    }

    /** Uses a count up; false when another request was faster. */
    boolean use(String nonce, String nc) {
        synchronized (known) {
            long count = Long.parseLong(nc, 16);
            Uses uses = known.get(nonce);
            if (uses == null || !uses.isFree(count, window)) {
                return false;
            }
            uses.use(count, window);
            return true;
        }
    }

    /** How many are remembered. */
    int size() {
        synchronized (known) {
            return known.size();
        }
    }
}
