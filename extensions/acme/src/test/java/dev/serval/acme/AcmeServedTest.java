package dev.serval.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.serval.config.ServerXml;
import dev.serval.container.ConfigurationCheck;
import dev.serval.container.Server;
import dev.serval.lifecycle.LifecycleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Servers that get their certificates from an authority, which connects back. */
@Timeout(120)
class AcmeServedTest {
    private static final String NAME = "www.example.org";

    @TempDir Path base;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    lines.add(event.getLevel() + " " + event.getFormattedMessage());
                }
            };
    private TestAuthority authority;
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        appender.start();
        logger().addAppender(appender);
        authority = new TestAuthority();
        server = new TestServer(base, authority.certificates.root());
    }

    @AfterEach
    void stop() {
        server.close();
        authority.close();
        logger().detachAppender(appender);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(AcmeListener.class);
    }

    /** Waits up to the limit of the test. */
    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new AssertionError("it did not come");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void untilLine(String part) {
        until(() -> lines.stream().anyMatch(line -> line.contains(part)));
    }

    private void start(String challenge) throws Exception {
        server.start(server.read(authority, challenge), authority);
    }

    @Test
    void aCheckOfTheConfigurationFindsWhoObtainsThem() throws Exception {
        ServerXml.Result read = server.read(authority, "http-01");
        assertThat(ConfigurationCheck.of(read.config(), base, base)).isEmpty();
    }

    // ---- what goes well

    @ParameterizedTest
    @ValueSource(strings = {"http-01", "tls-alpn-01"})
    void theFirstCertificateComesWhileTheServerRuns(String challenge) throws Exception {
        authority.gate = new CountDownLatch(1);
        start(challenge);
        assertThatThrownBy(() -> server.handshake(NAME))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("handshake_failure");
        authority.gate.countDown();
        untilLine("is in use");
        assertThat(server.getEncrypted(NAME)).startsWith("HTTP/1.1 200").endsWith("root");
        assertThat(server.handshake("example.org").getPublicKey().getAlgorithm()).isEqualTo("EC");
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("INFO The certificate for www.example.org, example.org was obtained")
                .contains("from localhost", "valid until", "www.example.org.EC.pem");
        assertThat(authority.ordered()).isOne();
        for (Path secret : List.of(server.file(), base.resolve("conf/obtained/account.pem"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
        }
        assertThat(Files.list(base.resolve("conf/obtained"))).hasSize(2);
    }

    @Test
    void anotherStartUsesWhatThereIs() throws Exception {
        start("http-01");
        untilLine("is in use");
        X509Certificate first = server.handshake(NAME);
        server.close();
        start("http-01");
        assertThat(server.handshake(NAME)).isEqualTo(first);
        server.close();
        assertThat(authority.ordered()).isOne();
        assertThat(authority.accountsMade()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-01", "tls-alpn-01"})
    void aRenewalUnderLoadFailsNoHandshake(String challenge) throws Exception {
        authority.lifetime = Duration.ofMinutes(90); // of which less than a third is left
        start(challenge);
        untilLine("is in use");
        X509Certificate first = server.handshake(NAME);
        server.close();
        lines.clear();
        authority.lifetime = Duration.ofDays(90);
        authority.gate = new CountDownLatch(1);
        start(challenge);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger before = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(
                        threads.submit(
                                () -> {
                                    while (!stop.get()) {
                                        boolean old = server.handshake(NAME).equals(first);
                                        (old ? before : after).incrementAndGet();
                                    }
                                    return null;
                                }));
            }
            until(() -> before.get() >= 20 || clients.stream().anyMatch(Future::isDone));
            authority.gate.countDown();
            until(() -> after.get() >= 20 || clients.stream().anyMatch(Future::isDone));
            stop.set(true);
            for (Future<?> client : clients) {
                client.get(30, TimeUnit.SECONDS); // throws what a handshake has thrown
            }
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
        assertThat(lines).singleElement().asString().contains("is in use");
        assertThat(authority.ordered()).isEqualTo(2);
    }

    @Test
    void anRsaCertificateIsObtainedBesideOne() throws Exception {
        server.start(
                server.read(
                        "<Listener className='dev.serval.acme.AcmeListener' directory='"
                                + authority.directory()
                                + "' termsOfServiceAgreed='true' trustedCertificateFile='"
                                + authority.trusted(base)
                                + "'/>",
                        "<Certificate obtainFor='www.example.org'/><Certificate type='RSA'"
                                + " certificateFile='kept/rsa.pem' obtainFor='www.example.org'/>"),
                authority);
        until(() -> lines.size() == 2);
        assertThat(lines).allMatch(line -> line.contains("is in use"));
        assertThat(Files.readString(base.resolve("kept/rsa.pem")))
                .startsWith("Obtained from " + authority.directory());
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(base.resolve("kept"))))
                .isEqualTo("rwx------");
        assertThat(authority.accountsMade()).isOne();
    }

    // ---- the answer over HTTP

    @Test
    void onlyTheTokenOfAnOrderIsAnsweredBeforeTheApplicationAndOnlyMeanwhile() throws Exception {
        String path = "/.well-known/acme-challenge/";
        List<String> answers = new ArrayList<>();
        CountDownLatch asked = new CountDownLatch(1);
        authority.whileAsking =
                () -> {
                    try {
                        answers.add(server.get("GET " + path + authority.token + " HTTP/1.1"));
                        answers.add(server.get("HEAD " + path + authority.token + " HTTP/1.1"));
                        answers.add(server.get("POST " + path + authority.token + " HTTP/1.1"));
                        answers.add(server.get("GET " + path + authority.token + "x HTTP/1.1"));
                        answers.add(server.get("GET " + path + " HTTP/1.1"));
                    } catch (Exception e) {
                        answers.add(e.toString());
                    }
                    authority.whileAsking = () -> {};
                    asked.countDown();
                };
        start("http-01");
        untilLine("is in use");
        assertThat(asked.await(1, TimeUnit.SECONDS)).isTrue();
        assertThat(answers.get(0))
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("application/octet-stream")
                .matches("(?s).*\r\n\r\n" + authority.token + "\\.[A-Za-z0-9_-]{43}");
        assertThat(answers.get(1)).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
        assertThat(answers.subList(2, 5))
                .allMatch(answer -> !answer.startsWith("HTTP/1.1 2"))
                .noneMatch(answer -> answer.contains(authority.token + "."));
        assertThat(server.get("GET " + path + authority.token + " HTTP/1.1"))
                .doesNotContain(authority.token + ".")
                .doesNotStartWith("HTTP/1.1 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"short", "../../../WEB-INF/web.xml.......", "a b c d e f g h i j k l m"})
    void aTokenThatIsNoneIsNotAnswered(String token) throws Exception {
        authority.token = token;
        start("http-01");
        untilLine("SRV-0406");
        assertThat(lines).singleElement().asString().startsWith("WARN SRV-0406");
        assertThat(server.file()).doesNotExist();
    }

    // ---- what does not go well

    @ParameterizedTest
    @CsvSource({
        "http-01, See that port 80 of www.example.org leads",
        "tls-alpn-01, See that port 443 of www.example.org leads"
    })
    void aNameThatLeadsElsewhereIsOneLineAndIsNotAskedForAgainAtOnce(String way, String advice)
            throws Exception {
        try (TestServer other =
                new TestServer(base.resolve("other"), authority.certificates.root())) {
            server.start(server.read(authority, way), authority);
            untilLine("is in use");
            server.close();
            Files.delete(server.file());
            lines.clear();
            other.start(other.read("", certificate()), authority);
            int http = other.port(0);
            int tls = other.port(1);
            authority.gate = new CountDownLatch(1);
            start(way);
            authority.httpPort = http;
            authority.tlsPort = tls;
            authority.gate.countDown();
            untilLine("SRV-0406");
        }
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith(
                        "WARN SRV-0406 The certificate for www.example.org, example.org was not")
                .contains("www.example.org was not proved: ")
                .contains(advice)
                .contains("handshakes are refused until there is one. The next try is at ");
        assertThatThrownBy(() -> server.handshake(NAME)).hasMessageContaining("handshake_failure");
        int ordered = authority.ordered();
        server.close();
        lines.clear();
        start(way);
        server.close();
        assertThat(authority.ordered()).isEqualTo(ordered);
    }

    /** Of another server, made by its owner. */
    private String certificate() throws Exception {
        var keys = Keys.make("EC");
        Instant now = Instant.now();
        X509Certificate certificate =
                authority.certificates.issue(
                        List.of("other"), keys.getPublic(), now, now.plusSeconds(86_400));
        String key = Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded());
        Path file =
                Files.writeString(
                        base.resolve("other.pem"),
                        "-----BEGIN PRIVATE KEY-----\n"
                                + key
                                + "\n-----END PRIVATE KEY-----\n"
                                + TestCertificates.pem(certificate));
        return "<Certificate certificateFile='" + file + "'/>";
    }

    @Test
    void anAuthorityThatIsDownLeavesTheOldCertificateInUse() throws Exception {
        authority.lifetime = Duration.ofMinutes(90);
        start("http-01");
        untilLine("is in use");
        X509Certificate first = server.handshake(NAME);
        server.close();
        lines.clear();
        var read = server.read(authority, "http-01");
        authority.close();
        server.start(read, authority);
        untilLine("SRV-0406");
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("it cannot be reached: nobody takes connections there")
                .contains("the one in use is valid until " + first.getNotAfter().toInstant());
        assertThat(server.handshake(NAME)).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| by trustedCertificateFile",
                "trustedCertificateFile='conf/none.pem'| there is no file BASE/conf/none.pem. Mend"
            })
    void whyAnAuthorityIsNotTrusted(String trusted, String part) throws Exception {
        var read =
                server.read(
                        "<Listener className='AcmeListener' termsOfServiceAgreed='true'"
                                + " directory='"
                                + authority.directory()
                                + "' "
                                + trusted
                                + "/>",
                        "<Certificate obtainFor='www.example.org'/>");
        server.start(read, authority);
        untilLine("SRV-0406");
        assertThat(lines)
                .singleElement()
                .asString()
                .contains(part.replace("BASE", base.toString()));
    }

    @Test
    void aTestOfTheConfigurationTellsThatTheFileOfTheAuthorityIsMissing() throws Exception {
        String listener =
                "<Listener className='AcmeListener' termsOfServiceAgreed='true'\n"
                        + "trustedCertificateFile='conf/root.pem'/>";
        var read = server.read(listener, "<Certificate obtainFor='www.example.org'/>");
        assertThat(ConfigurationCheck.of(read.config(), base, base))
                .extracting(String::valueOf)
                .containsExactly(
                        "conf/server.xml:2:1: trustedCertificateFile of AcmeListener is"
                                + " \"conf/root.pem\", but there is no file "
                                + base.resolve("conf/root.pem")
                                + " that can be read");
        Files.writeString(base.resolve("conf/root.pem"), "");
        assertThat(ConfigurationCheck.of(read.config(), base, base)).isEmpty();
    }

    @Test
    void theAuthoritySaysWhenItMayBeAskedAgainAlsoAfterARestart() throws Exception {
        authority.refuses = 429;
        authority.retryAfter = 36_000;
        Instant now = Instant.now();
        start("http-01");
        untilLine("SRV-0406");
        String line = lines.element();
        assertThat(line).contains("the authority has limits: too many orders");
        Instant next = Instant.parse(line.substring(line.lastIndexOf(' ') + 1));
        assertThat(next).isBetween(now.plusSeconds(35_990), now.plusSeconds(36_100));
        server.close();
        Path kept = server.file().resolveSibling(server.file().getFileName() + ".next");
        assertThat(Instant.parse(Files.readString(kept).strip()))
                .isBetween(now.plusSeconds(35_990), now.plusSeconds(36_100));
        authority.refuses = 0;
        start("http-01");
        server.close();
        assertThat(authority.ordered()).isZero();
    }

    @Test
    void aChallengeThatIsNotOfferedIsSaid() throws Exception {
        authority.offers = List.of("dns-01");
        start("http-01");
        untilLine("SRV-0406");
        assertThat(lines.element())
                .contains("it offers no http-01, only [dns-01]")
                .contains("Choose another challenge");
    }

    @Test
    void aStopEndsAnOrderThatIsUnderWay() throws Exception {
        authority.gate = new CountDownLatch(1);
        start("http-01");
        until(
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .anyMatch(thread -> thread.getName().equals("serval-acme")));
        server.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("serval-acme"));
        assertThat(lines).isEmpty();
    }

    // ---- the configuration

    @Test
    void withoutAPlainConnectorHttp01KeepsTheServerFromStarting() throws Exception {
        var read = server.read(authority, "http-01");
        Path xml = base.resolve("conf/server.xml");
        Files.writeString(xml, Files.readString(xml).replace("<Connector port=\"0\"/>", ""));
        var changed = ServerXml.read(xml);
        assertThat(read.problems()).isEmpty();
        Server made = Server.of(changed.config(), base, base);
        assertThatThrownBy(made::start)
                .isInstanceOf(LifecycleException.class)
                .hasStackTraceContaining("there is no Connector without TLS");
    }

    @Test
    void aCertificateThatNobodyObtainsKeepsTheServerFromStarting() throws Exception {
        var read = server.read("", "<Certificate obtainFor='www.example.org'/>");
        assertThat(read.problems()).isEmpty();
        assertThatThrownBy(() -> Server.of(read.config(), base, base))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("no Listener obtains certificates");
    }

    @Test
    void aListenerWithNothingToObtainIsAWarning() throws Exception {
        server.start(
                server.read(
                        "<Listener className='AcmeListener' termsOfServiceAgreed='true'/>",
                        certificate()),
                authority);
        assertThat(lines).singleElement().asString().startsWith("WARN SRV-0407");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| needs termsOfServiceAgreed=\"true\"",
                "termsOfServiceAgreed='false'| needs termsOfServiceAgreed=\"true\"",
                "termsOfServiceAgreed='true' directory='http://ca.example/'| https://",
                "termsOfServiceAgreed='true' challenge='dns-01'| http-01",
                "termsOfServiceAgreed='true' renewBeforeDays='0'| 1 to 365",
                "termsOfServiceAgreed='true' eabKeyId='a'| both of eabKeyId",
            })
    void aListenerThatIsWrongIsAnError(String attributes, String words) throws Exception {
        var read =
                server.read(
                        "<Listener className='AcmeListener' " + attributes + "/>",
                        "<Certificate obtainFor='www.example.org'/>");
        assertThat(read.errors()).singleElement().asString().contains(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "obtainFor='*.example.org'| has *.example.org, but",
                "obtainFor='ex_ample.org'| not a name of a host",
                "obtainFor='a.example' certificateKeyFile='k.pem'| beside obtainFor",
                "obtainFor='a.example' certificateKeystoreFile='k.p12'| beside obtainFor",
            })
    void aCertificateThatIsWrongIsAnError(String attributes, String words) throws Exception {
        var read =
                server.read(
                        "<Listener className='AcmeListener' termsOfServiceAgreed='true'/>",
                        "<Certificate " + attributes + "/>");
        assertThat(read.errors()).singleElement().asString().contains(words);
    }
}
