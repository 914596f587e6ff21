package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.security.MemoryRealm;
import dev.serval.security.Users;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Realms, valves and access logs change again and again while clients ask without pause: for files
 * in the cache, with a password, where nothing is, and by a path that is refused.
 */
class ConfigurationReloadUnderLoadTest {
    private static final int TIMES = 50;
    private static final int CLIENTS = 6;
    private static final String ADDRESSES =
            "<Valve className='RemoteAddrValve' allow='127.*|::1|0:0:0:0:0:0:0:1'/>";

    @TempDir private Path base;
    private final AtomicInteger asked = new AtomicInteger();

    /** With a log of its own, another realm, and every other time a valve more. */
    private static String engine(int version) {
        String log = "<Valve className='AccessLog' prefix='%s' suffix='' fileDateFormat='' %s/>";
        return log.formatted("all", "pattern='%{X-Id}i'")
                + ReloadedServer.host(
                        log.formatted(
                                        "host" + version / 2 % 3,
                                        "pattern='" + version + "|%{X-Id}i|%s'")
                                + (version % 2 == 0 ? ADDRESSES : ""));
    }

    private static Witness.Users users(int version) {
        return new Witness.Users(
                MemoryRealm.of(
                        new Users(
                                List.of(
                                        new Users.User("ann", "p" + version, Set.of("admin")),
                                        new Users.User("bob", "b", Set.of("admin"))))));
    }

    private static Witness.Looking valve(int version) {
        return version % 3 == 0 ? new Witness.Around() : new Witness.Looking();
    }

    @ParameterizedTest
    @EnumSource(names = {"BIO", "NIO", "NIO2"})
    void noRequestFailsAndEachIsLoggedOnce(Wire wire) throws Exception {
        List<Witness> all = new ArrayList<>();
        List<Witness.Looking> valves = new ArrayList<>();
        Set<String> ids;
        Set<Thread> others = writers(Set.of());
        try (ReloadedServer server = start(wire, all, valves)) {
            try (Clients clients = new Clients(server)) {
                for (int version = 1; version <= TIMES; version++) {
                    Witness.Users users = users(version);
                    Witness.Looking valve = valve(version);
                    all.add(users);
                    all.add(valve);
                    valves.add(valve);
                    server.reload(engine(version), List.of(valve), users);
                    assertThat(login(server, "ann:p" + version)).isEqualTo(200);
                    assertThat(login(server, "ann:p" + (version - 1))).isEqualTo(401);
                    clients.waitForMore();
                }
            }
            List<Witness> old = all.subList(0, all.size() - 2);
            Waiting.until(
                    "all before the last are over", () -> old.stream().allMatch(Witness::isOver));
            String last = "host" + TIMES / 2 % 3;
            Waiting.until(
                    "the other logs are closed",
                    () -> List.of("all", last).containsAll(server.openLogs()));
            Waiting.until("two logs are written", () -> writers(others).size() == 2);
            ids = numbers();
        }
        assertThat(all).allSatisfy(witness -> assertThat(witness.wrong).isEmpty());
        assertThat(all).allMatch(Witness::isOver);
        assertThat(valves.stream().mapToInt(valve -> valve.told.get()).sum()).isEqualTo(ids.size());
        assertThat(logged("all", 0)).containsExactlyElementsOf(ids);
        assertThat(logged("host", 1)).containsExactlyElementsOf(ids);
        Waiting.until("no log is written", () -> writers(others).isEmpty());
    }

    private ReloadedServer start(Wire wire, List<Witness> all, List<Witness.Looking> valves)
            throws Exception {
        Witness.Users users = users(0);
        Witness.Looking valve = valve(0);
        all.add(users);
        all.add(valve);
        valves.add(valve);
        return new ReloadedServer(wire, base, engine(0), List.of(valve), users);
    }

    /** The threads that write logs, without those of the tests before, which may be ending. */
    private static Set<Thread> writers(Set<Thread> others) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("access-log"))
                .filter(thread -> !others.contains(thread))
                .collect(Collectors.toSet());
    }

    private String id() {
        return "X-Id: " + asked.getAndIncrement();
    }

    private int login(ReloadedServer server, String user) throws IOException {
        return server.get("/in/x", id(), ReloadedServer.basic(user)).status();
    }

    private Set<String> numbers() {
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < asked.get(); i++) {
            all.add(Integer.toString(i));
        }
        return all;
    }

    /** The ids of all lines, sorted. */
    private List<String> logged(String prefix, int column) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : ReloadedServer.lines(base, prefix)) {
            lines.add(line.split("\\|")[column]);
        }
        lines.sort(null);
        return lines;
    }

    /** Ask until they are closed, then tell what went wrong. */
    private final class Clients implements AutoCloseable {
        private final ReloadedServer server;
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger answered = new AtomicInteger();
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();

        Clients(ReloadedServer server) {
            this.server = server;
            for (int i = 0; i < CLIENTS; i++) {
                Thread thread = new Thread(this::ask, "client-" + i);
                threads.add(thread);
                thread.start();
            }
        }

        /** Returns when everybody may have asked for everything once, or something went wrong. */
        void waitForMore() throws Exception {
            int before = answered.get();
            Waiting.until(
                    "answers", () -> answered.get() >= before + 4 * CLIENTS || !wrong.isEmpty());
        }

        private void ask() {
            try {
                while (!over.get()) {
                    try (RawClient client = server.connect()) {
                        for (int i = 0; i < 5; i++) {
                            expect(200, client, "/file.txt");
                            expect(200, client, "/in/y", ReloadedServer.basic("bob:b"));
                            expect(404, client, "/nowhere/none");
                        }
                        expect(400, client, "/%00");
                    }
                }
            } catch (IOException | RuntimeException | AssertionError e) {
                wrong.add(e.toString());
            }
        }

        private void expect(int status, RawClient client, String target, String... fields)
                throws IOException {
            List<String> all = new ArrayList<>(List.of(fields));
            all.add(id());
            RawResponse response =
                    client.exchange(ReloadedServer.request(target, all.toArray(String[]::new)));
            answered.incrementAndGet();
            if (response.status() != status) {
                wrong.add(target + ": " + response.head() + response.text());
            }
        }

        @Override
        public void close() throws InterruptedException {
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).isEmpty();
        }
    }
}
