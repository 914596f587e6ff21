package dev.serval.session.saved;

/**
 * When sessions are stored and leave the memory, from the attributes of the PersistentManager.
 * Immutable; -1 switches a rule off.
 *
 * @param maxIdleBackup seconds without a request after which a session is stored
 * @param minIdleSwap seconds without a request before which it does not leave the memory because
 *     there are too many
 * @param maxIdleSwap seconds without a request after which it leaves the memory
 * @param saveOnRestart whether all are stored at a stop
 */
public record SwapRules(
        int maxIdleBackup, int minIdleSwap, int maxIdleSwap, boolean saveOnRestart) {
    private static final long MILLIS = 1000;

    /** Stores sessions only at a stop. */
    public static final SwapRules NEVER = new SwapRules(-1, -1, -1, true);

    boolean isToStore(long idleMillis) {
        return maxIdleBackup >= 0 && idleMillis >= maxIdleBackup * MILLIS;
    }

    boolean isToSwap(long idleMillis) {
        return maxIdleSwap >= 0 && idleMillis >= Math.max(maxIdleSwap, minIdleSwap) * MILLIS;
    }

    boolean mayMakeRoom(long idleMillis) {
        return minIdleSwap < 0 || idleMillis >= minIdleSwap * MILLIS;
    }
}
