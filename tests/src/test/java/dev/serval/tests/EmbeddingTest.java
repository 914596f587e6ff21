package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import dev.serval.ajp.AjpConfig;
import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.files.CacheStats;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A server inside a program. */
final class EmbeddingTest {
    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void leavesNoThreadAfterFiftyStarts(IoModel io) throws Exception {
        Files.writeString(directory.resolve("a.txt"), "a");
        startAskStop(io);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        for (int i = 0; i < 50; i++) {
            startAskStop(io);
        }
        Waiting.until(
                "only threads of the JDK are new: " + added(before), () -> added(before).isEmpty());
    }

    @Test
    void tellsItsAddress() throws Exception {
        try (Serval serval = Serval.onPort(0).directory("/docs", directory).start()) {
            assertThat(serval.port()).isPositive();
            assertThat(serval.uri().toString())
                    .isEqualTo("http://localhost:" + serval.port() + "/");
        }
    }

    /** Logback beside the server has an initializer, whose classes such an application hides. */
    @Test
    void aWarWithALoggingLibraryOfItsOwnStartsBesideThatOfTheProgram() throws Exception {
        byte[] jar =
                Wars.zip(Wars.compile(directory, "package org.slf4j; public interface Logger {}"));
        Path war =
                Files.write(
                        directory.resolve("a.war"),
                        Wars.zip(Map.of("WEB-INF/lib/slf4j.jar", jar, "a.txt", Wars.text("a"))));
        try (Serval serval = Serval.onPort(0).webapp("/a", war).start();
                RawClient client = new RawClient(serval.port())) {
            assertThat(client.exchange(request("GET", "/a/a.txt")).text()).isEqualTo("a");
        }
    }

    @Test
    void anApplicationThatStopsDoesNotEndTheLogOfTheProgram() throws Exception {
        try (Serval serval = Serval.onPort(0).webapp("/a", directory).start()) {
            assertThat(serval.port()).isPositive();
        }
        assertThat(((LoggerContext) LoggerFactory.getILoggerFactory()).isStarted()).isTrue();
    }

    @Test
    void failsWhenThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(
                            () ->
                                    Serval.onPort(taken.getLocalPort())
                                            .directory("/", directory)
                                            .start())
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void choosesTheHostByName(IoModel io) throws Exception {
        try (Serval serval =
                        Serval.onPort(0)
                                .io(io)
                                .servlet("/", "/*", saying("default"))
                                .host("one.example", "uno.example")
                                .servlet("/", "/*", saying("one"))
                                .host("two.example")
                                .servlet("/", "/*", saying("two"))
                                .start();
                RawClient client = new RawClient(serval.port())) {
            for (List<String> row :
                    List.of(
                            List.of("one.example", "one"),
                            List.of("ONE.example:81", "one"),
                            List.of("uno.example", "one"),
                            List.of("two.example", "two"),
                            List.of("three.example", "default"),
                            List.of("127.0.0.1", "default"))) {
                String request = "GET /x HTTP/1.1\r\nHost: " + row.get(0) + "\r\n\r\n";
                assertThat(client.exchange(request).text()).as(row.get(0)).isEqualTo(row.get(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void choosesTheContextByTheLongestPrefix(IoModel io) throws Exception {
        try (Serval serval =
                        Serval.onPort(0)
                                .io(io)
                                .servlet("/", "/*", saying("root"))
                                .servlet("/a", "/*", saying("a"))
                                .servlet("/a/b", "/*", saying("ab"))
                                .start();
                RawClient client = new RawClient(serval.port())) {
            for (List<String> row :
                    List.of(
                            List.of("/", "root"),
                            List.of("/ab", "root"),
                            List.of("/a/", "a"),
                            List.of("/a/bc", "a"),
                            List.of("/a/b/", "ab"),
                            List.of("/a/b/c", "ab"),
                            List.of("/a;x/b;y/c", "ab"),
                            List.of("/a/c/../b/", "ab"),
                            List.of("/A/", "root"))) {
                assertThat(client.exchange(request("GET", row.get(0))).text())
                        .as(row.get(0))
                        .isEqualTo(row.get(1));
            }
        }
    }

    private void startAskStop(IoModel io) throws Exception {
        try (Serval serval =
                        Serval.onPort(0)
                                .io(io)
                                .directory("/", directory)
                                .servlet("/app", "/hello", saying("hello"))
                                .start();
                RawClient client = new RawClient(serval.port())) {
            assertThat(client.exchange(request("GET", "/a.txt")).text()).isEqualTo("a");
            assertThat(client.exchange(request("GET", "/app/hello")).text()).isEqualTo("hello");
        }
    }

    private static Answer saying(String text) {
        return new Answer(
                (request, response) ->
                        response.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Threads that are new, but for those that the JDK makes for virtual threads and timers. */
    private static Set<String> added(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> !name.matches("(ForkJoinPool|VirtualThread|.*Poller|Common-Cl).*"))
                .collect(Collectors.toSet());
    }

    @Test
    void aRouteEndsTheIdsOfSessions() throws Exception {
        HttpServlet ids =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        response.getWriter().print(request.getSession().getId());
                    }
                };
        assertThatThrownBy(() -> Serval.onPort(0).jvmRoute("a;b"))
                .isInstanceOf(IllegalArgumentException.class);
        try (Serval serval = Serval.onPort(0).jvmRoute("node1").servlet("/", "/*", ids).start();
                RawClient client = new RawClient(serval.port())) {
            assertThat(client.exchange(request("GET", "/")).text()).endsWith(".node1");
        }
    }

    @Test
    void aPortForAjpAnswersNoHttp() throws Exception {
        try (Serval serval =
                        Serval.onPort(0)
                                .ajp(AjpConfig.of("word"))
                                .directory("/", directory)
                                .start();
                RawClient client = new RawClient(serval.port())) {
            client.send(request("GET", "/"));
            assertThat(client.untilItEnds()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void countsWhatTheCacheOfFilesDoes(IoModel io, @TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("a.txt"), "a");
        try (Serval serval = Serval.onPort(0).io(io).directory("/files", directory).start();
                RawClient client = new RawClient(serval.port())) {
            for (int i = 0; i < 5; i++) {
                client.exchange(request("GET", "/files/a.txt"));
                client.exchange(request("GET", "/files/none"));
            }
            CacheStats stats = serval.cacheStats("/files");
            assertThat(stats.files()).isEqualTo(1);
            assertThat(stats.bytes()).isBetween(1L, 10_000L);
            assertThat(stats.misses()).isEqualTo(2);
            assertThat(stats.hits()).isEqualTo(8);
            assertThat(stats.evictions()).isZero();
        }
    }
}
