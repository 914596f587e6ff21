package dev.serval.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.SslOptions;

/** The ways in which Redis runs: with a password, by TLS, with sentinels, as a cluster. */
@Timeout(120)
class RedisServersTest {
    private static final long NOW = System.currentTimeMillis();
    private static final Login NOBODY = new Login(null, null);
    private static final String PASSWORD = "changeit";

    @TempDir private Path temp;
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void needsRedis() {
        assumeTrue(RedisProcess.installed(), "Redis is not installed");
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T opened(T some) {
        opened.add(some);
        return some;
    }

    private SessionStore store(Server server) {
        return opened(new RedisStore(server, new Keys("serval:", "shop")));
    }

    private static Server at(
            int port, String master, boolean cluster, Login login, SslOptions trust) {
        return at("127.0.0.1", port, master, cluster, login, trust);
    }

    private static Server at(
            String host, int port, String master, boolean cluster, Login login, SslOptions trust) {
        return new Server(
                Set.of(new HostAndPort(host, port)),
                master,
                cluster,
                login,
                NOBODY,
                0,
                trust,
                2000,
                4);
    }

    private static void isUsable(SessionStore store) throws Exception {
        assertThat(store.save(RedisStoreTest.session("A", 1, NOW, "x"), 0)).isTrue();
        assertThat(store.load("A").bytes()).isEqualTo("x".getBytes());
        assertThat(store.remove("A")).isTrue();
    }

    @Test
    void aPasswordIsGivenAndNeverTold() throws Exception {
        RedisProcess redis =
                opened(
                        RedisProcess.start(
                                temp,
                                "--requirepass",
                                "right-word",
                                "--user",
                                "serval",
                                "on",
                                ">other-word",
                                "~serval:*",
                                "+@scripting",
                                "+@hash",
                                "+@sortedset",
                                "+@keyspace",
                                "+@connection",
                                "+@read",
                                "+@write"));
        isUsable(store(at(redis.port(), null, false, new Login(null, "right-word"), null)));
        isUsable(store(at(redis.port(), null, false, new Login("serval", "other-word"), null)));
        for (Login login : List.of(NOBODY, new Login("serval", "wrong-word"))) {
            assertThatThrownBy(() -> store(at(redis.port(), null, false, login, null)).load("A"))
                    .isInstanceOf(SessionStoreException.class)
                    .hasMessageContaining("Redis at 127.0.0.1:" + redis.port())
                    .hasMessageNotContaining("-word");
        }
        assertThat(at(1, null, false, new Login("u", "right-word"), null).toString())
                .doesNotContain("right-word");
        assertThat(new Login("u", "right-word").toString()).doesNotContain("right-word");
    }

    /** Writes a certificate for localhost and its key as Redis reads them; returns the keystore. */
    private Path certificate(String name) throws Exception {
        Path keys = temp.resolve(name + ".p12");
        Process made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "redis",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                keys.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(temp.resolve("keytool.log").toFile())
                        .start();
        assertThat(made.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
        Key key = store.getKey("redis", PASSWORD.toCharArray());
        pem(temp.resolve(name + ".key"), "PRIVATE KEY", key.getEncoded());
        pem(temp.resolve(name + ".pem"), "CERTIFICATE", store.getCertificate("redis").getEncoded());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("redis", store.getCertificate("redis"));
        Path file = temp.resolve(name + ".trust");
        try (var out = Files.newOutputStream(file)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private static void pem(Path file, String what, byte[] bytes) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN "
                        + what
                        + "-----\n"
                        + Base64.getMimeEncoder().encodeToString(bytes)
                        + "\n-----END "
                        + what
                        + "-----\n");
    }

    @Test
    void byTlsTheCertificateIsCheckedAndTheHostInIt() throws Exception {
        Path trusted = certificate("server");
        Path other = certificate("other");
        RedisProcess redis =
                opened(
                        RedisProcess.startTls(
                                temp,
                                "--tls-cert-file",
                                temp.resolve("server.pem").toString(),
                                "--tls-key-file",
                                temp.resolve("server.key").toString(),
                                "--tls-auth-clients",
                                "no"));
        isUsable(
                store(
                        at(
                                "localhost",
                                redis.port(),
                                null,
                                false,
                                NOBODY,
                                Trust.of(trusted, PASSWORD))));
        List<Server> refused =
                List.of(
                        at("localhost", redis.port(), null, false, NOBODY, Trust.of(null, null)),
                        at(
                                "localhost",
                                redis.port(),
                                null,
                                false,
                                NOBODY,
                                Trust.of(other, PASSWORD)),
                        // The certificate names localhost only.
                        at(redis.port(), null, false, NOBODY, Trust.of(trusted, PASSWORD)));
        for (Server each : refused) {
            assertThatThrownBy(() -> store(each).load("A"))
                    .isInstanceOf(SessionStoreException.class);
        }
        assertThatThrownBy(() -> Trust.of(temp.resolve("missing"), null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing");
        assertThatThrownBy(() -> Trust.of(trusted, "wrong"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("server.trust");
    }

    @Test
    void sentinelsTellWhichServerIsWrittenTo() throws Exception {
        RedisProcess first = opened(RedisProcess.start(temp.resolve("first")));
        RedisProcess second =
                opened(
                        RedisProcess.start(
                                temp.resolve("second"),
                                "--replicaof",
                                "127.0.0.1 " + first.port()));
        Path configuration = temp.resolve("sentinel.conf");
        Files.writeString(
                configuration,
                "sentinel monitor shop 127.0.0.1 "
                        + first.port()
                        + " 1\n"
                        + "sentinel down-after-milliseconds shop 500\n"
                        + "sentinel failover-timeout shop 2000\n");
        int port = RedisProcess.freePort();
        opened(
                RedisProcess.start(
                        temp.resolve("sentinel"),
                        port,
                        "--port",
                        String.valueOf(port),
                        configuration.toString(),
                        "--sentinel"));
        SessionStore store = store(at(port, "shop", false, NOBODY, null));
        isUsable(store);
        assertThat(store.save(RedisStoreTest.session("B", 1, NOW, "x"), 0)).isTrue();
        until(
                "the replica has it, and the sentinel knows the replica",
                () -> {
                    try (Jedis replica = new Jedis("127.0.0.1", second.port());
                            Jedis sentinel = new Jedis("127.0.0.1", port)) {
                        return replica.dbSize() > 0 && !sentinel.sentinelReplicas("shop").isEmpty();
                    }
                });
        first.stop();
        until("the other server is written to", () -> saves(store));
        assertThat(store.load("B").version()).isEqualTo(2);
        first.start();
    }

    private static boolean saves(SessionStore store) {
        try {
            return store.save(RedisStoreTest.session("B", 2, NOW, "y"), 1);
        } catch (SessionStoreException e) {
            return false;
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(String what, Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what + " in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @Test
    void aClusterSharesTheSessionsOut() throws Exception {
        List<RedisProcess> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            // The port between the nodes is this plus 10000 unless it is set.
            nodes.add(
                    opened(
                            RedisProcess.start(
                                    temp.resolve("node" + i),
                                    "--cluster-enabled",
                                    "yes",
                                    "--cluster-port",
                                    String.valueOf(RedisProcess.freePort()))));
        }
        List<String> command =
                new ArrayList<>(List.of("redis-cli", "--cluster-yes", "--cluster", "create"));
        nodes.forEach(node -> command.add("127.0.0.1:" + node.port()));
        Process create =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(temp.resolve("create.log").toFile())
                        .start();
        assertThat(create.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(create.exitValue()).as(Files.readString(temp.resolve("create.log"))).isZero();
        for (RedisProcess node : nodes) {
            until("node " + node.port() + " takes part", () -> takesPart(node));
        }
        SessionStore store = store(at(nodes.get(1).port(), null, true, NOBODY, null));
        isUsable(store);
        for (int i = 100; i < 200; i++) {
            assertThat(store.save(RedisStoreTest.session("S" + i, 1, NOW + i, "x"), 0)).isTrue();
        }
        assertThat(store.size()).isEqualTo(100);
        assertThat(store.ids("S149", 3)).containsExactly("S150", "S151", "S152");
        long[] keys = new long[3];
        for (int i = 0; i < 3; i++) {
            try (Jedis direct = new Jedis("127.0.0.1", nodes.get(i).port())) {
                keys[i] = direct.dbSize();
            }
        }
        assertThat(Arrays.stream(keys).filter(count -> count > 0).count()).isGreaterThan(1);
        assertThat(store.claimExpired(NOW + 149, 1000)).hasSize(50);
        assertThat(store.size()).isEqualTo(50);
    }

    private static boolean takesPart(RedisProcess node) {
        try (Jedis direct = new Jedis("127.0.0.1", node.port())) {
            return direct.clusterInfo().contains("cluster_state:ok");
        }
    }
}
