package dev.serval.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** The contract of a store, kept by a real Redis. */
@Timeout(60)
class RedisStoreTest {
    private static final long NOW = System.currentTimeMillis();
    private static final int TIMEOUT = 1000;

    @TempDir private static Path temp;
    private static RedisProcess redis;
    private final List<SessionStore> opened = new ArrayList<>();

    @BeforeAll
    static void startRedis() throws Exception {
        assumeTrue(RedisProcess.installed(), "Redis is not installed");
        redis = RedisProcess.start(temp);
    }

    @AfterAll
    static void stopRedis() throws Exception {
        if (redis != null) {
            redis.close();
        }
    }

    @AfterEach
    void empty() {
        opened.forEach(SessionStore::close);
        try (Jedis direct = direct()) {
            direct.flushAll();
        }
    }

    private static Jedis direct() {
        return new Jedis("127.0.0.1", redis.port());
    }

    static Server server(int port, Login login) {
        return new Server(
                Set.of(new HostAndPort("127.0.0.1", port)),
                null,
                false,
                login,
                new Login(null, null),
                0,
                null,
                TIMEOUT,
                4);
    }

    /** One node's. */
    private SessionStore store() {
        return store("Catalina/localhost/shop");
    }

    private SessionStore store(String application) {
        SessionStore store =
                new RedisStore(
                        server(redis.port(), new Login(null, null)),
                        new Keys("serval:", application));
        opened.add(store);
        return store;
    }

