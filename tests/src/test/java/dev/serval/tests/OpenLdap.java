package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An OpenLDAP of the system's package, with data of its own. Used by one thread. The searcher may
 * read all but {@code ou=private}, users that and their own entries, nobody else anything.
 */
final class OpenLdap implements AutoCloseable {
    static final String SUFFIX = "dc=example,dc=org";
    static final String SEARCHER = "cn=searcher," + SUFFIX;
    static final String SEARCHER_PASSWORD = "look-word";

    static final String ENTRIES =
            """
            dn: dc=example,dc=org
            objectClass: dcObject
            objectClass: organization
            dc: example
            o: Example

            dn: cn=searcher,dc=example,dc=org
            objectClass: organizationalRole
            objectClass: simpleSecurityObject
            cn: searcher
            userPassword: look-word

            dn: ou=people,dc=example,dc=org
            objectClass: organizationalUnit
            ou: people

            dn: ou=guests,ou=people,dc=example,dc=org
            objectClass: organizationalUnit
            ou: guests

            dn: uid=ann,ou=people,dc=example,dc=org
            objectClass: inetOrgPerson
            uid: ann
            cn: Ann
            sn: A
            employeeType: clerk
            employeeNumber: 7
            userPassword: right

            dn: uid=gus,ou=guests,ou=people,dc=example,dc=org
            objectClass: inetOrgPerson
            uid: gus
            cn: Gus
            sn: G
            userPassword: guest

            dn: uid=hash,ou=people,dc=example,dc=org
            objectClass: inetOrgPerson
            uid: hash
            cn: Hash
            sn: H
            userPassword: {SSHA}YmQfZ7HK6O2WLQdDBuxSMsTTwLia9oSO

            dn: uid=a\\2Cb \\2B(c)*\\5Cd,ou=people,dc=example,dc=org
            objectClass: inetOrgPerson
            uid: a,b +(c)*\\d
            cn: Odd
            sn: O
            userPassword: odd

            dn: uid=twin,ou=people,dc=example,dc=org
            objectClass: inetOrgPerson
            uid: twin
            cn: Twin
            sn: T
            userPassword: twin

            dn: cn=twin,ou=people,dc=example,dc=org
            objectClass: inetOrgPerson
            uid: twin
            cn: twin
            sn: T
            userPassword: twin

            dn: ou=groups,dc=example,dc=org
            objectClass: organizationalUnit
            ou: groups

            dn: cn=admin,ou=groups,dc=example,dc=org
            objectClass: groupOfNames
            cn: admin
            member: uid=ann,ou=people,dc=example,dc=org
            member: uid=a\\2Cb \\2B(c)*\\5Cd,ou=people,dc=example,dc=org

            dn: cn=deep,ou=groups,dc=example,dc=org
            objectClass: groupOfNames
            cn: deep
            member: cn=admin,ou=groups,dc=example,dc=org
            member: cn=deeper,ou=groups,dc=example,dc=org

            dn: cn=deeper,ou=groups,dc=example,dc=org
            objectClass: groupOfNames
            cn: deeper
            member: cn=deep,ou=groups,dc=example,dc=org

            dn: cn=clerk,ou=groups,dc=example,dc=org
            objectClass: groupOfNames
            cn: clerk
            description: 7
            member: uid=gus,ou=guests,ou=people,dc=example,dc=org

            dn: ou=private,dc=example,dc=org
            objectClass: organizationalUnit
            ou: private

            dn: cn=deep,ou=private,dc=example,dc=org
            objectClass: groupOfNames
            cn: deep
            member: uid=ann,ou=people,dc=example,dc=org
            """;

    private static final Path PROGRAM = Path.of("/usr/sbin/slapd");
    private static final Path SCHEMAS = Path.of("/etc/ldap/schema");
    private static final long PATIENCE_SECONDS = 30;

    private final Path data;
    private final int port;
    private final int tlsPort;
    private Process process;

