package dev.serval.security.ldap;

import dev.serval.lifecycle.ContextClassLoader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NamingSecurityException;
import javax.naming.directory.Attributes;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import javax.naming.ldap.InitialLdapContext;
import javax.naming.ldap.LdapContext;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.StartTlsRequest;
import javax.naming.ldap.StartTlsResponse;

/**
 * A connection to a directory, of one user from its beginning to its end. Used by one thread at a
 * time. After a failure it is closed: the JDK would connect anew, and without TLS.
 */
final class LdapConnection implements AutoCloseable {
    private static final String SIMPLE = "simple";
    private static final String NONE = "none";

    private final LdapContext context;

    private LdapConnection(LdapContext context) {
        this.context = context;
    }

    /**
     * Opens the connection of a user with that password. Throws {@link NamingSecurityException} if
     * the directory refuses it.
     *
     * @param loader of the classes that the address names
     */
    static LdapConnection open(
            LdapAddress address, ClassLoader loader, String name, String password)
            throws NamingException {
        if (name.isEmpty() || password.isEmpty()) {
            // RFC 4513 §5.1.2: a directory takes that for an anonymous bind, which succeeds.
            throw new IllegalArgumentException("a bind needs a name and a password");
        }
        // Other mechanisms of the JDK do not check the password.
        String way = String.valueOf(address.authentication());
        boolean looks = way.equals("DIGEST-MD5") || way.equals("CRAM-MD5");
        return open(address, loader, name, password, looks ? way : SIMPLE);
    }

    /** Opens a connection for searches. */
    static LdapConnection open(LdapAddress address, ClassLoader loader) throws NamingException {
        String name = address.connectionName();
        String way = address.authentication();
        return open(
                address,
                loader,
                name,
                address.connectionPassword(),
                way != null ? way : name == null ? NONE : SIMPLE);
    }

    private static LdapConnection open(
            LdapAddress address, ClassLoader loader, String name, String password, String way)
            throws NamingException {
        NamingException first = null;
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            for (String url : address.urls()) {
                try {
                    return to(url, address, name, password, way);
                } catch (NamingSecurityException e) {
                    throw e; // the directory has answered
                } catch (NamingException e) {
                    if (first == null) {
                        first = e;
                    } else {
                        first.addSuppressed(e);
                    }
                }
            }
        } finally {
            ContextClassLoader.leave(before);
        }
        throw first;
    }

    private static LdapConnection to(
            String url, LdapAddress address, String name, String password, String way)
            throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>(address.more());
        environment.put(Context.INITIAL_CONTEXT_FACTORY, address.contextFactory());
        environment.put(Context.PROVIDER_URL, url);
        environment.put(
                "com.sun.jndi.ldap.connect.timeout", String.valueOf(address.connectionTimeout()));
        environment.put("com.sun.jndi.ldap.read.timeout", String.valueOf(address.readTimeout()));
        if (address.startTls() == null) {
            environment.put(Context.SECURITY_AUTHENTICATION, way);
            user(name, password).forEach(environment::put);
            return new LdapConnection(new InitialLdapContext(environment, null));
        }
        LdapConnection connection = new LdapConnection(new InitialLdapContext(environment, null));
        try {
            connection.startTls(address);
            LdapContext context = connection.context;
            context.addToEnvironment(Context.SECURITY_AUTHENTICATION, way);
            for (Map.Entry<String, String> each : user(name, password).entrySet()) {
                context.addToEnvironment(each.getKey(), each.getValue());
            }
            context.reconnect(null); // binds, on this connection
            return connection;
        } catch (NamingException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Mechanisms of SASL need not have a password. */
    private static Map<String, String> user(String name, String password) {
        Map<String, String> user = new HashMap<>();
        if (name != null) {
            user.put(Context.SECURITY_PRINCIPAL, name);
        }
        if (password != null) {
            user.put(Context.SECURITY_CREDENTIALS, password);
        }
        return user;
    }

    private void startTls(LdapAddress address) throws NamingException {
        StartTlsResponse tls = (StartTlsResponse) context.extendedOperation(new StartTlsRequest());
        try {
            StartTlsSockets.negotiate(tls, address);
        } catch (IOException | ReflectiveOperationException e) {
            NamingException failure = new NamingException("StartTLS has failed: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    Attributes attributes(String name, String... wanted) throws NamingException {
        // "1.1" asks for none (RFC 4511 §4.5.1.8).
        return context.getAttributes(
                new LdapName(name), wanted.length == 0 ? new String[] {"1.1"} : wanted);
    }

    NamingEnumeration<SearchResult> search(String base, String filter, SearchControls controls)
            throws NamingException {
        return context.search(new LdapName(base), filter, controls);
    }

    @Override
    public void close() {
        try {
            context.close();
        } catch (NamingException e) {
            // The connection is not used any more, and the JDK keeps nothing of it.
        }
    }
}
