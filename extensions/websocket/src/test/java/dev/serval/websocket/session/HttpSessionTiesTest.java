package dev.serval.websocket.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.websocket.Session;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** WebSocket 2.2 §7.2: sessions end with that in which their users had logged in. */
class HttpSessionTiesTest {
    private final HttpSessionTies ties = new HttpSessionTies();
    private final List<String> closed = new ArrayList<>();
    private String id = "before";
    private final HttpSession http = fake(HttpSession.class, "http");

    private <T> T fake(Class<T> type, String name) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "getId" -> id;
                                    case "hashCode" -> name.hashCode();
                                    case "equals" -> proxy == arguments[0];
                                    case "close" -> {
                                        closed.add(name);
                                        yield null;
                                    }
                                    default -> throw new AssertionError(method);
                                }));
    }

    @Test
    void noneOutlivesItWhoeverSeesItsNewIdFirst() {
        ties.to(http).bind(fake(Session.class, "first"));
        id = "after";
        HttpSessionTies.Tie early = ties.to(http);
        early.bind(fake(Session.class, "second"));
        ties.sessionIdChanged(new HttpSessionEvent(http), "before");
        ties.to(http).bind(fake(Session.class, "third"));
        ties.end(http);
        early.bind(fake(Session.class, "fourth"));
        assertThat(closed).containsExactlyInAnyOrder("first", "second", "third", "fourth");
    }
}
