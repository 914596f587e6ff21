package dev.serval.tests;

import static dev.serval.tests.AjpFront.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.ajp.AjpConfig;
import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.routing.ContextTable;
import dev.serval.routing.HostTable;
import dev.serval.routing.HostValves;
import dev.serval.routing.Router;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.BasicAuthenticator;
import dev.serval.security.LoginConfig;
import dev.serval.security.MemoryRealm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SecurityConstraint;
import dev.serval.security.Users;
import dev.serval.servlet.AppContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What applications see of requests that a front passes on by AJP. */
@Timeout(120)
final class AjpServedTest {
    private static final AjpConfig OPEN = AjpConfig.of(null);
    private static final Users USERS =
            new Users(List.of(new Users.User("ann", "right", Set.of("admin"))));

    @TempDir private Path directory;
    private AppContext app;
    private Connector connector;

    /** An application that does not upgrade anything. */
    public static final class NoHandler implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {}

        @Override
        public void destroy() {}
    }

    private AjpFront start(IoModel io, AjpConfig own, OneServlet.Body body) throws Exception {
        app =
                AppContext.builder("")
                        .servlet("s", new OneServlet.Given(body), -1, "/*")
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
                        .realm(MemoryRealm.of(USERS), RealmSettings.DEFAULTS)
                        .build();
        app.start();
        Router router =
                new Router(
                        HostTable.builder()
                                .host(
                                        "localhost",
                                        List.of(),
                                        ContextTable.of(List.of(app)),
                                        HostValves.NONE)
                                .build());
        connector =
                new Connector(
                        ConnectorConfig.of(io, 0).change().address("localhost").done(),
                        router,
                        List.of(Connector.ajp(own)));
        connector.start();
        return new AjpFront(connector.port());
    }

    @AfterEach
    void stop() {
        if (connector != null) {
            connector.stop(Duration.ofSeconds(10));
            app.stop();
        }
    }

    private static String facts(HttpServletRequest request) {
        X509Certificate[] chain =
                (X509Certificate[]) request.getAttribute("jakarta.servlet.request.X509Certificate");
        return String.join(
                "|",
                request.getMethod(),
                request.getRequestURL() + "?" + request.getQueryString(),
                request.getProtocol(),
                request.getScheme(),
                String.valueOf(request.isSecure()),
                request.getServerName() + ":" + request.getServerPort(),
                request.getRemoteAddr()
                        + " "
                        + request.getRemoteHost()
                        + ":"
                        + request.getRemotePort(),
                request.getLocalAddr()
                        + " "
                        + request.getLocalName()
                        + ":"
                        + request.getLocalPort(),
                "" + request.getAttribute("jakarta.servlet.request.secure_protocol"),
                "" + request.getAttribute("jakarta.servlet.request.cipher_suite"),
                "" + request.getAttribute("jakarta.servlet.request.key_size"),
                "" + request.getAttribute("jakarta.servlet.request.ssl_session_id"),
                chain == null
                        ? "none"
                        : chain.length + chain[0].getSubjectX500Principal().getName(),
                "" + request.getAttribute("OWN"),
                "" + request.getAttribute("JK_LB_ACTIVATION"),
                "" + Collections.list(request.getAttributeNames()).contains("OWN"));
    }

    @ParameterizedTest
    @EnumSource
    void whatTheFrontTellsIsWhatTheApplicationSees(IoModel io) throws Exception {
        TestTls.shared().writePem(directory.resolve("cert"), directory.resolve("key"));
        String pem = Files.readString(directory.resolve("cert"));
        AjpConfig own = new AjpConfig("s", 8192, true, Pattern.compile("OWN"), true, false);
        try (AjpFront front = start(io, own, (in, out) -> out.getWriter().print(facts(in)))) {
            AjpFront.Asked encrypted =
                    get("/a/b")
                            .host("shop.example")
                            .tls()
                            .attribute(12, "s")
                            .attribute(5, "c=d")
                            .attribute(7, pem)
                            .attribute(8, "TLS_AES_256_GCM_SHA384")
                            .attribute(9, "0a0b")
                            .keySize(256)
                            .attribute("AJP_REMOTE_PORT", "4711")
                            .attribute("AJP_LOCAL_ADDR", "10.0.0.1")
                            .attribute("AJP_SSL_PROTOCOL", "TLSv1.3")
                            .attribute("OWN", "mine")
                            .attribute("JK_LB_ACTIVATION", "ACT");
            assertThat(front.ask(encrypted).text())
                    .isEqualTo(
                            "GET|https://shop.example/a/b?c=d|HTTP/1.1|https|true|shop.example:443"
                                    + "|203.0.113.9 203.0.113.9:4711|10.0.0.1 front.example:8443"
                                    + "|TLSv1.3|TLS_AES_256_GCM_SHA384|256|0a0b|1CN=localhost"
                                    + "|mine|ACT|true");
            AjpFront.Asked plain =
                    get("/").host("shop.example:81").method(3 + 2).attribute(12, "s");
            assertThat(front.ask(plain).text())
                    .startsWith(
                            "PUT|http://shop.example:81/?null|HTTP/1.1|http|false|shop.example:81"
                                    + "|203.0.113.9 203.0.113.9:0|127.0.0.1 front.example:8443"
                                    + "|null|null|null|null|none|null|null|false");
        }
    }

    @ParameterizedTest
    @EnumSource
    void certificatesThatCannotBeReadAreNone(IoModel io) throws Exception {
        try (AjpFront front = start(io, OPEN, (in, out) -> out.getWriter().print(facts(in)))) {
            for (String text : List.of("x", "-----BEGIN CERTIFICATE-----\nAAAA", "é")) {
                AjpFront.Answer answer = front.ask(get("/").tls().attribute(7, text));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).contains("|none|");
            }
        }
    }

    private static String who(HttpServletRequest request) {
        return request.getRemoteUser()
                + "|"
                + request.getAuthType()
                + "|"
                + request.isUserInRole("admin");
    }

    private AjpFront users(IoModel io, boolean authentication, boolean authorization)
            throws Exception {
        AjpConfig own = new AjpConfig(null, 8192, true, null, authentication, authorization);
        return start(io, own, (in, out) -> out.getWriter().print(who(in)));
    }

    @ParameterizedTest
    @EnumSource
    void usersLogInHereByDefault(IoModel io) throws Exception {
        try (AjpFront front = users(io, true, false)) {
            AjpFront.Asked ann = get("/").attribute(3, "ann").attribute(4, "BASIC");
            assertThat(front.ask(ann).text()).isEqualTo("null|null|false");
            AjpFront.Asked admin = get("/admin").attribute(3, "ann").attribute(4, "BASIC");
            assertThat(front.ask(admin).status()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFrontsUserHasNoRolesWhereTheFrontAloneAuthenticates(IoModel io) throws Exception {
        try (AjpFront front = users(io, false, false)) {
            assertThat(front.ask(get("/").attribute(3, "ann").attribute(4, "DIGEST")).text())
                    .isEqualTo("ann|DIGEST|false");
            assertThat(front.ask(get("/").attribute(3, "zoe")).text())
                    .isEqualTo("zoe|EXTERNAL|false");
            assertThat(front.ask(get("/").attribute(3, "")).text()).isEqualTo("null|null|false");
            assertThat(front.ask(get("/")).text()).isEqualTo("null|null|false");
            // A user of the realm with that name is not this one.
            assertThat(front.ask(get("/admin").attribute(3, "ann")).status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRealmKnowsTheRolesOfTheFrontsUserWhereItAuthorizes(IoModel io) throws Exception {
        for (boolean authentication : new boolean[] {true, false}) {
            try (AjpFront front = users(io, authentication, true)) {
                assertThat(front.ask(get("/admin").attribute(3, "ann").attribute(4, "X")).text())
                        .isEqualTo("ann|X|true");
                assertThat(front.ask(get("/").attribute(3, "zoe")).text())
                        .isEqualTo("null|null|false");
                assertThat(front.ask(get("/admin").attribute(3, "zoe")).status()).isEqualTo(403);
            }
            stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void formsAndLargeBodiesArrive(IoModel io) throws Exception {
        OneServlet.Body body =
                (in, out) -> {
                    if (in.getRequestURI().equals("/form")) {
                        out.setContentType("text/plain;charset=utf-8");
                        out.getWriter().print(in.getParameter("a"));
                    } else {
                        in.getInputStream().transferTo(out.getOutputStream());
                    }
                };
        byte[] large = new byte[3_000_000];
        new Random(7).nextBytes(large);
        try (AjpFront front = start(io, OPEN, body)) {
            AjpFront.Asked form =
                    get("/form").field("Content-Type", "application/x-www-form-urlencoded");
            assertThat(front.ask(form, "a=%C3%A4".getBytes(StandardCharsets.US_ASCII)).text())
                    .isEqualTo("\u00e4");
            for (int i = 0; i < 2; i++) {
                AjpFront.Answer answer = front.ask(get("/"), large);
                assertThat(Arrays.equals(answer.bytes(), large)).isTrue();
                assertThat(answer.reuse()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAjpCannotCarryIsRefusedWithAReason(IoModel io) throws Exception {
        OneServlet.Body body =
                (in, out) -> {
                    try {
                        if (in.getRequestURI().equals("/upgrade")) {
                            in.upgrade(NoHandler.class);
                        } else {
                            out.setTrailerFields(Map::of);
                        }
                    } catch (IllegalStateException e) {
                        out.getWriter().print(e.getMessage());
                    }
                };
        try (AjpFront front = start(io, OPEN, body)) {
            assertThat(front.ask(get("/upgrade").field("Upgrade", "own")).text())
                    .contains("do not pass AJP");
            assertThat(front.ask(get("/trailers")).text()).contains("AJP");
            assertThat(front.ask(get("/")).reuse()).isTrue();
        }
    }

    /** RFC 9110 §15.6.2: what the client asks for is right, and cannot be had here. */
    @ParameterizedTest
    @EnumSource
    void anUpgradeIsRefusedAndIsNoFailureOfTheApplication(IoModel io) throws Exception {
        OneServlet.Body body = (in, out) -> in.upgrade(NoHandler.class);
        try (ServerLog log = new ServerLog();
                AjpFront front = start(io, OPEN, body)) {
            AjpFront.Answer answer = front.ask(get("/").field("Upgrade", "own"));
            assertThat(answer.status()).isEqualTo(501);
            assertThat(answer.text())
                    .contains("<code>SRV-0139</code>", "do not pass AJP: use a connector for HTTP");
            assertThat(answer.reuse()).isTrue();
            assertThat(front.ask(get("/").field("Upgrade", "own")).status()).isEqualTo(501);
            assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0601"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailureOfTheApplicationIsA500AndTheConnectionIsKept(IoModel io) throws Exception {
        OneServlet.Body body =
                (in, out) -> {
                    throw new IOException("on purpose");
                };
        try (AjpFront front = start(io, OPEN, body)) {
            AjpFront.Answer answer = front.ask(get("/"));
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.reuse()).isTrue();
            assertThat(front.ask(get("/")).status()).isEqualTo(500);
        }
    }
}
