package dev.serval.thread;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes up virtual threads that the JDK has forgotten. The JDK has poller threads that wait for
 * sockets in place of virtual threads, and an OutOfMemoryError ends such a poller for good (seen on
 * JDK 25: half of all reads were never woken again). So once the process was hurt, the sweep checks
 * whether bytes have been waiting since the last sweep. A needless wake-up does no harm: the JDK
 * checks the socket again. One for each connection on a virtual thread.
 */
public final class LostWakeUps {
    private final SocketChannel channel;
    private final ThreadFailures harm;
    // Written by the thread that is about to wait; the beginning of the wait publishes it.
    private Thread reader;
    private Thread writer;
    // By the sweep.
    private InputStream arrived;
    private boolean late;

    public LostWakeUps(SocketChannel channel, ThreadFailures harm) {
        this.channel = channel;
        this.harm = harm;
    }

    /** The calling thread is about to read. */
    public void reads() {
        reader = Thread.currentThread();
    }

    /** The calling thread is about to write. */
    public void writes() {
        writer = Thread.currentThread();
    }

    /**
     * Called by the sweep.
     *
     * @param reading whether somebody has waited in a read since the last sweep
     * @param writing whether somebody has waited in a write since then
     */
    public void sweep(boolean reading, boolean writing) {
        if (!harm.hurt()) {
            return;
        }
        if (writing) {
            LockSupport.unpark(writer);
        }
        if (!reading || !bytesArrived()) {
            late = false;
        } else if (late) {
            LockSupport.unpark(reader);
        } else {
            late = true;
        }
    }

    private boolean bytesArrived() {
        try {
            if (arrived == null) {
                arrived = channel.socket().getInputStream();
            }
            return arrived.available() > 0;
        } catch (IOException e) {
            return false; // Closed meanwhile, or its input was: that wakes the reader.
        }
    }
}
