package dev.serval.security.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import javax.naming.ldap.StartTlsResponse;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * Adds TLS to an existing connection; for one handshake, whose waits it limits: the JDK does not
 * limit them. Used by one thread.
 */
final class StartTlsSockets extends SSLSocketFactory {
    private final SSLSocketFactory factory;
    private final int timeout;
    private Socket made;

    private StartTlsSockets(SSLSocketFactory factory, int timeout) {
        this.factory = factory;
        this.timeout = timeout;
    }

    /** Negotiates TLS with the settings of the address; the certificate has to be of the host. */
    static void negotiate(StartTlsResponse tls, LdapAddress address)
            throws IOException, ReflectiveOperationException {
        LdapAddress.StartTls settings = address.startTls();
        if (settings.cipherSuites() != null) {
            tls.setEnabledCipherSuites(settings.cipherSuites().toArray(String[]::new));
        }
        if (settings.hostnameVerifier() != null) {
            tls.setHostnameVerifier(make(settings.hostnameVerifier(), HostnameVerifier.class));
        }
        StartTlsSockets sockets = new StartTlsSockets(factory(settings), address.readTimeout());
        tls.negotiate(sockets);
        if (sockets.made != null) {
            sockets.made.setSoTimeout(0); // from here on the JDK limits the waits for answers
        }
    }

    private static SSLSocketFactory factory(LdapAddress.StartTls settings)
            throws IOException, ReflectiveOperationException {
        if (settings.socketFactory() != null) {
            return make(settings.socketFactory(), SSLSocketFactory.class);
        }
        if (settings.sslProtocol() == null) {
            return (SSLSocketFactory) SSLSocketFactory.getDefault();
        }
        try {
            SSLContext context = SSLContext.getInstance(settings.sslProtocol());
            context.init(null, null, null);
            return context.getSocketFactory();
        } catch (NoSuchAlgorithmException | KeyManagementException e) {
            throw new IOException("sslProtocol " + settings.sslProtocol() + ": " + e, e);
        }
    }

    private static <T> T make(String name, Class<T> type) throws ReflectiveOperationException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return Class.forName(name, true, loader).asSubclass(type).getConstructor().newInstance();
    }

    @Override
    public Socket createSocket(Socket below, String host, int port, boolean autoClose)
            throws IOException {
        made = factory.createSocket(below, host, port, autoClose);
        made.setSoTimeout(timeout);
        return made;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return factory.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return factory.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("for connections that are there");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
        return createSocket(host, port);
    }
}
