package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.http.BodyException;
import dev.serval.http.Refusal;
import dev.serval.servlet.registration.ServletMatch;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** However an application ends, its client gets one answer. */
class ServletCallTest {
    private static void fails500(TestServlet.Body body) {
        FakeStream stream = Calls.get(body);
        assertThat(stream.status).isEqualTo(500);
        assertThat(stream.body())
                .contains("500 Internal Server Error", "SRV-0601")
                .doesNotContain("secret", "Exception", "\tat ");
        assertThat(stream.finished).isTrue();
        assertThat(stream.aborted).isFalse();
    }

    @Test
    void anExceptionIs500WithoutItsText() {
        fails500(
                (request, response) -> {
                    throw new IllegalArgumentException("secret");
                });
        fails500(
                (request, response) -> {
                    throw new ServletException("secret", new RuntimeException("secret"));
                });
        fails500(
                (request, response) -> {
                    throw new IOException("secret");
                });
        fails500(
                (request, response) -> {
                    throw new StackOverflowError("secret");
                });
    }

    @Test
    void theLogHasWhatAWrappingSaysToo() {
        Logger logger = (Logger) LoggerFactory.getLogger(ServletCall.class);
        LoggedEvents events = new LoggedEvents();
        logger.addAppender(events);
        try {
            Exception cause = new IllegalStateException("inner");
            fails500(
                    (request, response) -> {
                        throw new ServletException("outer", new ServletException(cause));
                    });
            fails500(
                    (request, response) -> {
                        throw new ServletException(cause);
                    });
        } finally {
            logger.detachAppender(events);
        }
        assertThat(events.list)
                .extracting(event -> event.getThrowableProxy().getMessage())
                .containsExactly("outer", "inner");
    }

    @Test
    void anExceptionForgetsWhatWasWritten() {
        fails500(
                (request, response) -> {
                    response.setHeader("X-A", "secret");
                    response.setContentLength(30); // more than there is: else it is closed (§5.7)
                    response.getWriter().print("secret");
                    throw new IllegalStateException();
                });
        assertThat(
                        Calls.get(
                                        (request, response) -> {
                                            response.setHeader("X-A", "1");
                                            throw new IllegalStateException();
                                        })
                                .field("X-A"))
                .isNull();
    }

    @Test
    void anExceptionAfterAnErrorIsTheOneThatCounts() {
        fails500(
                (request, response) -> {
                    response.sendError(404);
                    throw new IllegalStateException();
                });
    }

    @Test
    void anExceptionAfterTheCommitCutsTheResponse() {
        FakeStream stream =
                Calls.get(
                        (request, response) -> {
                            response.getOutputStream().print("half");
                            response.flushBuffer();
                            throw new IllegalStateException();
                        });
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.aborted).isTrue();
        assertThat(stream.finished).isFalse();
    }

    @Test
    void aBodyThatIsMalformedIsTheClientsMistake() {
        FakeStream stream = FakeStream.of("POST / HTTP/1.1\nHost: a\nContent-Length: 1", "x");
        stream.readFailure = new BodyException(Refusal.CHUNK, "test");
        Calls.call(
                stream,
                (request, response) -> {
                    try {
                        request.getInputStream().read();
                    } catch (IOException e) {
                        throw new ServletException(e);
                    }
                });
        assertThat(stream.status).isEqualTo(400);
        assertThat(stream.body()).contains("SRV-0116");
    }

    @Test
    void aClientThatHasGoneIsGivenUp() {
        FakeStream stream = FakeStream.get("/app/s/x");
        stream.writeFailure = new IOException("Broken pipe");
        Calls.call(
                stream,
                (request, response) -> {
                    response.getOutputStream().write(new byte[10_000]);
                });
        assertThat(stream.aborted).isTrue();
    }

    @Test
    void aServletThatIsUnavailableForSomeTimeIs503() {
        FakeStream stream =
                Calls.get(
                        (request, response) -> {
                            throw new UnavailableException("secret", 30);
                        });
        assertThat(stream.status).isEqualTo(503);
        assertThat(stream.field("Retry-After")).isEqualTo("30");
        assertThat(stream.body()).doesNotContain("secret");
    }

    @Test
    void aServletThatIsUnavailableForGoodIs404() {
        FakeStream stream =
                Calls.get(
                        (request, response) -> {
                            throw new UnavailableException("secret");
                        });
        assertThat(stream.status).isEqualTo(404);
        assertThat(stream.body()).doesNotContain("secret");
    }

    @Test
    void theThreadIsLeftAsItWas() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader mine = new URLClassLoader(new URL[0]);
        Thread.currentThread().setContextClassLoader(mine);
        try {
            Calls.get(
                    (request, response) -> {
                        Thread.currentThread().setContextClassLoader(before);
                        Thread.currentThread().interrupt();
                        MDC.put("a", "b");
                    });
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(mine);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(MDC.get("a")).isNull();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** The id of the page and of the field is that of the line, and of whatever is logged then. */
    @Test
    void theLineOfAFailedRequestHasItsIdAndSoDoesTheContextOfTheLog() {
        Logger logger = (Logger) LoggerFactory.getLogger(ServletCall.class);
        LoggedEvents events = new LoggedEvents();
        logger.addAppender(events);
        FakeStream stream;
        try {
            stream =
                    Calls.get(
                            (request, response) -> {
                                throw new IllegalStateException("inner");
                            });
        } finally {
            logger.detachAppender(events);
        }
        ILoggingEvent told = events.list.get(0);
        String id = told.getMDCPropertyMap().get("request");
        assertThat(id).isNotEmpty();
        assertThat(told.getFormattedMessage()).endsWith("; request " + id);
        assertThat(stream.body()).contains(id);
        assertThat(MDC.get("request")).isNull();
    }

    @Test
    void theApplicationRunsWithItsClassLoader() throws ServletException {
        ClassLoader loader = new URLClassLoader(new URL[0]);
        AtomicReference<ClassLoader> seen = new AtomicReference<>();
        AppContext context =
                AppContext.builder("")
                        .classLoader(loader)
                        .servlet(
                                "s",
                                TestServlet.of(
                                        (request, response) ->
                                                seen.set(
                                                        Thread.currentThread()
                                                                .getContextClassLoader())),
                                -1,
                                "/s")
                        .build();
        context.start();
        ServletMatch match =
                new ServletMatch(
                        context.registrations().iterator().next(), null, "/s", "", "/s", null);
        new ServletCall(FakeStream.get("/s").exchange, context, "/s", match, null).run();
        assertThat(seen.get()).isSameAs(loader);
    }

    @Test
    void betweenThreadAndServletAreTwoFramesOfOurs() {
        AtomicReference<StackTraceElement[]> trace = new AtomicReference<>();
        Calls.get((request, response) -> trace.set(new Throwable().getStackTrace()));
        long own =
                java.util.Arrays.stream(trace.get())
                        .takeWhile(frame -> !frame.getClassName().endsWith("FakeStream"))
                        .filter(frame -> frame.getClassName().startsWith("dev.serval."))
                        .filter(frame -> !frame.getClassName().contains("Test"))
                        .filter(frame -> !frame.getClassName().endsWith("Calls"))
                        .count();
        assertThat(own).as("Completion.run and ServletCall.run").isEqualTo(2);
    }
}
