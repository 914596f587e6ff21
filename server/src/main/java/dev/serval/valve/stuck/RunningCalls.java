package dev.serval.valve.stuck;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All calls that run. Thread-safe. They are in lists of several lanes, so that threads do not wait
 * for each other: to enter or leave a list changes a few links under a lock with little contention.
 */
final class RunningCalls {
    private static final int LANES = 64;

    /** A list, with a head that is no call. */
    private static final class Lane {
        private final ReentrantLock lock = new ReentrantLock();
        private final RunningCall head = new RunningCall(null, 0);

        Lane() {
            head.before = head;
            head.after = head;
        }
    }

    private final Lane[] lanes = new Lane[LANES];

    RunningCalls() {
        for (int i = 0; i < LANES; i++) {
            lanes[i] = new Lane();
        }
    }

    private Lane lane(RunningCall call) {
        return lanes[(int) (call.thread().getId() & LANES - 1)];
    }

    void enter(RunningCall call) {
        Lane lane = lane(call);
        lane.lock.lock();
        try {
            call.after = lane.head.after;
            call.before = lane.head;
            lane.head.after.before = call;
            lane.head.after = call;
        } finally {
            lane.lock.unlock();
        }
    }

    void leave(RunningCall call) {
        Lane lane = lane(call);
        lane.lock.lock();
        try {
            call.before.after = call.after;
            call.after.before = call.before;
        } finally {
            lane.lock.unlock();
        }
    }

    /** Adds the calls that have run for at least that many nanoseconds. */
    void olderThan(long nanos, long now, List<RunningCall> found) {
        for (Lane lane : lanes) {
            lane.lock.lock();
            try {
                for (RunningCall call = lane.head.after; call != lane.head; call = call.after) {
                    if (call.age(now) >= nanos) {
                        found.add(call);
                    }
                }
            } finally {
                lane.lock.unlock();
            }
        }
    }
}
