package dev.serval.net;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Why a call that a loop runs itself has not ended. To Java a thread runs, too, that waits for a
 * processor, or in a system call; where the system says more, it is asked. Used by the watcher
 * only.
 */
final class HeldCall {
    /** After so many looks its route no longer counts as short, or the system is asked about it. */
    static final int LASTING_LOOKS = 2;

    private static final long COMPUTES_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** What holds it. */
    enum Held {
        /** It has just begun, or would go on if a processor were free. */
        PREEMPTED,
        WAITS,
        COMPUTES
    }

    // At the look that asks the system first.
    private long used;

    /**
     * @param looks at the same call, this one included
     */
    Held why(LoopThread thread, int looks) {
        boolean waits =
                switch (thread.thread().getState()) {
                    case BLOCKED, WAITING, TIMED_WAITING -> true;
                    case NEW, RUNNABLE, TERMINATED -> false;
                };
        if (waits) {
            return Held.WAITS;
        }
        if (looks < LASTING_LOOKS) {
            return Held.PREEMPTED;
        }
        ProcessorUse use = thread.use;
        if (use == null) {
            return Held.COMPUTES;
        }
        try {
            long nanos = use.nanos();
            if (looks == LASTING_LOOKS) {
                used = nanos;
            } else if (nanos - used >= COMPUTES_NANOS) {
                return Held.COMPUTES;
            }
            return use.sleeps() ? Held.WAITS : Held.PREEMPTED;
        } catch (IOException e) {
            return Held.COMPUTES;
        }
    }
}
