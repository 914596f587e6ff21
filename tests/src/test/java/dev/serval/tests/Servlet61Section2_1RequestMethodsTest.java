package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What HttpServlet does with the methods of HTTP, by default and where it is told to. */
@OnBioAndNio
final class Servlet61Section2_1RequestMethodsTest {
    @Parameter ServletUnderTest server;

    /** The response to the last request of a connection: nothing comes behind it. */
    private RawResponse exchange(Serval own, String request) throws Exception {
        try (RawClient client = new RawClient(server.wire(), own.port())) {
            RawResponse answer = client.exchange(request);
            client.assertClosed();
            return answer;
        }
    }

    private RawResponse exchange(HttpServlet servlet, String request) throws Exception {
        try (Serval own = server.start(builder -> builder.servlet("/app", "/*", servlet))) {
            return exchange(own, request);
        }
    }

    private static String last(String method, String... fields) {
        String[] all = Arrays.copyOf(fields, fields.length + 1);
        all[fields.length] = "Connection: close";
        return ServerUnderTest.request(method, "/app/s", all);
    }

    private RawResponse ask(HttpServlet servlet, String method, String... fields) throws Exception {
        return exchange(servlet, last(method, fields));
    }

    /** Says hello, and by which method. */
    private static class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.setHeader("X-Method", request.getMethod());
            response.getWriter().print("hello");
        }
    }

    @Test
    @Section("2.1.1")
    void eachMethodIsCalledAtItsOwnMethod() throws Exception {
        HttpServlet all =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected void doGet(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doGet");
                    }

                    @Override
                    protected void doHead(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doHead");
                    }

                    @Override
                    protected void doPost(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doPost");
                    }

                    @Override
                    protected void doPut(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doPut");
                    }

                    @Override
                    protected void doDelete(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doDelete");
                    }

                    @Override
                    protected void doPatch(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doPatch");
                    }

                    @Override
                    protected void doOptions(HttpServletRequest q, HttpServletResponse r) {
                        r.setHeader("X-Called", "doOptions");
                    }
                };
        try (Serval own = server.start(builder -> builder.servlet("/app", "/*", all))) {
            for (String method :
                    List.of("Get", "Head", "Post", "Put", "Delete", "Patch", "Options")) {
                String request =
                        ServerUnderTest.request(
                                method.toUpperCase(), "/app/s", "Content-Length: 0");
                assertThat(server.send(own, request).field("X-Called")).isEqualTo("do" + method);
            }
        }
    }

    @Test
    @Section("2.1.2")
    void headIsWhatGetWouldBeWithoutItsContent() throws Exception {
        RawResponse head = ask(new Hello(), "HEAD");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.field("X-Method")).isEqualTo("HEAD");
        assertThat(head.field("Content-Length")).isEqualTo("5");
    }

    @Test
    @Section("2.1.2")
    void headOfOldCallsDoGetWithAWrappedResponse() throws Exception {
        AtomicReference<String> wrapped = new AtomicReference<>();
        HttpServlet servlet =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected void doGet(HttpServletRequest q, HttpServletResponse r)
                            throws IOException {
                        wrapped.set(r.getClass().getSimpleName());
                        r.getOutputStream().print("0123456789");
                    }
                };
        try (Serval own =
                server.start(
                        builder ->
                                builder.initializer(
                                        "/app",
                                        (none, context) -> {
                                            ServletRegistration.Dynamic s =
                                                    context.addServlet("old", servlet);
                                            s.setInitParameter(
                                                    "jakarta.servlet.http.legacyDoHead", "TRUE");
                                            s.addMapping("/*");
                                        }))) {
            RawResponse head = exchange(own, last("HEAD"));
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.field("Content-Length")).isEqualTo("10");
            assertThat(wrapped.get()).isEqualTo("NoBodyResponse");
        }
    }

    @Test
    @Section("2.1.3")
    void optionsNamesTheMethodsThatTheServletHas() throws Exception {
        assertThat(ask(new Hello(), "OPTIONS").field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    /** RFC 9110 §9.3.7, §10.2.1: TRACE is told of where it reaches servlets. */
    @Test
    @Section("2.1.3")
    void optionsNamesTraceWhereItIsAllowed() throws Exception {
        Hello hello = new Hello();
        try (OneServlet own =
                OneServlet.configured(
                        server.wire(), "allowTrace='true'", (q, r) -> hello.service(q, r))) {
            RawResponse answer = own.exchange(ServerUnderTest.request("OPTIONS", "/app/x"));
            assertThat(answer.field("Allow")).isEqualTo("GET, HEAD, TRACE, OPTIONS");
        }
    }

    /** RFC 9110 §10.2.1: also what an application writes itself is what its client can do. */
    @Test
    @Section("2.1.3")
    void noAllowTellsOfTraceWhereItIsRefused() throws Exception {
        RawResponse answer =
                ask(
                        new OneServlet.Given(
                                (q, r) -> {
                                    r.setHeader("Allow", "TRACE");
                                    r.addHeader("allow", "GET ,TRACE,trace, TRACER");
                                    r.setStatus(405);
                                }),
                        "PUT");
        assertThat(answer.all("Allow")).containsExactly("", "GET, trace, TRACER");
    }

    @Test
    @Section("2.1.3")
    void connectIs501AndReachesNeitherFilterNorServlet() throws Exception {
        AtomicReference<String> reached = new AtomicReference<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.filter(
                                                "",
                                                "/*",
                                                (request, response, chain) -> reached.set("filter"))
                                        .servlet(
                                                "",
                                                "/*",
                                                new OneServlet.Given(
                                                        (q, r) -> reached.set("servlet"))))) {
            RawResponse answer =
                    exchange(
                            own,
                            "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n"
                                    + "Connection: close\r\n\r\n");
            assertThat(answer.status()).isEqualTo(501);
            assertThat(reached.get()).isNull();
        }
    }

    private RawResponse trace(String... fields) throws Exception {
        HttpServlet plain =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;
                };
        try (OneServlet own =
                OneServlet.configured(
                        server.wire(), "allowTrace='true'", (q, r) -> plain.service(q, r))) {
            return own.exchange(ServerUnderTest.request("TRACE", "/app/x", fields));
        }
    }

    @Test
    @Section("2.1.3")
    void traceSendsBackTheFieldsOfTheRequest() throws Exception {
        RawResponse answer = trace("X-One: 1", "X-Two: 2", "X-Two: 3");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("Content-Type")).startsWith("message/http");
        assertThat(answer.text())
                .startsWith("TRACE /app/x HTTP/1.1\r\n")
                .contains("X-One: 1\r\n", "X-Two: 2\r\n", "X-Two: 3\r\n");
    }

    @Test
    @Section("2.1.4")
    void traceKeepsSensitiveFieldsBack() throws Exception {
        RawResponse answer =
                trace(
                        "Authorization: secret1",
                        "Cookie: secret2=x",
                        "X-Forwarded-For: secret3",
                        "Forwarded: for=secret4",
                        "Proxy-Authorization: secret5",
                        "X-Open: yes");
        assertThat(answer.text()).contains("X-Open: yes").doesNotContain("secret");
    }

    private static final class Dated extends Hello {
        private static final long serialVersionUID = 1;
        private static final long WHEN = 784_111_777_000L;

        @Override
        protected long getLastModified(HttpServletRequest request) {
            return WHEN;
        }
    }

    private static final String DATE = "Sun, 06 Nov 1994 08:49:37 GMT";

    @Test
    @Section("2.1.5")
    void getLastModifiedIsToldToTheClient() throws Exception {
        RawResponse answer = ask(new Dated(), "GET");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("Last-Modified")).isEqualTo(DATE);
        assertThat(ask(new Dated(), "HEAD").field("Last-Modified")).isEqualTo(DATE);
    }

    @Test
    @Section("2.1.5")
    void whatIsNotNewerIsNotSentAgain() throws Exception {
        RawResponse same = ask(new Dated(), "GET", "If-Modified-Since: " + DATE);
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.field("X-Method")).isNull();
    }

    @Test
    @Section("2.1.5")
    void whatIsNewerIsSent() throws Exception {
        RawResponse newer =
                ask(new Dated(), "GET", "If-Modified-Since: Sat, 05 Nov 1994 08:49:37 GMT");
        assertThat(newer.status()).isEqualTo(200);
        assertThat(newer.text()).isEqualTo("hello");
    }

    @Test
    @Section("HttpServlet.doGet")
    void aMethodThatAServletHasNotIs405() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
            assertThat(ask(new Hello(), method, "Content-Length: 0").status())
                    .as(method)
                    .isEqualTo(405);
        }
    }

    @Test
    @Section("HttpServlet.doGet")
    void aMethodThatAServletHasNotIs400ForHttp10() throws Exception {
        RawResponse answer =
                exchange(new Hello(), "POST /app/s HTTP/1.0\r\nContent-Length: 0\r\n\r\n");
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    @Section("HttpServlet.service")
    void aMethodThatNoServletKnowsIs501() throws Exception {
        assertThat(ask(new Hello(), "BREW").status()).isEqualTo(501);
    }

    @Test
    @Section("2.3.3")
    void theObjectsOfAnHttpRequestAreThoseOfHttp() throws Exception {
        AtomicReference<Boolean> http = new AtomicReference<>();
        Servlet plain =
                new jakarta.servlet.GenericServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void service(
                            ServletRequest request, jakarta.servlet.ServletResponse response) {
                        http.set(
                                request instanceof HttpServletRequest
                                        && response instanceof HttpServletResponse);
                    }
                };
        try (Serval own = server.start(builder -> builder.servlet("/app", "/*", plain))) {
            assertThat(server.get(own, "/app/").status()).isEqualTo(200);
        }
        assertThat(http.get()).isTrue();
    }
}
