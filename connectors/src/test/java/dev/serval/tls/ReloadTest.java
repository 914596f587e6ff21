package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** New certificates while the old ones serve. */
@Timeout(60)
class ReloadTest {
    private static final Authority AUTHORITY = Authority.named("authority");

    @TempDir Path directory;
    private Path file;
    private TlsConfig config;

    @BeforeEach
    void first() throws IOException {
        file = directory.resolve("server.pem");
        config = TlsConfig.of(TlsCertificate.pem(file, null));
        replace("EC");
    }

    /** The serial number of the new one. */
    private BigInteger replace(String algorithm) throws IOException {
        Authority.Issued issued = AUTHORITY.issue("server.example", algorithm);
        Path fresh = directory.resolve("fresh");
        Files.writeString(fresh, issued.keyPem() + issued.certificatePem());
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        return issued.certificate().getSerialNumber();
    }

    private static BigInteger served(TlsContexts contexts) throws SSLException {
        return Handshake.of(Handshake.client(), contexts.engine(ClientHello.of(null)))
                .serverCertificate()
                .getSerialNumber();
    }

    @Test
    void aNewCertificateIsServedAfterReload() throws IOException {
        TlsContexts contexts = new TlsContexts(config);
        BigInteger before = served(contexts);
        BigInteger after = replace("RSA");
        assertThat(served(contexts)).isEqualTo(before);
        assertThat(contexts.reload()).isTrue();
        assertThat(served(contexts)).isEqualTo(after);
    }

    @Test
    void aHandshakeThatHasBegunGoesOnWithTheOld() throws IOException {
        TlsContexts contexts = new TlsContexts(config);
        BigInteger before = served(contexts);
        SSLEngine begun = contexts.engine(ClientHello.of(null));
        replace("EC");
        assertThat(contexts.reload()).isTrue();
        Handshake handshake = Handshake.of(Handshake.client(), begun);
        assertThat(handshake.serverCertificate().getSerialNumber()).isEqualTo(before);
    }

    @Test
    void aBadNewOneLeavesTheOldInPlaceAndSaysWhy() throws IOException {
        TlsContexts contexts = new TlsContexts(config);
        BigInteger before = served(contexts);
        try (Logged logged = new Logged(TlsContexts.class)) {
            for (String bad : List.of("", "hello", "-----BEGIN CERTIFICATE-----\nMII")) {
                Files.writeString(file, bad);
                assertThat(contexts.reload()).isFalse();
                assertThat(served(contexts)).isEqualTo(before);
            }
            Files.delete(file);
            assertThat(contexts.reload()).isFalse();
            assertThat(served(contexts)).isEqualTo(before);
            assertThat(logged.lines())
                    .hasSize(4)
                    .allMatch(line -> line.startsWith("WARN SRV-0402"))
                    .allMatch(line -> line.contains("the old ones stay"))
                    .allMatch(line -> line.contains("server.pem"));
            assertThat(logged.lines().get(3)).contains("does not exist");
        }
        BigInteger after = replace("EC");
        assertThat(contexts.reload()).isTrue();
        assertThat(served(contexts)).isEqualTo(after);
    }

    @Test
    void aCertificateThatEndsSoonIsOneWarningAlsoWhenItIsReadAgain() throws IOException {
        Instant now = Instant.now().plus(Duration.ofDays(398));
        issueFor(400);
        try (Logged logged = new Logged(TlsContexts.class)) {
            TlsContexts contexts = new TlsContexts(config, () -> now);
            contexts.reload();
            assertThat(logged.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN SRV-0403")
                    .contains("server.pem", "expires on", "in 1 day: renew it");
        }
    }

    @Test
    void theEndThatComesNearWhileTheServerRunsIsAWarning() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        issueFor(400);
        try (Logged logged = new Logged(TlsContexts.class);
                TlsContexts contexts = new TlsContexts(config, now::get)) {
            contexts.watch(Duration.ofMillis(5));
            assertThat(logged.lines()).isEmpty();
            now.set(now.get().plus(Duration.ofDays(371)));
            while (logged.lines().isEmpty()) { // up to the limit of this test
                assertThat(Thread.interrupted()).isFalse();
            }
            assertThat(logged.lines().get(0)).contains("SRV-0403", "in 28 days: renew it");
        }
    }

