package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.security.CertificateNames;
import dev.serval.security.CredentialHandler;
import dev.serval.security.DigestAnswer;
import dev.serval.security.LockOutRealm;
import dev.serval.security.LoginThreads;
import dev.serval.security.MemoryRealm;
import dev.serval.security.RealmLimits;
import dev.serval.security.Users;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many logins with made-up names, whose passwords take long to hash: files, servlets and whoever
 * has logged in before are answered meanwhile.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO", "NIO2"})
final class LoginFloodTest {
    private static final int WAITING = 6;
    private static final String PAGE = "/app/admin/page.txt";

    @Parameter Wire wire;

    @TempDir Path directory;

    private final SlowHash hash = new SlowHash();
    private final List<RawClient> clients = new ArrayList<>();
    private Serval serval;

    /** A hash that lasts until it is let go. */
    private static final class SlowHash implements CredentialHandler {
        private final Semaphore free = new Semaphore(0);
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();

        @Override
        public boolean matches(String password, String kept) {
            mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
            begun.incrementAndGet();
            free.acquireUninterruptibly();
            running.decrementAndGet();
            return password.equals(kept);
        }

        @Override
        public int rounds(String kept) {
            return 600_000;
        }

        @Override
        public String mutate(String password) {
            return password;
        }

        @Override
        public String a1(DigestAnswer answer, String kept) {
            return null;
        }
    }

    /** Logs in by itself, if it is asked to. */
    private static final class Program extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            if (request.getQueryString() != null) {
                request.login(request.getQueryString(), "x");
            }
            response.getWriter().print("program");
        }
    }

    @BeforeEach
    void start() throws Exception {
        Users users = new Users(List.of(new Users.User("ann", "right", Set.of("admin"))));
        MemoryRealm realm =
                new MemoryRealm(
                        () -> users,
                        hash,
                        CertificateNames.DEFAULTS,
                        new LoginThreads(1),
                        new RealmLimits(WAITING, 60_000));
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.createDirectories(directory.resolve("admin"));
        Files.writeString(directory.resolve("open.txt"), "open");
        Files.writeString(directory.resolve("admin/page.txt"), "treasure");
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app>"
                        + GuardedApps.constraint("/admin/*", "", GuardedApps.roles("admin"))
                        + "<login-config><auth-method>BASIC</auth-method></login-config>"
                        + "<security-role><role-name>admin</role-name></security-role></web-app>");
        // Fewer than wait, where workers and not connections have the threads.
        int threads = wire.io() == IoModel.BIO ? 50 : 3;
        serval =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().maxThreads(threads).config(wire))
                        .realm(new LockOutRealm(realm, LockOutRealm.LockOutSettings.DEFAULTS))
                        .webapp("/app", directory)
                        .servlet("/app", "/program", new Program())
                        .start();
    }

    @AfterEach
    void stop() throws IOException {
        hash.free.release(1000);
        for (RawClient client : clients) {
            client.close();
        }
        serval.close();
    }

    private static String basic(String user, String password) {
        byte[] bytes = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(bytes);
    }

    private RawResponse get(String target, String... fields) throws IOException {
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(ServerUnderTest.request("GET", target, fields));
        }
    }

    /** A request on a connection of its own, whose answer nobody waits for yet. */
    private RawClient ask(String target, String... fields) throws IOException {
        RawClient client = new RawClient(wire, serval.port());
        clients.add(client);
        return client.send(ServerUnderTest.request("GET", target, fields));
    }

    /** One login that is hashed, as many that wait as may, and one that is refused. */
    private List<RawClient> fill() throws Exception {
        List<RawClient> asked = new ArrayList<>();
        asked.add(ask(PAGE, basic("nobody", "x")));
        Waiting.until("the first hash", () -> hash.begun.get() == 1);
        for (int i = 0; i < WAITING + 1; i++) {
            asked.add(ask(PAGE, basic("nobody" + i, "x")));
        }
        Waiting.until("a full queue", () -> asked.stream().anyMatch(LoginFloodTest::isAnswered));
        return asked;
    }

    private static boolean isAnswered(RawClient client) {
        try {
            return client.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void filesAndServletsDoNotWaitForPasswords() throws Exception {
        List<RawClient> asked = fill();
        assertThat(get("/app/open.txt").text()).isEqualTo("open");
        assertThat(get("/app/program").text()).isEqualTo("program");
        assertThat(hash.begun).as("one at once").hasValue(1);
        hash.free.release(1000);
        List<Integer> statuses = new ArrayList<>();
        for (RawClient client : asked) {
            statuses.add(client.response().status());
        }
        assertThat(statuses).containsOnlyOnce(503);
        assertThat(statuses.stream().filter(status -> status == 401)).hasSize(WAITING + 1);
        assertThat(hash.mostAtOnce).hasValue(1);
    }

    @Test
    void aFloodFromOneAddressKeepsNobodyElseOut() throws Exception {
        List<RawClient> asked = fill();
        RawClient other = RawClient.from(2, wire, serval.port());
        assumeThat(other).isNotNull();
        clients.add(other);
        other.send(ServerUnderTest.request("GET", PAGE, basic("ann", "right")));
        Waiting.until(
                "another one that is refused",
                () -> asked.stream().filter(LoginFloodTest::isAnswered).count() == 2);
        hash.free.release(1000);
        assertThat(other.response().text()).isEqualTo("treasure");
        List<Integer> statuses = new ArrayList<>();
        for (RawClient client : asked) {
            statuses.add(client.response().status());
        }
        assertThat(statuses.stream().filter(status -> status == 503)).hasSize(2);
    }

    @Test
    void whoFindsTheQueueFullComesAgainLater() throws Exception {
        fill();
        for (String user : new String[] {"made-up", "ann"}) {
            RawResponse response = get(PAGE, basic(user, "x"));
            assertThat(response.status()).as(user).isEqualTo(503);
            assertThat(response.field("Retry-After")).isEqualTo("60");
            assertThat(response.text()).contains("SRV-0660").doesNotContain("maxQueue");
        }
        RawResponse program = get("/app/program?made-up");
        assertThat(program.status()).isEqualTo(503);
        assertThat(program.field("Retry-After")).isEqualTo("60");
    }

    @Test
    void whoHasLoggedInBeforeIsServed() throws Exception {
        hash.free.release();
        assertThat(get(PAGE, basic("ann", "right")).text()).isEqualTo("treasure");
        hash.begun.set(0);
        fill();
        assertThat(get(PAGE, basic("ann", "right")).text()).isEqualTo("treasure");
    }

    @Test
    void whoIsLockedIsRefusedWithoutAHash() throws Exception {
        hash.free.release(5);
        for (int i = 0; i < 5; i++) {
            assertThat(get(PAGE, basic("lock", "x")).status()).isEqualTo(401);
        }
        hash.begun.set(0);
        fill();
        assertThat(get(PAGE, basic("lock", "x")).status()).isEqualTo(401);
    }
}
