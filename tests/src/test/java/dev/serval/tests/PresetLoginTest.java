package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.routing.ContextTable;
import dev.serval.routing.HostTable;
import dev.serval.routing.HostValves;
import dev.serval.routing.Router;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.BasicAuthenticator;
import dev.serval.security.CombinedRealm;
import dev.serval.security.DigestAnswer;
import dev.serval.security.HostLogins;
import dev.serval.security.LockOutRealm;
import dev.serval.security.LoginConfig;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SecurityConstraint;
import dev.serval.security.SingleSignOn;
import dev.serval.security.UserPrincipal;
import dev.serval.security.Users;
import dev.serval.servlet.AppContext;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import dev.serval.valve.address.RemoteIp;
import dev.serval.valve.address.RemoteIpConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A protocol whose trusted peer says who makes a request. */
class PresetLoginTest {
    private static final Users USERS =
            new Users(
                    List.of(
                            new Users.User("ann", "right", Set.of("admin")),
                            new Users.User("bob", "b", Set.of("admin"))));

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final Queue<String> found = new ConcurrentLinkedQueue<>();
    private AppContext app;
    private Connector connector;

    /** Knows nobody, and notes whom it was asked for. */
    private final class Noting implements Realm {
        @Override
        public UserPrincipal authenticate(String user, String password, String client) {
            return null;
        }

        @Override
        public UserPrincipal authenticate(DigestAnswer answer) {
            return null;
        }

        @Override
        public UserPrincipal authenticate(X509Certificate certificate) {
            return null;
        }

        @Override
        public UserPrincipal find(String user) {
            found.add(user);
            return null;
        }
    }

    private void start(IoModel io, SingleSignOn shared) throws Exception {
        app =
                AppContext.builder("")
                        .servlet(
                                "who",
                                new OneServlet.Given(
                                        (request, response) -> {
                                            if ("session".equals(request.getQueryString())) {
                                                request.getSession();
                                            }
                                            response.setHeader(
                                                    "X-Thread", Thread.currentThread().getName());
                                            response.getWriter()
                                                    .print(
                                                            request.getRemoteUser()
                                                                    + "|"
                                                                    + request.getUserPrincipal()
                                                                    + "|"
                                                                    + request.getAuthType()
                                                                    + "|"
                                                                    + request.isUserInRole("admin")
                                                                    + "|"
                                                                    + request.getRemoteAddr());
                                        }),
                                -1,
                                "/admin",
                                "/anybody",
                                "/open")
                        .servlet(
                                "quiet",
                                new OneServlet.Given((request, response) -> {}),
                                -1,
                                "/quiet")
                        .constraint(
                                new SecurityConstraint(
                                        new SecurityConstraint.Collection(
                                                List.of("/anybody"), Set.of(), Set.of()),
                                        Set.of("**"),
                                        false))
                        .constraint(
                                new SecurityConstraint(
                                        new SecurityConstraint.Collection(
                                                List.of("/admin"), Set.of(), Set.of()),
                                        Set.of("admin"),
                                        false))
                        .authenticator(
                                new BasicAuthenticator(
                                        new LoginConfig("BASIC", null, null, null),
                                        StandardCharsets.UTF_8),
                                AuthenticatorSettings.DEFAULTS)
                        .realm(
                                new LockOutRealm(
                                        new CombinedRealm(
                                                List.of(new Noting(), MemoryRealm.of(USERS))),
                                        LockOutRealm.LockOutSettings.DEFAULTS),
                                RealmSettings.DEFAULTS)
                        .singleSignOn(shared)
                        .build();
        app.start();
        CompletionValve log = exchange -> logged.add(String.valueOf(exchange.user()));
        Router router =
                new Router(
                        HostTable.builder()
                                .preRouting(
                                        new PreRoutingValve[] {
                                            new RemoteIp(RemoteIpConfig.DEFAULTS)
                                        })
                                .host(
                                        "localhost",
                                        List.of(),
                                        ContextTable.of(List.of(app)),
                                        new HostValves(
                                                null,
                                                null,
                                                new CompletionValve[] {log},
                                                null,
                                                HostLogins.NONE,
                                                null))
                                .build());
        connector =
                new Connector(
                        ConnectorConfig.of(io, 0).change().address("localhost").done(),
                        router,
                        List.of(Connector.HTTP, new GuestProtocol()));
        connector.start();
    }

    @AfterEach
    void stop() {
        connector.stop(Duration.ofSeconds(10));
        app.stop();
    }