    private void issueFor(int days) throws IOException {
        Authority.Issued issued = AUTHORITY.issue("server.example", "EC", false, days);
        Files.writeString(file, issued.keyPem() + issued.certificatePem());
    }

    @Test
    void noHandshakeFailsWhileCertificatesAreReplaced() throws Exception {
        TlsContexts contexts = new TlsContexts(config);
        AtomicBoolean stop = new AtomicBoolean();
        Set<BigInteger> seen = ConcurrentHashMap.newKeySet();
        Callable<Integer> client =
                () -> {
                    int count = 0;
                    while (!stop.get()) {
                        seen.add(served(contexts));
                        count++;
                    }
                    return count;
                };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> clients = new ArrayList<>();
            clients.add(threads.submit(client));
            clients.add(threads.submit(client));
            BigInteger last = BigInteger.ZERO;
            for (int i = 0; i < 10; i++) {
                last = replace(i % 2 == 0 ? "EC" : "RSA");
                assertThat(contexts.reload()).isTrue();
            }
            BigInteger newest = last;
            while (!seen.contains(newest) && clients.stream().noneMatch(Future::isDone)) {
                Thread.onSpinWait();
            }
            stop.set(true);
            for (Future<Integer> one : clients) {
                assertThat(one.get(30, TimeUnit.SECONDS)).isPositive();
            }
            assertThat(seen).contains(newest).hasSizeGreaterThan(1);
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    void aChangeIsSeenInEachFileThatTheSettingsName() throws IOException {
        Path authorities = Files.createDirectory(directory.resolve("authorities"));
        Path password = Files.writeString(directory.resolve("password"), "a");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        TlsCertificate certificate =
                new TlsCertificate(null, link, null, null, Password.in(password), null, null);
        TlsHost host =
                new TlsHost(
                        TlsHost.DEFAULT,
                        Protocols.ALL,
                        CipherList.DEFAULT.suites(),
                        true,
                        CertificateVerification.OPTIONAL,
                        new TlsTrust(null, authorities, null, 10, null, null),
                        0,
                        0,
                        List.of(certificate));
        TlsConfig all = TlsConfig.of(List.of(host));
        Object one = TlsFileStamps.of(all);
        assertThat(TlsFileStamps.of(all)).isEqualTo(one);

        Files.writeString(password, "ab");
        Object two = TlsFileStamps.of(all);
        assertThat(two).isNotEqualTo(one);

        Files.writeString(authorities.resolve("new.pem"), "x");
        Object three = TlsFileStamps.of(all);
        assertThat(three).isNotEqualTo(two);

        Path copy = Files.copy(file, directory.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.delete(link);
        Files.createSymbolicLink(link, copy);
        assertThat(TlsFileStamps.of(all)).isNotEqualTo(three);
    }

    @Test
    void aChangeCountsWhenItIsOver() {
        AtomicReference<String> state = new AtomicReference<>("old");
        AtomicInteger calls = new AtomicInteger();
        FileWatch watch = new FileWatch(state::get, calls::incrementAndGet, () -> {});
        watch.look();
        state.set("key replaced");
        watch.look();
        state.set("certificate replaced");
        watch.look();
        assertThat(calls).hasValue(0);
        watch.look();
        assertThat(calls).hasValue(1);
        watch.look();
        assertThat(calls).as("once, also when the new one was bad").hasValue(1);
    }

    @Test
    void theFilesAreWatched() throws IOException {
        try (TlsContexts contexts = new TlsContexts(config)) {
            contexts.watch(Duration.ofMillis(20));
            BigInteger after = replace("EC");
            while (!served(contexts).equals(after)) {
                Thread.onSpinWait();
            }
        }
    }
}
