package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Exchange;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Realm;
import dev.serval.security.Users;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Realm, valves and access logs of a running server are taken from another description. */
class ReloadTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final Noted first = new Noted("first");
    private Serval serval;

    /** Tells who logs in with the password of the query. */
    private static final class Who extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            try {
                request.login("ann", request.getQueryString());
                response.getWriter().print("known");
            } catch (jakarta.servlet.ServletException e) {
                response.getWriter().print("unknown");
            }
        }
    }

    /** Notes what becomes of it. */
    private final class Noted implements PreRoutingValve, CompletionValve {
        private final String name;

        Noted(String name) {
            this.name = name;
        }

        @Override
        public void start() {
            if (name.equals("broken")) {
                throw new IllegalStateException("no luck");
            }
            events.add(name + " starts");
        }

        @Override
        public boolean admit(Exchange exchange) {
            events.add(name + " admits");
            return true;
        }

        @Override
        public void completed(Exchange exchange) {}

        @Override
        public void stop() {
            events.add(name + " stops");
        }
    }

    private static Realm realm(String password) {
        return MemoryRealm.of(new Users(List.of(new Users.User("ann", password, Set.of("admin")))));
    }

    @BeforeEach
    void start() throws Exception {
        serval =
                Serval.onPort(0)
                        .servlet("", "/*", new Who())
                        .realm(realm("one"))
                        .valve(first)
                        .start();
        expect("first starts");
    }

    @AfterEach
    void stop() {
        serval.close();
    }

    private void expect(String... all) throws InterruptedException {
        for (String event : all) {
            assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo(event);
        }
    }

    @Test
    void anotherRealmAndOtherValvesCount() throws Exception {
        assertThat(Asked.get(serval, "/?one")).endsWith("known").doesNotContain("unknown");
        expect("first admits");
        serval.reload(Serval.onPort(0).realm(realm("two")).valve(new Noted("second")));
        expect("second starts", "first stops");
        assertThat(Asked.get(serval, "/?one")).endsWith("unknown");
        assertThat(Asked.get(serval, "/?two")).endsWith("known").doesNotContain("unknown");
        expect("second admits", "second admits");
        serval.close();
        expect("second stops");
        assertThat(events).isEmpty();
    }

    @Test
    void whatIsGivenAgainGoesOn() throws Exception {
        serval.reload(Serval.onPort(0).valve(first).valve(new Noted("second")));
        expect("second starts");
        Asked.get(serval, "/");
        expect("first admits", "second admits");
        serval.close();
        assertThat(events).containsExactlyInAnyOrder("first stops", "second stops");
    }

    @Test
    void linesGoToTheNextReceiver() throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        serval.reload(Serval.onPort(0).accessLog("%U", lines::add));
        Asked.get(serval, "/there");
        assertThat(lines.poll(20, TimeUnit.SECONDS)).isEqualTo("/there");
    }

    @Test
    void whatCannotStartChangesNothing() throws Exception {
        assertThatThrownBy(() -> serval.reload(Serval.onPort(0).valve(new Noted("broken"))))
                .isInstanceOf(LifecycleException.class)
                .hasMessage(
                        "java.lang.IllegalStateException: no luck; realms and valves are as they"
                                + " were before");
        assertThatThrownBy(() -> serval.reload(Serval.onPort(0).host("other")))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("until a restart");
        assertThat(Asked.get(serval, "/?one")).endsWith("known").doesNotContain("unknown");
        expect("first admits");
    }

    @Test
    void aDescriptionIsUsedOnce() throws Exception {
        ServalBuilder next = Serval.onPort(0).valve(first);
        serval.reload(next);
        assertThatThrownBy(() -> serval.reload(next)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aServerThatHasStoppedTakesNothing() {
        serval.close();
        assertThatThrownBy(() -> serval.reload(Serval.onPort(0)))
                .isInstanceOf(IllegalStateException.class);
    }
}
