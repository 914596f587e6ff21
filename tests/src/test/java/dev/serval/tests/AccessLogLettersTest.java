package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Letters of access logs that only a running request can tell. */
final class AccessLogLettersTest {
    private static final class Told extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            request.setAttribute("who", "me \"quoted\"");
            request.setAttribute("bad", new Unspeakable());
            request.getSession().setAttribute("cart", 3);
            response.setHeader("X-Out", "out");
            response.setHeader("X-Thread", Thread.currentThread().getName());
            response.setHeader("X-Session", request.getSession().getId());
            response.setHeader("X-Connection", request.getServletConnection().getConnectionId());
            response.getWriter().print("told");
        }
    }

    private static final class Unspeakable {
        @Override
        public String toString() {
            throw new IllegalStateException("of the application");
        }
    }

    /** Fails when a part of its response has been sent. */
    private static final class Cut extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.setStatus(203);
            response.getOutputStream().print("part");
            response.flushBuffer();
            switch (request.getQueryString()) {
                case "throws" -> throw new IllegalStateException("of the application");
                case "writer" -> response.getWriter();
                case "error" -> response.sendError(500);
                default -> {
                    AsyncContext context = request.startAsync();
                    context.setTimeout(1);
                }
            }
        }
    }

    /** The status that the client has got. */
    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO2", "BIO"})
    void theStatusOfAResponseThatIsCutIsTheOneThatWasSent(Wire wire) throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (Serval serval =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().config(wire))
                        .accessLog("%q %s %X", lines::add)
                        .servlet("/", "/cut", new Cut())
                        .start()) {
            for (String how : new String[] {"throws", "writer", "error", "async"}) {
                try (RawClient client = new RawClient(wire, serval.port())) {
                    client.send(request("GET", "/cut?" + how));
                    assertThat(client.readToEnd())
                            .startsWith("HTTP/1.1 203 ")
                            .doesNotEndWith("0\r\n\r\n");
                }
                assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("?" + how + " 203 X");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO2", "BIO"})
    void theyTellOfTheRequestAsItRan(Wire wire) throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (Serval serval =
                        Serval.onPort(0)
                                .connector(unchanged -> new Settings().config(wire))
                                .accessLog(
                                        "%I|%S|%{c}L|%X|%{who}r|%{cart}s|%{X-Out}o|%{Content-Length}o"
                                                + "|%{bad}r|%{none}s|%F",
                                        lines::add)
                                .servlet("/", "/told", new Told())
                                .start();
                RawClient client = new RawClient(wire, serval.port())) {
            RawResponse answer = client.exchange(request("GET", "/told"));
            String expected =
                    String.join(
                            "|",
                            answer.field("X-Thread"),
                            answer.field("X-Session"),
                            answer.field("X-Connection"),
                            "+",
                            "me \\\"quoted\\\"",
                            "3",
                            "out",
                            "4",
                            "-",
                            "-");
            assertThat(lines.poll(30, TimeUnit.SECONDS))
                    .startsWith(expected)
                    .matches(".*\\|[0-9]+");
            client.exchange(request("GET", "/none", "Connection: close"));
            assertThat(lines.poll(30, TimeUnit.SECONDS)).contains("|-|-|-|");
        }
    }
}
