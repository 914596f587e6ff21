package dev.serval.naming;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.NamingException;

/**
 * A value that is made when it is looked up. Thread-safe. A look-up that fails does not keep the
 * next one from trying again.
 */
public final class NamedObject {
    private static final long PATIENCE_SECONDS = 60;

    private final String type;
    private final boolean singleton;
    private final Maker maker;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Object made;

    /** Makes the value. */
    @FunctionalInterface
    public interface Maker {
        /** Throws with a message for the caller of the look-up. */
        Object make() throws NamingException;
    }

    /**
     * @param type the name of its class, for listings
     * @param singleton whether it is made once
     */
    public NamedObject(String type, boolean singleton, Maker maker) {
        this.type = type;
        this.singleton = singleton;
        this.maker = maker;
    }

    /** The name of its class. */
    public String type() {
        return type;
    }

    /** The value, which is made now if there is none. */
    public Object get() throws NamingException {
        if (!singleton) {
            return maker.make();
        }
        Object known = made;
        return known != null ? known : first();
    }

    private Object first() throws NamingException {
        if (lock.isHeldByCurrentThread()) {
            throw new NamingException("it needs itself: names lead in a circle");
        }
        try {
            if (!lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new NamingException(
                        "another thread has been making it for "
                                + PATIENCE_SECONDS
                                + " s, and goes on");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NamingException("the thread was interrupted while another one makes it");
        }
        try {
            if (made == null) {
                made = maker.make();
            }
            return made;
        } finally {
            lock.unlock();
        }
    }
}