    private String ask(String guest, String target, String... fields) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("localhost"), connector.port())) {
            socket.setSoTimeout(20_000);
            String request =
                    (guest == null ? "" : "GUEST " + guest + "\n")
                            + "GET "
                            + target
                            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "X-Forwarded-For: 203.0.113.9\r\n"
                            + String.join("", fields)
                            + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String basic(String user) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII))
                + "\r\n";
    }

    private static String cookies(String response) {
        StringBuilder cookies = new StringBuilder();
        Matcher set = Pattern.compile("Set-Cookie: ([^;]*)").matcher(response);
        while (set.find()) {
            cookies.append("Cookie: ").append(set.group(1)).append("\r\n");
        }
        assertThat(cookies).isNotEmpty();
        return cookies.toString();
    }

    @ParameterizedTest
    @EnumSource
    void whomThePeerNamesHasLoggedInWithTheRolesOfTheRealm(IoModel io) throws Exception {
        start(io, null);

        assertThat(ask("ann KERBEROS", "/admin"))
                .startsWith("HTTP/1.1 200")
                .endsWith("\r\nann|ann|KERBEROS|true|203.0.113.9");
        assertThat(ask("zoe KERBEROS trusted", "/open"))
                .endsWith("\r\nzoe|zoe|KERBEROS|false|203.0.113.9");
        assertThat(ask("zoe KERBEROS trusted", "/admin")).startsWith("HTTP/1.1 403");
        assertThat(ask(null, "/admin")).startsWith("HTTP/1.1 401");
        assertThat(ask(null, "/open")).endsWith("\r\nnull|null|null|false|203.0.113.9");
        assertThat(ask("ann KERBEROS", "/none")).startsWith("HTTP/1.1 404");
        connector.stop(Duration.ofSeconds(10));
        assertThat(logged).containsExactlyInAnyOrder("ann", "zoe", "zoe", "null", "null", "ann");
    }

    @ParameterizedTest
    @EnumSource
    void itCountsBeforeSessionsSharedLoginsAndPasswords(IoModel io) throws Exception {
        start(io, new SingleSignOn(SingleSignOn.SingleSignOnSettings.DEFAULTS));
        String bob = ask(null, "/admin", basic("bob:b"));
        assertThat(bob).endsWith("\r\nbob|bob|BASIC|true|203.0.113.9");
        String cookies = cookies(bob);
        assertThat(ask(null, "/admin", cookies)).contains("\r\nbob|bob|BASIC|");

        assertThat(ask("ann KERBEROS", "/admin", cookies, basic("bob:wrong")))
                .doesNotContain("Set-Cookie")
                .endsWith("\r\nann|ann|KERBEROS|true|203.0.113.9");
        assertThat(ask("zoe KERBEROS", "/admin", cookies, basic("bob:b")))
                .startsWith("HTTP/1.1 403");
        assertThat(ask("zoe KERBEROS", "/open?session", cookies))
                .contains("\r\nnull|null|null|false|");
        assertThat(ask("zoe KERBEROS trusted", "/open?session", cookies))
                .contains("\r\nzoe|zoe|KERBEROS|");
        // It has left nothing in the session of the other one.
        assertThat(ask(null, "/admin", cookies)).contains("\r\nbob|bob|BASIC|");
    }

    @ParameterizedTest
    @EnumSource
    void oneWhomTheRealmDoesNotKnowCountsWhereThePeerIsTrusted(IoModel io) throws Exception {
        start(io, null);

        assertThat(ask("zoe KERBEROS", "/anybody", basic("bob:b"))).startsWith("HTTP/1.1 403");
        assertThat(ask("zoe KERBEROS", "/open")).endsWith("\r\nnull|null|null|false|203.0.113.9");
        assertThat(ask("zoe KERBEROS trusted", "/anybody"))
                .endsWith("\r\nzoe|zoe|KERBEROS|false|203.0.113.9");
        assertThat(ask("ann KERBEROS", "/anybody")).contains("\r\nann|ann|");
        connector.stop(Duration.ofSeconds(10));
        assertThat(logged).containsExactlyInAnyOrder("zoe", "zoe", "zoe", "ann");
    }

    @ParameterizedTest
    @EnumSource
    void theRealmIsAskedWhenSomebodyAsks(IoModel io) throws Exception {
        start(io, null);

        assertThat(ask("ann KERBEROS", "/quiet")).startsWith("HTTP/1.1 200");
        assertThat(found).isEmpty();
        assertThat(ask("ann KERBEROS", "/open")).contains("\r\nann|ann|");
        assertThat(found).containsExactly("ann");
        connector.stop(Duration.ofSeconds(10));
        assertThat(logged).containsExactly("ann", "ann");
    }

    /** Its roles are looked up, which may wait. */
    @ParameterizedTest
    @EnumSource(names = "NIO")
    void suchACallNeverRunsOnTheEventLoop(IoModel io) throws Exception {
        start(io, null);
        String answer = "";
        for (int i = 0; i < 10_000 && !answer.contains("-loop-"); i++) {
            answer = ask(null, "/open");
        }
        assertThat(answer).contains("X-Thread: http-nio-0-loop-");

        assertThat(ask("ann KERBEROS", "/open")).contains("X-Thread: http-nio-0-exec-");
    }
}