    private OpenLdap(Path data) throws IOException {
        this.data = data;
        port = FreePort.find();
        tlsPort = FreePort.find();
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    /**
     * Serves when this returns.
     *
     * @param settings more lines of slapd.conf
     */
    static OpenLdap start(String... settings) throws Exception {
        OpenLdap server = new OpenLdap(Files.createTempDirectory("serval-slapd"));
        server.write(settings);
        server.serve();
        return server;
    }

    private void write(String... settings) throws Exception {
        TestTls.shared().writePem(data.resolve("cert.pem"), data.resolve("key.pem"));
        withPublicKey(data.resolve("cert.pem"), data.resolve("key.pem"));
        Files.createDirectory(data.resolve("db"));
        List<String> lines = new ArrayList<>();
        for (String schema : List.of("core", "cosine", "inetorgperson", "nis")) {
            lines.add("include " + SCHEMAS.resolve(schema + ".schema"));
        }
        lines.addAll(List.of(settings));
        lines.addAll(
                List.of(
                        "modulepath /usr/lib/ldap",
                        "moduleload back_mdb",
                        "pidfile " + data + "/pid",
                        "TLSCertificateFile " + data + "/cert.pem",
                        "TLSCertificateKeyFile " + data + "/key.pem",
                        "database mdb",
                        "suffix " + SUFFIX,
                        "directory " + data + "/db",
                        "access to attrs=userPassword by dn.exact=\"" + SEARCHER + "\" read",
                        "  by anonymous auth",
                        "access to dn.subtree=\"ou=private," + SUFFIX + "\"",
                        "  by dn.exact=\"" + SEARCHER + "\" none by users read",
                        "access to * by dn.exact=\"" + SEARCHER + "\" read by self read",
                        "  by users search"));
        Path conf = Files.write(data.resolve("slapd.conf"), lines);
        Path ldif = Files.writeString(data.resolve("entries.ldif"), ENTRIES);
        run(PROGRAM.resolveSibling("slapadd").toString(), "-f", conf + "", "-l", ldif + "");
    }

    /** GnuTLS takes a key on P-256 only with its public part (RFC 5915 §3), which the JDK omits. */
    private static void withPublicKey(Path certificate, Path key) throws Exception {
        byte[] known;
        try (InputStream in = Files.newInputStream(certificate)) {
            known =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(in)
                            .getPublicKey()
                            .getEncoded();
        }
        String text = Files.readString(key).replaceAll("-----[A-Z ]+-----", "");
        byte[] secret = Base64.getMimeDecoder().decode(text);
        HexFormat hex = HexFormat.of();
        String both =
                "30770201010420"
                        + hex.formatHex(secret, secret.length - 32, secret.length)
                        + "a00a06082a8648ce3d030107a144034200"
                        + hex.formatHex(known, known.length - 65, known.length);
        Files.writeString(
                key,
                "-----BEGIN EC PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(hex.parseHex(both))
                        + "\n-----END EC PRIVATE KEY-----\n");
    }

    private void run(String... command) throws Exception {
        Path output = data.resolve("output");
        Process run =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertThat(run.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(Files.readString(output)).isZero();
    }

    /** Again, at the same ports. */
    void serve() throws Exception {
        process =
                new ProcessBuilder(
                                PROGRAM.toString(),
                                "-f",
                                data.resolve("slapd.conf").toString(),
                                "-h",
                                url() + "/ " + tlsUrl() + "/",
                                "-d",
                                "0") // in the foreground
                        .redirectErrorStream(true)
                        .redirectOutput(data.resolve("log").toFile())
                        .start();
        Waiting.until("slapd listens", () -> answers(port) && answers(tlsPort));
    }

    private boolean answers(int at) throws IOException {
        assertThat(process.isAlive()).as("slapd runs").isTrue();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", at), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** From here on nobody listens. */
    void kill() throws Exception {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    String url() {
        return "ldap://localhost:" + port;
    }

    String tlsUrl() {
        return "ldaps://localhost:" + tlsPort;
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws Exception {
        kill();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
