package dev.serval.net;

import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks every millisecond whether a loop is held up by a call that it runs itself; sleeps while no
 * loop runs a call. Has a thread of its own. Thread-safe.
 */
final class LoopWatcher implements Runnable {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(1);
    // A wake-up costs about as much as so many looks.
    private static final int QUIET_TICKS = 10;

    private final EventLoop[] loops;
    private final Thread thread;
    private final TurnGuard guard = new TurnGuard("The watcher of the event loops");
    private volatile boolean asleep;
    private volatile boolean stopped;

    LoopWatcher(EventLoop[] loops, String name) {
        this.loops = loops;
        thread = Threads.platform(name).newThread(this);
    }

    void start() {
        thread.start();
    }

    /** Called by a loop after it has set the token of its call. */
    void called() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    void stop() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join(1000);
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                watch();
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }

    private void watch() {
        int quiet = 0;
        while (!stopped) {
            Thread.interrupted(); // left over from a program, it would end each wait at once
            quiet = look() ? 0 : quiet + 1;
            guard.passed();
            if (quiet < QUIET_TICKS) {
                LockSupport.parkNanos(this, TICK);
                continue;
            }
            asleep = true;
            // A loop that began a call before it could see this has changed its token.
            if (!look() && !stopped) {
                LockSupport.park(this);
            }
            asleep = false;
            quiet = 0;
        }
    }

    private boolean look() {
        boolean busy = false;
        for (EventLoop loop : loops) {
            busy |= loop.look();
        }
        return busy;
    }
}
