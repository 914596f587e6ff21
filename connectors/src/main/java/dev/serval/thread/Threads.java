package dev.serval.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates threads. The only class that distinguishes platform and virtual threads; it reaches the
 * latter by method handles, since JDK 17 has no such API. Stateless.
 */
public final class Threads {
    private static final MethodHandle VIRTUAL = findVirtual();
    private static final MethodHandle IS_VIRTUAL = findIsVirtual();

    private Threads() {}

    /** True if this JDK has virtual threads. */
    public static boolean haveVirtual() {
        return VIRTUAL != null;
    }

    /** True on a virtual thread. Allocates nothing. */
    static boolean onVirtual() {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            return false;
        }
    }

    /**
     * Whether the server created the thread, so that what applications leave in it ends with it.
     */
    public static boolean isOwn(Thread thread) {
        return thread instanceof Own;
    }

    private static final class Own extends Thread {
        Own(Runnable task, String name) {
            super(null, task, name, 0, false);
        }
    }

    /** Daemon platform threads, named by the prefix and a number. */
    public static ThreadFactory platform(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return heirless(
                task -> {
                    String name = prefix + number.incrementAndGet();
                    Thread thread = new Own(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Threads that inherit nothing from their creator, which may be running an application: neither
     * its context class loader nor, before JDK 24, the access control context of its callers.
     */
    private static ThreadFactory heirless(ThreadFactory factory) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = privileged(() -> factory.newThread(task));
            thread.setContextClassLoader(context);
            return thread;
        };
    }

    @SuppressWarnings("removal") // the only way to keep the callers from being inherited
    private static Thread privileged(PrivilegedAction<Thread> action) {
        return AccessController.doPrivileged(action);
    }

    /** The same for virtual threads; platform threads before JDK 21. */
    public static ThreadFactory virtual(String prefix) {
        if (VIRTUAL == null) {
            return platform(prefix);
        }
        try {
            return heirless((ThreadFactory) VIRTUAL.invokeExact(prefix, 1L));
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads cannot be made", e);
        }
    }

    /** Thread.ofVirtual().name(prefix, 1).inheritInheritableThreadLocals(false).factory() */
    private static MethodHandle findVirtual() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle start =
                    lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
            MethodHandle name =
                    lookup.findVirtual(
                            builder,
                            "name",
                            MethodType.methodType(builder, String.class, long.class));
            MethodHandle inherit =
                    lookup.findVirtual(
                            builder,
                            "inheritInheritableThreadLocals",
                            MethodType.methodType(builder, boolean.class));
            MethodHandle factory =
                    lookup.findVirtual(
                            builder, "factory", MethodType.methodType(ThreadFactory.class));
            name = name.asType(MethodType.methodType(builder, ofVirtual, String.class, long.class));
            inherit = MethodHandles.insertArguments(inherit, 1, false);
            factory = MethodHandles.filterReturnValue(inherit, factory);
            return MethodHandles.filterReturnValue(
                    MethodHandles.collectArguments(name, 0, start), factory);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Thread.isVirtual(); null before JDK 21. */
    private static MethodHandle findIsVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
