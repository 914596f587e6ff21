package dev.serval.tests;

import static dev.serval.tests.ReloadedServer.basic;
import static dev.serval.tests.ReloadedServer.host;
import static dev.serval.tests.ReloadedServer.realm;
import static dev.serval.tests.ReloadedServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Exchange;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.Realm;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.Valve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Realms, valves and access logs of engine and host, from a configuration that was read anew. */
class ConfigurationReloadTest {
    private static final String LOG =
            "<Valve className='AccessLog' prefix='%s' suffix='' fileDateFormat='' pattern='%%U'/>";
    private static final String SHARED = "<Valve className='SingleSignOn'/>";

    @TempDir private Path base;
    private ReloadedServer server;

    private void start(String engine) throws Exception {
        start(Wire.NIO, engine, List.of(), null);
    }

    private void start(Wire wire, String engine, List<Valve> valves, Witness.Users users)
            throws Exception {
        ReloadedServer.users(base, "one.xml", "first");
        ReloadedServer.users(base, "two.xml", "second");
        server = new ReloadedServer(wire, base, engine, valves, users);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String who(String cookie) throws IOException {
        return server.get("/open/who", "Cookie: " + cookie).text();
    }

    /** Its cookies. */
    private String login(String password) throws IOException {
        RawResponse response = server.get("/open/login?" + password);
        assertThat(response.text()).isEqualTo("ann");
        return String.join(
                "; ",
                response.all("Set-Cookie").stream()
                        .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                        .toList());
    }

    @Test
    void anotherRealmOfTheEngineCounts() throws Exception {
        start(realm("one.xml") + host(""));
        assertThat(server.get("/in/x", basic("ann:first")).text()).isEqualTo("ann");
        server.reload(realm("two.xml") + host(""));
        assertThat(server.get("/in/x", basic("ann:first")).status()).isEqualTo(401);
        assertThat(server.get("/in/x", basic("ann:second")).text()).isEqualTo("ann");
        server.reload(host(""));
        assertThat(server.get("/in/x", basic("ann:second")).status()).isEqualTo(401);
    }

    @Test
    void aRealmOfTheHostTakesThePlaceOfThatOfTheEngine() throws Exception {
        start(realm("one.xml") + host(""));
        server.reload(realm("one.xml") + host(realm("two.xml")));
        assertThat(server.get("/in/x", basic("ann:first")).status()).isEqualTo(401);
        assertThat(server.get("/in/x", basic("ann:second")).text()).isEqualTo("ann");
    }

    @Test
    void anApplicationKeepsTheRealmOfItsOwn() throws Exception {
        Path descriptor = base.resolve("webapps/other/META-INF/context.xml");
        Files.createDirectories(descriptor.getParent());
        Files.writeString(descriptor, "<Context>" + realm("one.xml") + "</Context>");
        start(realm("one.xml") + host(""));
        server.reload(realm("two.xml") + host(""));
        assertThat(server.get("/other/in/x", basic("ann:first")).text()).isEqualTo("ann");
        assertThat(server.get("/in/x", basic("ann:first")).status()).isEqualTo(401);
    }

    @Test
    void aLoginLastsAsLongAsItsRealm() throws Exception {
        start(realm("one.xml") + host(""));
        String cookie = login("first");
        server.reload("\n<!-- elsewhere -->\n" + realm("one.xml") + host(LOG.formatted("log")));
        assertThat(who(cookie)).isEqualTo("ann");
        server.reload(realm("two.xml") + host(LOG.formatted("log")));
        assertThat(who(cookie)).isEqualTo("null");
        assertThat(server.get("/in/x", "Cookie: " + cookie).status()).isEqualTo(401);
        server.reload(realm("one.xml") + host(LOG.formatted("log")));
        assertThat(who(cookie)).as("a realm made anew").isEqualTo("null");
    }

    /** The realm lasts until then; its logins do not come back with its configuration. */
    @Test
    void noLoginComesBackWhileARequestStillUsesItsRealm() throws Exception {
        Witness.Around valve = new Witness.Around();
        start(realm("one.xml") + host(SHARED));
        String cookie = login("first");
        server.reload(realm("one.xml") + host(SHARED), List.of(valve), null);
        try (RawClient client = server.connect()) {
            client.send(request("/in/slow?wait", basic("ann:first")));
            valve.entered.await();
            server.reload(realm("two.xml") + host(""));
            server.reload(realm("one.xml") + host(SHARED));
            assertThat(who(cookie)).as("a realm made anew").isEqualTo("null");
            assertThat(server.get("/other/open/who", "Cookie: " + cookie).text())
                    .as("shared logins made anew")
                    .isEqualTo("null");
            String next = login("first");
            assertThat(who(next)).isEqualTo("ann");
        } finally {
            valve.open.countDown();
        }
    }

    @Test
    void aSharedLoginLastsAsLongAsItsRealm() throws Exception {
        start(realm("one.xml") + host(SHARED));
        String cookie = login("first");
        assertThat(server.get("/other/open/who", "Cookie: " + cookie).text()).isEqualTo("ann");
        server.reload(realm("one.xml") + host(SHARED + LOG.formatted("log")));
        assertThat(server.get("/other/open/who", "Cookie: " + cookie).text()).isEqualTo("ann");
        server.reload(realm("two.xml") + host(SHARED));
        assertThat(server.get("/other/open/who", "Cookie: " + cookie).text()).isEqualTo("null");
        assertThat(who(cookie)).isEqualTo("null");
        String next = login("second");
        assertThat(server.get("/other/open/who", "Cookie: " + next).text()).isEqualTo("ann");
    }

    @Test
    void anApplicationThatIsDeployedLaterHasTheRealmOfThen() throws Exception {
        start(realm("one.xml") + "<Host name='localhost'/>");
        server.reload(realm("two.xml") + "<Host name='localhost'/>");
        Path source = base.resolve("webapps/other");
        Path added = base.resolve("beside");
        for (String file : List.of("WEB-INF/classes/a/Who.class", "WEB-INF/web.xml")) {
            Files.createDirectories(added.resolve(file).getParent());
            Files.copy(source.resolve(file), added.resolve(file));
        }
        Files.move(added, base.resolve("webapps/later"));
        Waiting.until(
                "it is deployed",
                () -> server.get("/later/in/x", basic("ann:second")).status() == 200);
        assertThat(server.get("/later/in/x", basic("ann:first")).status()).isEqualTo(401);
    }

    @Test
    void addressesMayComeInOrNot() throws Exception {
        start(host(""));
        assertThat(server.get("/file.txt").status()).isEqualTo(200);
        server.reload(host("<Valve className='RemoteCIDRValve' allow='192.0.2.1'/>"));
        assertThat(server.get("/file.txt").status()).isEqualTo(403);
        server.reload("<Valve className='RemoteCIDRValve' deny='192.0.2.1'/>" + host(""));
        assertThat(server.get("/file.txt").status()).isEqualTo(200);
    }

    @Test
    void aConstraintHoldsForFilesInMemory() throws Exception {
        start(realm("one.xml") + host(""));
        for (int i = 0; i < 2; i++) {
            assertThat(server.get("/kept.txt", basic("ann:first")).status()).isEqualTo(200);
        }
        assertThat(server.get("/kept.txt").status()).isEqualTo(401);
    }

    @Test
    void aValveThatComesHoldsForFilesInMemory() throws Exception {
        start(host(""));
        for (int i = 0; i < 2; i++) {
            assertThat(server.get("/file.txt").status()).isEqualTo(200);
        }
        CallValve refusing = (request, response, chain) -> response.sendError(403);
        server.reload(host(""), List.of(refusing), null);
        assertThat(server.get("/file.txt").status()).isEqualTo(403);
        server.reload(host(""));
        assertThat(server.get("/file.txt").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(names = {"BIO", "NIO", "NIO2"})
    void aRequestKeepsWhatItBeganWith(Wire wire) throws Exception {
        Witness.Around valve = new Witness.Around();
        Witness.Users users = new Witness.Users(Realm.NOBODY);
        start(wire, host(LOG.formatted("before")), List.of(valve), users);
        try (RawClient client = server.connect()) {
            client.send(request("/in/slow?wait", basic("ann:first")));
            valve.entered.await();
            server.reload(realm("one.xml") + host(LOG.formatted("after")));
            assertThat(server.get("/in/quick", basic("ann:first")).text()).isEqualTo("ann");
            assertThat(valve.isOver()).isFalse();
            assertThat(users.isOver()).isFalse();
            valve.open.countDown();
            assertThat(client.response().status()).as("by nobody").isEqualTo(401);
        }
        Waiting.until("it is over", () -> valve.isOver() && users.isOver());
        assertThat(valve.told).hasValue(1);
        assertThat(valve.wrong).isEmpty();
        assertThat(users.wrong).isEmpty();
        server.close();
        assertThat(ReloadedServer.lines(base, "before")).containsExactly("/in/slow");
        assertThat(ReloadedServer.lines(base, "after")).containsExactly("/in/quick");
    }

    @ParameterizedTest
    @EnumSource(names = {"BIO", "NIO", "NIO2"})
    void anUpgradedConnectionDoesNotHoldWhatItBeganWith(Wire wire) throws Exception {
        Witness.Around valve = new Witness.Around();
        start(wire, host(LOG.formatted("before")), List.of(valve), null);
        Witness.Looking next = new Witness.Looking();
        try (RawClient client = server.connect()) {
            client.send(request("/open/upgrade", "Connection: Upgrade", "Upgrade: open/1"));
            assertThat(client.response().status()).isEqualTo(101);
            server.reload(host(LOG.formatted("after")), List.of(next), null);
            Waiting.until("it is over", valve::isOver);
            assertThat(next.told).hasValue(0);
        }
        Waiting.until("its end is told", () -> next.told.get() == 1);
        assertThat(valve.told).hasValue(0);
        assertThat(valve.wrong).isEmpty();
        assertThat(next.wrong).isEmpty();
        server.close();
        assertThat(ReloadedServer.lines(base, "before")).isEmpty();
        assertThat(ReloadedServer.lines(base, "after")).containsExactly("/open/upgrade");
    }

    @Test
    void whatARequestStillUsesEndsWithTheServer() throws Exception {
        Witness.Around valve = new Witness.Around();
        start(Wire.NIO, host(""), List.of(valve), null);
        try (RawClient client = server.connect()) {
            client.send(request("/in/slow?wait"));
            valve.entered.await();
            server.reload(host(""));
            assertThat(valve.isOver()).isFalse();
            server.stop(Duration.ofMillis(300));
            assertThat(valve.isOver()).isTrue();
        } finally {
            valve.open.countDown();
        }
    }

    @Test
    void whatIsConfiguredAsBeforeGoesOn() throws Exception {
        Witness.Looking valve = new Witness.Looking();
        Set<Thread> others = writers(Set.of());
        start(Wire.NIO, LOG.formatted("log") + host(LOG.formatted("log")), List.of(valve), null);
        server.get("/file.txt");
        Set<Thread> writers = writers(others);
        for (int i = 0; i < 3; i++) {
            server.reload(
                    "\n" + LOG.formatted("log").replace("'", "\"") + host(LOG.formatted("log")));
        }
        assertThat(server.get("/file.txt").status()).isEqualTo(200);
        assertThat(writers(others)).isEqualTo(writers);
        // Given in Java and not given again: it ends once the first request is over.
        Waiting.until("the valve ends", valve::isOver);
        server.close();
        assertThat(ReloadedServer.lines(base, "log")).hasSize(4);
    }

    /** The threads that write logs, without those of the tests before, which may be ending. */
    private static Set<Thread> writers(Set<Thread> others) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("access-log"))
                .filter(thread -> !others.contains(thread))
                .collect(Collectors.toSet());
    }

    @Test
    void whatCannotBeMadeOrStartedChangesNothing() throws Exception {
        Witness.Looking valve = new Witness.Looking();
        Witness.Looking never = new Witness.Looking();
        start(Wire.NIO, realm("one.xml") + host(LOG.formatted("log")), List.of(valve), null);
        String cookie = login("first");
        Witness.Users broken =
                new Witness.Users(Realm.NOBODY) {
                    @Override
                    public void start() {
                        throw new IllegalStateException("no users");
                    }
                };
        assertThatThrownBy(
                        () -> server.reload(host(LOG.formatted("other")), List.of(never), broken))
                .isInstanceOf(LifecycleException.class)
                .hasMessage(
                        "SRV-0544 the Realm cannot start: java.lang.IllegalStateException: no"
                                + " users; realms and valves are as they were before");
        assertThat(never.isOver()).isFalse();
        CompletionValve failing =
                new CompletionValve() {
                    @Override
                    public void start() {
                        throw new IllegalStateException("no disk");
                    }

                    @Override
                    public void completed(Exchange exchange) {}
                };
        assertThatThrownBy(
                        () ->
                                server.reload(
                                        realm("two.xml") + host(LOG.formatted("other")),
                                        List.of(never, failing),
                                        null))
                .isInstanceOf(LifecycleException.class)
                .hasMessage(
                        "java.lang.IllegalStateException: no disk; realms and valves are as they"
                                + " were before");
        assertThatThrownBy(() -> server.reload(host("") + "<Host name='more'/>"))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("the hosts are [localhost] until a restart");
        assertThat(never.isOver()).isTrue();
        assertThat(valve.isOver()).isFalse();
        assertThat(who(cookie)).isEqualTo("ann");
        assertThat(server.get("/in/x", basic("ann:first")).text()).isEqualTo("ann");
        server.close();
        assertThat(valve.told).hasValue(3);
        assertThat(ReloadedServer.lines(base, "other")).isEmpty();
        // A line is written when its response is on the way: the next request may overtake it.
        assertThat(ReloadedServer.lines(base, "log"))
                .containsExactlyInAnyOrder("/open/login", "/open/who", "/in/x");
    }
}
