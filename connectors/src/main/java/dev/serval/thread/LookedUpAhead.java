package dev.serval.thread;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.AcceptPendingException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The classes of the JDK that code names which runs when memory has run out: in its catch blocks,
 * behind {@code instanceof}, as those whose methods it calls. When a class loader is asked for a
 * class for the first time it needs memory, also for a class of the JDK; where there is none the
 * catch block itself throws. Later the JVM finds the class without asking. Stateless.
 */
final class LookedUpAhead {
    private static final List<Class<?>> CLASSES =
            List.of(
                    AcceptPendingException.class,
                    ArrayDeque.class,
                    CancelledKeyException.class,
                    ClosedChannelException.class,
                    ClosedSelectorException.class,
                    Condition.class,
                    Error.class,
                    Exception.class,
                    IOException.class,
                    InterruptedException.class,
                    LockSupport.class,
                    OutOfMemoryError.class,
                    ReentrantLock.class,
                    RejectedExecutionException.class,
                    RuntimeException.class,
                    Set.class,
                    SocketTimeoutException.class,
                    StackOverflowError.class,
                    Thread.class,
                    Throwable.class,
                    UncheckedIOException.class,
                    VirtualMachineError.class);

    private LookedUpAhead() {}

    /** Those of them; to be called while there is memory. */
    static List<Class<?>> all() {
        return CLASSES;
    }
}