    static StoredSession session(String id, long version, long expires, String text) {
        return new StoredSession(id, version, expires, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aSessionIsLoadedAsItWasSavedByAnotherNode() throws Exception {
        SessionStore node = store();
        assertThat(node.load("A")).isNull();
        byte[] all = new byte[256];
        IntStream.range(0, all.length).forEach(i -> all[i] = (byte) i);
        assertThat(node.save(new StoredSession("A", 1, NOW, all), 0)).isTrue();
        StoredSession found = store().load("A");
        assertThat(found.id()).isEqualTo("A");
        assertThat(found.version()).isEqualTo(1);
        assertThat(found.expires()).isEqualTo(NOW);
        assertThat(found.bytes()).isEqualTo(all);
        assertThat(node.isShared()).isTrue();
    }

    @Test
    void theBytesOfAVersionThatIsKnownAreLeftAway() throws Exception {
        SessionStore node = store();
        node.save(session("A", 3, NOW, "x"), 0);
        StoredSession known = node.load("A", 3);
        assertThat(known.version()).isEqualTo(3);
        assertThat(known.expires()).isEqualTo(NOW);
        assertThat(known.bytes()).isEmpty();
        assertThat(node.load("A", 2).bytes()).isEqualTo("x".getBytes());
        assertThat(node.load("B", 2)).isNull();
    }

    @Test
    void itIsSavedOnlyOverTheVersionThatWasLoaded() throws Exception {
        SessionStore node = store();
        assertThat(node.save(session("A", 2, NOW, "x"), 1)).isFalse();
        assertThat(node.load("A")).isNull();
        assertThat(node.save(session("A", 1, NOW, "x"), 0)).isTrue();
        assertThat(store().save(session("A", 1, NOW, "y"), 0)).isFalse();
        assertThat(store().save(session("A", 2, NOW, "z"), 1)).isTrue();
        assertThat(node.save(session("A", 2, NOW, "late"), 1)).isFalse();
        assertThat(node.load("A").bytes()).isEqualTo("z".getBytes());
    }

    @Test
    void aSaveThatIsRepeatedSinceItsAnswerWasLostSucceeds() throws Exception {
        SessionStore node = store();
        assertThat(node.save(session("A", 1, NOW, "x"), 0)).isTrue();
        assertThat(node.save(session("A", 1, NOW, "x"), 0)).isTrue();
        assertThat(node.save(session("A", 1, NOW, "other"), 0)).isFalse();
    }

    @Test
    void ofManyNodesOneAloneSavesAVersion() throws Exception {
        List<SessionStore> nodes = List.of(store(), store(), store());
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int version = 1; version <= 50; version++) {
                List<Callable<Boolean>> saves = new ArrayList<>();
                for (SessionStore node : nodes) {
                    StoredSession mine = session("A", version, NOW, "of " + saves.size());
                    saves.add(() -> node.save(mine, mine.version() - 1));
                }
                int saved = 0;
                for (Future<Boolean> each : threads.invokeAll(saves)) {
                    saved += each.get() ? 1 : 0;
                }
                assertThat(saved).as("version %d", version).isEqualTo(1);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aTouchChangesWhenItsTimeIsOver() throws Exception {
        SessionStore node = store();
        node.save(session("A", 1, NOW, "x"), 0);
        assertThat(node.touch("A", NOW + 5000)).isTrue();
        assertThat(node.touch("A", NOW + 4000)).isTrue();
        assertThat(node.load("A").expires()).isEqualTo(NOW + 5000);
        assertThat(node.load("A").version()).isEqualTo(1);
        assertThat(node.claimExpired(NOW + 4999, 10)).isEmpty();
        assertThat(node.touch("B", NOW)).isFalse();
        assertThat(node.touch("A", Long.MAX_VALUE)).isTrue();
        assertThat(node.load("A").expires()).isEqualTo(Long.MAX_VALUE);
        assertThat(node.claimExpired(NOW + 6000, 10)).isEmpty();
    }

    @Test
    void oneCallerAloneRemovesIt() throws Exception {
        store().save(session("A", 1, NOW, "x"), 0);
        assertThat(store().remove("A")).isTrue();
        assertThat(store().remove("A")).isFalse();
        assertThat(store().load("A")).isNull();
        assertThat(store().size()).isZero();
        assertThat(store().ids(null, 10)).isEmpty();
    }

    @Test
    void eachWhoseTimeIsOverIsClaimedByOneNode() throws Exception {
        SessionStore node = store();
        Set<String> over = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            node.save(session("over" + i, 1, NOW - i, "text " + i), 0);
            over.add("over" + i);
            node.save(session("later" + i, 1, NOW + 60_000 + i, "y"), 0);
        }
        node.save(session("never", 1, Long.MAX_VALUE, "z"), 0);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<String> claimed = new ArrayList<>();
        try {
            List<Callable<List<StoredSession>>> claims = new ArrayList<>();
            for (SessionStore each : List.of(store(), store(), store())) {
                claims.add(() -> each.claimExpired(NOW, 20));
            }
            for (int round = 0; round < 10; round++) {
                for (Future<List<StoredSession>> each : threads.invokeAll(claims)) {
                    assertThat(each.get()).hasSizeLessThanOrEqualTo(20);
                    for (StoredSession session : each.get()) {
                        claimed.add(session.id());
                        String number = session.id().substring("over".length());
                        assertThat(session.bytes()).isEqualTo(("text " + number).getBytes());
                    }
                }
            }
        } finally {
            threads.shutdown();
        }
        assertThat(claimed).containsExactlyInAnyOrderElementsOf(over);
        assertThat(node.size()).isEqualTo(101);
    }

    @Test
    void idsAreListedInTheirOrder() throws Exception {
        SessionStore node = store();
        List<String> all = IntStream.range(100, 200).mapToObj(i -> "S" + i).toList();
        for (String id : all) {
            node.save(session(id, 1, NOW, "x"), 0);
        }
        List<String> listed = new ArrayList<>(node.ids(null, 7));
        assertThat(listed).hasSize(7);
        while (listed.size() < all.size()) {
            listed.addAll(node.ids(listed.get(listed.size() - 1), 7));
        }
        assertThat(listed).isEqualTo(all);
        assertThat(node.ids("S199", 7)).isEmpty();
        assertThat(node.size()).isEqualTo(100);
    }

    @Test
    void applicationsDoNotSeeEachOthersSessions() throws Exception {
        store("Catalina/localhost/a").save(session("A", 1, NOW, "x"), 0);
        SessionStore other = store("Catalina/localhost/a{b}");
        assertThat(other.load("A")).isNull();
        assertThat(other.size()).isZero();
        other.save(session("A", 1, NOW, "y"), 0);
        assertThat(store("Catalina/localhost/a").load("A").bytes()).isEqualTo("x".getBytes());
    }

    @Test
    void redisItselfRemovesWhatNobodyClaims() throws Exception {
        store().save(session("A", 1, NOW + 1000, "x"), 0);
        String key = "serval:{Catalina/localhost/shop:" + Keys.part("A") + "}:A";
        long day = TimeUnit.DAYS.toMillis(1);
        try (Jedis direct = direct()) {
            assertThat(direct.pttl(key)).isBetween(day - 60_000, day + 1000);
            store().touch("A", Long.MAX_VALUE);
            assertThat(direct.pttl(key)).isEqualTo(-1);
        }
    }

    @Test
    void whatIsGoneIsClaimedByNobodyAndForgotten() throws Exception {
        store().save(session("A", 1, NOW - 1, "x"), 0);
        try (Jedis direct = direct()) {
            direct.del("serval:{Catalina/localhost/shop:" + Keys.part("A") + "}:A");
        }
        assertThat(store().claimExpired(NOW, 10)).isEmpty();
        assertThat(store().size()).isZero();
    }

    @Test
    void aServerThatWasRestartedIsUsedAgainAtOnce() throws Exception {
        SessionStore node = store();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            // Every connection of the pool is open, and lost then.
            List<Callable<StoredSession>> loads = new ArrayList<>();
            IntStream.range(0, 100).forEach(i -> loads.add(() -> node.load("A")));
            for (Future<StoredSession> each : threads.invokeAll(loads)) {
                assertThat(each.get()).isNull();
            }
        } finally {
            threads.shutdown();
        }
        redis.stop();
        assertThatThrownBy(() -> node.load("A"))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("Redis at 127.0.0.1:" + redis.port());
        redis.start();
        assertThat(node.save(session("A", 1, NOW, "x"), 0)).isTrue();
        assertThat(node.remove("A")).isTrue();
    }

    @Test
    void aServerThatAnswersNothingFailsInTime() throws Exception {
        SessionStore node = store();
        assertThat(node.load("A")).isNull();
        redis.freeze(true);
        try {
            long begin = System.nanoTime();
            assertThatThrownBy(() -> node.load("A")).isInstanceOf(SessionStoreException.class);
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
        } finally {
            redis.freeze(false);
        }
        assertThat(node.load("A")).isNull();
    }

    @Test
    void whatAnotherHasWrittenIsNoSessionAndDoesNoHarm() throws Exception {
        SessionStore node = store();
        List<Map<String, String>> hostile =
                List.of(
                        Map.of(),
                        Map.of("v", "many", "e", "9", "b", "x"),
                        Map.of("v", "1", "e", "soon", "b", "x"),
                        Map.of("v", "0", "e", "9", "b", "x"),
                        Map.of("v", "1"),
                        Map.of("v", "1", "e", "99999999999999999999", "b", "x"),
                        Map.of("e", "9", "b", "x"));
        for (int i = 0; i < hostile.size(); i++) {
            String id = "H" + i;
            node.save(session(id, 1, NOW - 1, "x"), 0);
            String key = "serval:{Catalina/localhost/shop:" + Keys.part(id) + "}:" + id;
            try (Jedis direct = direct()) {
                direct.del(key);
                if (hostile.get(i).isEmpty()) {
                    direct.set(key, "a text");
                } else {
                    direct.hset(key, hostile.get(i));
                }
            }
            assertThat(node.load(id)).as("%s", hostile.get(i)).isNull();
            assertThat(node.load(id, 7)).as("%s", hostile.get(i)).isNull();
        }
        node.save(session("A", 1, NOW - 1, "x"), 0);
        assertThat(node.claimExpired(NOW, 100)).extracting(StoredSession::id).containsExactly("A");
    }
}
