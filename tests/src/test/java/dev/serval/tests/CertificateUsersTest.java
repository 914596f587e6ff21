package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerXml;
import dev.serval.extension.Place;
import dev.serval.security.LoginThreads;
import dev.serval.security.Realm;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserFiles;
import dev.serval.security.UserPrincipal;
import dev.serval.security.Users;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what name a realm looks for the user of a certificate. */
class CertificateUsersTest {
    @TempDir Path base;
    private X509Certificate certificate;

    /** As users of Tomcat write it, but for the interface. */
    public static final class Short {
        public String getUsername(X509Certificate certificate) {
            String name = certificate.getSubjectX500Principal().getName();
            return name.replaceFirst("CN=", "");
        }
    }

    private final class Stub implements Place, UserFiles {
        @Override
        public String parent() {
            return "Engine";
        }

        @Override
        public Path file(String path) {
            return base.resolve(path);
        }

        @Override
        public <S> S service(Class<S> type) {
            return type.cast(
                    type == ClassLoader.class ? CertificateUsersTest.class.getClassLoader() : this);
        }

        @Override
        public Supplier<Users> users(String file) {
            Users users =
                    new Users(
                            List.of(
                                    new Users.User("CN=localhost", null, Set.of("whole")),
                                    new Users.User("localhost", null, Set.of("short"))));
            return () -> users;
        }

        @Override
        public UserDatabase database(String name) {
            return null;
        }

        @Override
        public LoginThreads hashThreads() {
            return new LoginThreads(1);
        }
    }

    @BeforeEach
    void certificate() throws Exception {
        Path file = base.resolve("cert.pem");
        TestTls.shared().writePem(file, base.resolve("key.pem"));
        try (InputStream in = Files.newInputStream(file)) {
            certificate =
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private UserPrincipal user(String attributes) throws Exception {
        Path file = Files.createDirectories(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                file,
                "<Server><Service><Connector port='0'/><Engine defaultHost='a'><Realm"
                        + " className='org.apache.catalina.realm.MemoryRealm' "
                        + attributes
                        + "/><Host name='a'/></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        Realm realm = result.config().services().get(0).engine().realm().factory().make(new Stub());
        return realm.authenticate(certificate);
    }

    @Test
    void theNameIsTheSubject() throws Exception {
        assertThat(user("").roles()).containsExactly("whole");
        assertThat(
                        user("X509UsernameRetrieverClassName="
                                        + "'org.apache.catalina.realm.X509SubjectDnRetriever'")
                                .roles())
                .containsExactly("whole");
    }

    @Test
    void aClassOfUsersMakesAnotherName() throws Exception {
        String name = "UsernameRetrieverClassName='" + Short.class.getName() + "'";
        assertThat(user("X509" + name).roles()).containsExactly("short");
        assertThat(user("x509" + name).roles()).containsExactly("short");
    }

    @Test
    void aClassThatIsNotThereKeepsTheRealmFromBeingMade() {
        assertThatThrownBy(() -> user("X509UsernameRetrieverClassName='x.Y'"))
                .hasMessageContaining("x.Y");
    }
}
