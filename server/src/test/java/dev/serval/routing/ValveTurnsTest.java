package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.security.HostLogins;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.servlet.TestServlet;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each valve around a call lets it proceed once, whatever the valves within have done. */
class ValveTurnsTest {
    private final List<String> seen = new ArrayList<>();

    private FakeStream get(CallValve... valves) throws ServletException {
        AppContext app =
                AppContext.builder("/app")
                        .servlet(
                                "a",
                                TestServlet.of((request, response) -> seen.add("servlet")),
                                -1,
                                "/a")
                        .build();
        app.start();
        HostValves around = new HostValves(null, valves, null, null, HostLogins.NONE, null);
        Router router =
                new Router(
                        HostTable.builder()
                                .host("localhost", List.of(), ContextTable.of(List.of(app)), around)
                                .build());
        return FakeStream.get("/app/a").handledBy(router);
    }

    private void again(CallChain chain) throws IOException, ServletException {
        try {
            chain.proceed();
        } catch (IllegalStateException e) {
            seen.add("refused");
        }
    }

    private final CallValve twice =
            (request, response, chain) -> {
                seen.add("twice");
                try {
                    chain.proceed();
                } catch (ServletException e) {
                    seen.add(e.getMessage());
                }
                again(chain);
            };

    @Test
    void aroundAServlet() throws ServletException {
        assertThat(get(twice).status).isEqualTo(200);
        assertThat(seen).containsExactly("twice", "servlet", "refused");
    }

    @Test
    void aroundAValveThatLetsItProceed() throws ServletException {
        assertThat(get(twice, twice).status).isEqualTo(200);
        assertThat(seen).containsExactly("twice", "twice", "servlet", "refused", "refused");
    }

    @Test
    void aroundAValveThatAnswers() throws ServletException {
        assertThat(get(twice, (request, response, chain) -> response.setStatus(202)).status)
                .isEqualTo(202);
        assertThat(seen).containsExactly("twice", "refused");
    }

    @Test
    void aroundAValveThatRefuses() throws ServletException {
        assertThat(get(twice, (request, response, chain) -> chain.refuse(403, "it")).status)
                .isEqualTo(403);
        assertThat(seen).containsExactly("twice", "refused");
    }

    @Test
    void aroundAValveThatFails() throws ServletException {
        CallValve failing =
                (request, response, chain) -> {
                    throw new ServletException("failed");
                };
        assertThat(get(twice, failing).status).isEqualTo(200);
        assertThat(seen).containsExactly("twice", "failed", "refused");
    }
}
