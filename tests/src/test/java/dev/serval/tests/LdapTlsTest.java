package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.security.CertificateNames;
import dev.serval.security.LoginThreads;
import dev.serval.security.LoginsBusyException;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.RealmLimits;
import dev.serval.security.UserPrincipal;
import dev.serval.security.ldap.LdapAddress;
import dev.serval.security.ldap.LdapRealm;
import dev.serval.security.ldap.LdapSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A JNDIRealm whose directory takes passwords over TLS alone: StartTLS, and ldaps. */
class LdapTlsTest {
    private static OpenLdap directory;
    private LdapRealm realm;

    /** Trusts the directory; named in the configuration. */
    public static final class Trusting extends SSLSocketFactory {
        private final SSLSocketFactory factory = TestTls.shared().anybody().getSocketFactory();

        /** As the JDK asks for it. */
        public static SocketFactory getDefault() {
            return new Trusting();
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
        public Socket createSocket() throws IOException {
            return factory.createSocket();
        }

        @Override
        public Socket createSocket(Socket s, String host, int port, boolean close)
                throws IOException {
            return factory.createSocket(s, host, port, close);
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return factory.createSocket(host, port);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress from, int at)
                throws IOException {
            return factory.createSocket(host, port, from, at);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return factory.createSocket(host, port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress from, int at)
                throws IOException {
            return factory.createSocket(host, port, from, at);
        }
    }

    @BeforeAll
    static void startDirectory() throws Exception {
        assumeTrue(OpenLdap.isInstalled(), "slapd is not installed");
        directory = OpenLdap.start("security simple_bind=64");
    }

    @AfterAll
    static void stopDirectory() throws Exception {
        if (directory != null) {
            directory.close();
        }
    }

    @AfterEach
    void stop() {
        realm.stop();
    }

    private static LdapAddress.StartTls startTls(String factory) {
        return new LdapAddress.StartTls(null, null, factory, null);
    }

    private UserPrincipal logIn(
            String url, Map<String, String> more, LdapAddress.StartTls tls, String password) {
        LdapAddress address =
                new LdapAddress(
                        List.of(url),
                        OpenLdap.SEARCHER,
                        OpenLdap.SEARCHER_PASSWORD,
                        null,
                        500,
                        500,
                        "com.sun.jndi.ldap.LdapCtxFactory",
                        more,
                        tls);
        LdapSettings settings =
                new LdapSettings(
                        new LdapSettings.Users(
                                List.of(),
                                "ou=people," + OpenLdap.SUFFIX,
                                "(uid={0})",
                                false,
                                false,
                                null,
                                "employeeType",
                                null),
                        null,
                        null,
                        0,
                        0,
                        false);
        RealmLimits limits = RealmLimits.DEFAULTS;
        realm =
                new LdapRealm(
                        address,
                        LdapTlsTest.class.getClassLoader(),
                        settings,
                        2,
                        new PasswordCheck(Pbkdf2Credentials.DEFAULT, new LoginThreads(1), limits),
                        CertificateNames.DEFAULTS,
                        limits);
        return realm.authenticate("ann", password, null);
    }

    @Test
    void withoutTlsThisDirectoryTakesNoPassword() {
        assertThatThrownBy(() -> logIn(directory.url(), Map.of(), null, "right"))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("connectionName or connectionPassword");
    }

    @Test
    void startTlsComesBeforeThePassword() {
        UserPrincipal ann =
                logIn(directory.url(), Map.of(), startTls(Trusting.class.getName()), "right");
        assertThat(ann.roles()).containsExactly("clerk");
        assertThat(realm.authenticate("ann", "wrong", null)).isNull();
        assertThat(realm.authenticate("ann", "right", null)).isEqualTo(ann);
    }

    @Test
    void aCertificateThatNobodyTrustsEndsStartTls() {
        assertThatThrownBy(() -> logIn(directory.url(), Map.of(), startTls(null), "right"))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("StartTLS has failed");
    }

    @Test
    void aCertificateOfAnotherNameEndsStartTls() {
        String url = "ldap://127.0.0.1:" + directory.port();
        assertThatThrownBy(() -> logIn(url, Map.of(), startTls(Trusting.class.getName()), "right"))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("StartTLS has failed");
    }

    @Test
    void ldapsHasTlsFromTheBeginning() {
        Map<String, String> trusting =
                Map.of("java.naming.ldap.factory.socket", Trusting.class.getName());
        assertThat(logIn(directory.tlsUrl(), trusting, null, "right").name()).isEqualTo("ann");
        assertThat(realm.authenticate("ann", "wrong", null)).isNull();
    }

    @Test
    void aCertificateThatNobodyTrustsEndsLdaps() {
        assertThatThrownBy(() -> logIn(directory.tlsUrl(), Map.of(), null, "right"))
                .isInstanceOf(LoginsBusyException.class);
    }

    /** Says yes to StartTLS and nothing more. */
    @Test
    void aHandshakeThatDoesNotEndIsWaitedForNoLonger() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            Thread peer =
                    new Thread(
                            () -> {
                                try (Socket socket = silent.accept()) {
                                    byte[] request = new byte[1000];
                                    socket.getInputStream().read(request);
                                    // An ExtendedResponse to message 1: success (RFC 4511 §4.12).
                                    socket.getOutputStream()
                                            .write(
                                                    new byte[] {
                                                        0x30, 0x0c, 2, 1, 1, 0x78, 7, 0x0a, 1, 0, 4,
                                                        0, 4, 0
                                                    });
                                    while (socket.getInputStream().read(request) >= 0) {
                                        // until it is closed
                                    }
                                } catch (IOException e) {
                                    // It is closed.
                                }
                            });
            peer.start();
            String url = "ldap://localhost:" + silent.getLocalPort();
            assertThatThrownBy(
                            () -> logIn(url, Map.of(), startTls(Trusting.class.getName()), "right"))
                    .isInstanceOf(LoginsBusyException.class);
            peer.join(10_000);
            assertThat(peer.isAlive()).isFalse();
        }
    }
}
