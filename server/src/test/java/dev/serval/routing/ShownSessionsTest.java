package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.servlet.TestServlet;
import dev.serval.session.SessionListeners;
import dev.serval.session.Sessions;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which version a client's session is looked for in: a request costs a few look-ups at most. */
class ShownSessionsTest {
    private final List<String> lookUps = new ArrayList<>();
    private final AppContext older =
            AppContext.builder("/app")
                    .version("1")
                    .sessionMaker(Counted::new)
                    .servlet("s", TestServlet.says("1"), -1, "/s")
                    .build();
    private final AppContext newer =
            AppContext.builder("/app")
                    .version("2")
                    .servlet("s", TestServlet.says("2"), -1, "/s")
                    .build();
    private Router router;

    private final class Counted extends Sessions {
        Counted(
                ServletContext context,
                Supplier<? extends SessionListeners> listeners,
                boolean distributable) {
            super(context, listeners, distributable);
        }

        @Override
        public boolean contains(String id) {
            lookUps.add(id);
            return super.contains(id);
        }
    }

    @BeforeEach
    void start() throws ServletException {
        older.start();
        newer.start();
        router =
                new Router(
                        HostTable.builder()
                                .host(
                                        "localhost",
                                        List.of(),
                                        ContextTable.of(List.of(older, newer)),
                                        HostValves.NONE)
                                .build());
    }

    @AfterEach
    void stop() {
        older.stop();
        newer.stop();
    }

    private String answer(String... ids) {
        String cookies = "a=b; JSESSIONID=" + String.join("; c=d; JSESSIONID=", ids);
        String head = "GET /app/s HTTP/1.1\nHost: localhost\nCookie: " + cookies;
        return FakeStream.of(head).handledBy(router).body();
    }

    private static String id(char digit) {
        return String.valueOf(digit).repeat(40);
    }

    @Test
    void theFirstFourSessionCookiesAreLookedFor() {
        String known = older.sessions().create(60, session -> {}).getId();
        assertThat(answer(id('1'), id('2'), id('3'), known)).isEqualTo("1");
        lookUps.clear();
        assertThat(answer(id('1'), id('2'), id('3'), id('4'), known)).isEqualTo("2");
        assertThat(lookUps).containsExactly(id('1'), id('2'), id('3'), id('4'));
    }

    @Test
    void whatIsNotAsLongAsAnIdIsNotLookedFor() {
        String known = older.sessions().create(60, session -> {}).getId();
        assertThat(answer("short", id('1') + "1", known)).isEqualTo("1");
        assertThat(lookUps).containsExactly(known);
    }
}
