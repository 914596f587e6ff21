package dev.serval.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.serval.embed.Serval;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class ServalExtensionTest {
    private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();
    private static final CountDownLatch END = new CountDownLatch(1);

    private static String get(URI uri) throws IOException {
        try (InputStream in = uri.toURL().openStream()) {
            return new String(in.readAllBytes());
        }
    }

    private static Events run(Class<?> tests) {
        PORTS.clear();
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .execute()
                .testEvents();
    }

    @Test
    void aStaticFieldMeansOneServerForTheClass() {
        run(OncePerClass.class).assertStatistics(s -> s.started(2).succeeded(2));
        assertThat(PORTS).hasSize(1);
    }

    @Test
    void aFieldOfTheInstanceMeansOneServerForEachTest() {
        run(OncePerTest.class).assertStatistics(s -> s.started(2).succeeded(2));
        assertThat(PORTS).isNotEmpty();
    }

    @Test
    void aThreadThatOutlivesTheServerFailsTheTest() {
        try {
            run(Leaking.class)
                    .assertStatistics(s -> s.started(1).failed(1))
                    .failed()
                    .assertThatEvents()
                    .allSatisfy(event -> assertThat(event.toString()).contains("leaked-by-a-test"));
        } finally {
            END.countDown();
        }
    }

    @Test
    void outsideOfTestsThereIsNoServer() {
        assertThatThrownBy(() -> ServalExtension.serving(serval -> {}).uri())
                .isInstanceOf(IllegalStateException.class);
    }

    static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print("hello" + request.getPathInfo());
        }
    }

    static class OncePerClass {
        @RegisterExtension
        static final ServalExtension SERVAL =
                ServalExtension.serving(s -> s.servlet("/app", "/hello/*", new Hello()));

        @Test
        void answers(URI base) throws IOException {
            PORTS.add(base.getPort());
            assertThat(get(base.resolve("/app/hello/you"))).isEqualTo("hello/you");
        }

        @Test
        void isTheSameServer(Serval serval) {
            PORTS.add(serval.port());
            assertThat(serval).isSameAs(SERVAL.serval());
        }
    }

    static class OncePerTest {
        @RegisterExtension
        final ServalExtension serval =
                ServalExtension.serving(s -> s.servlet("/app", "/hello/*", new Hello()));

        @Test
        void first(URI base) throws IOException {
            PORTS.add(base.getPort());
            assertThat(get(base.resolve("/app/hello/1"))).isEqualTo("hello/1");
        }

        @Test
        void second(URI base) throws IOException {
            PORTS.add(base.getPort());
            assertThat(get(base.resolve("/app/hello/2"))).isEqualTo("hello/2");
        }
    }

    static class Leaking {
        @RegisterExtension
        final ServalExtension serval =
                ServalExtension.serving(s -> s.servlet("/app", "/", new Hello()));

        @Test
        void leavesAThread() {
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    END.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            },
                            "leaked-by-a-test");
            thread.setDaemon(true);
            thread.start();
        }
    }
}
