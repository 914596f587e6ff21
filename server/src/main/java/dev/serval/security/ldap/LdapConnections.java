package dev.serval.security.ldap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import javax.naming.CommunicationException;
import javax.naming.NamingException;
import javax.naming.NamingSecurityException;
import javax.naming.ServiceUnavailableException;

/**
 * The connections by which a directory is searched. Thread-safe. There are as many as threads ask
 * at once; one that was idle for long is not used again, since it may be gone without notice.
 */
final class LdapConnections {
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LdapAddress address;
    private final ClassLoader loader;
    private final Deque<Idle> idle = new ArrayDeque<>(); // guarded by this; the last one first
    private boolean closed; // guarded by this

    private record Idle(LdapConnection connection, long since) {}

    /** What a connection is used for. */
    @FunctionalInterface
    interface Use<T> {
        T of(LdapConnection connection) throws NamingException;
    }

    /**
     * @param loader of the classes that the address names
     */
    LdapConnections(LdapAddress address, ClassLoader loader) {
        this.address = address;
        this.loader = loader;
    }

    /** The connection of a user, which the caller has to close. */
    LdapConnection of(String name, String password) throws NamingException {
        return LdapConnection.open(address, loader, name, password);
    }

    /** Whether connections that search have a name. */
    boolean haveName() {
        return address.connectionName() != null;
    }

    /** Tries once more if an idle connection is gone. */
    <T> T use(Use<T> use) throws NamingException {
        LdapConnection known = take();
        if (known != null) {
            try {
                return use(known, use);
            } catch (CommunicationException | ServiceUnavailableException e) {
                // Tries once more.
            }
        }
        LdapConnection made;
        try {
            made = LdapConnection.open(address, loader);
        } catch (NamingSecurityException e) {
            NamingException failure =
                    new NamingException("connectionName or connectionPassword is wrong: " + e);
            failure.initCause(e);
            throw failure;
        }
        return use(made, use);
    }

    private <T> T use(LdapConnection connection, Use<T> use) throws NamingException {
        boolean works = false;
        try {
            T result = use.of(connection);
            works = true;
            return result;
        } finally {
            if (works) {
                give(connection);
            } else {
                connection.close();
            }
        }
    }

    private LdapConnection take() {
        Deque<LdapConnection> old = new ArrayDeque<>();
        LdapConnection found = null;
        synchronized (this) {
            if (!idle.isEmpty() && System.nanoTime() - idle.peek().since() < IDLE_NANOS) {
                found = idle.pop().connection();
            } else {
                idle.forEach(each -> old.add(each.connection()));
                idle.clear();
            }
        }
        old.forEach(LdapConnection::close);
        return found;
    }

    private void give(LdapConnection connection) {
        synchronized (this) {
            if (!closed) {
                idle.push(new Idle(connection, System.nanoTime()));
                return;
            }
        }
        connection.close();
    }

    /** Called after the last use; connections in use end with it. */
    void close() {
        Deque<Idle> all;
        synchronized (this) {
            closed = true;
            all = new ArrayDeque<>(idle);
            idle.clear();
        }
        all.forEach(each -> each.connection().close());
    }
}
