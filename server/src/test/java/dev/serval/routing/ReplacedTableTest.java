package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Exchange;
import dev.serval.security.HostLogins;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Valves are stopped when no exchange uses them, and never before, however often they change. */
@Timeout(60)
class ReplacedTableTest {
    private static final int TIMES = Integer.getInteger("serval.races", 2000) / 4;

    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong told = new AtomicLong();

    /** Notes who calls it behind its end. */
    private final class Valve implements PreRoutingValve, CompletionValve {
        private volatile boolean over;

        private void called() {
            if (over) {
                wrong.incrementAndGet();
            }
        }

        @Override
        public boolean admit(Exchange exchange) {
            called();
            return true;
        }

        @Override
        public void completed(Exchange exchange) {
            called();
            told.incrementAndGet();
        }
    }

    private static HostTable table(Valve valve, InFlight inFlight) {
        HostValves around =
                new HostValves(
                        new PreRoutingValve[] {valve},
                        null,
                        new CompletionValve[] {valve},
                        null,
                        HostLogins.NONE,
                        null);
        return HostTable.builder(inFlight)
                .host("localhost", List.of(), ContextTable.of(List.of()), around)
                .build();
    }

    @Test
    void noValveIsCalledBehindItsEnd() throws Exception {
        Valve valve = new Valve();
        InFlight inFlight = new InFlight();
        Router router = new Router(table(valve, inFlight));
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread client =
                    new Thread(
                            () -> {
                                while (!stop.get()) {
                                    asked.incrementAndGet();
                                    FakeStream.get("/nowhere").handledBy(router);
                                }
                            });
            clients.add(client);
            client.start();
        }
        for (int i = 0; i < TIMES; i++) {
            Valve next = new Valve();
            InFlight following = new InFlight();
            router.hosts(table(next, following));
            while (!inFlight.isEmpty()) {
                Thread.onSpinWait();
            }
            valve.over = true;
            valve = next;
            inFlight = following;
        }
        stop.set(true);
        for (Thread client : clients) {
            client.join();
        }
        assertThat(inFlight.isEmpty()).isTrue();
        assertThat(wrong).hasValue(0);
        assertThat(told).hasValue(asked.get());
    }

    @Test
    void aRequestThatWasRefusedBeforeIsCountedToo() {
        Valve valve = new Valve();
        InFlight inFlight = new InFlight();
        Router router = new Router(table(valve, inFlight));
        router.completed(FakeStream.get("/").exchange);
        assertThat(told).hasValue(1);
        assertThat(inFlight.isEmpty()).isTrue();
    }

    @Test
    void oneThatIsUnderWayIsInside() {
        Valve valve = new Valve();
        InFlight inFlight = new InFlight();
        Router router = new Router(table(valve, inFlight));
        FakeStream stream = FakeStream.get("/nowhere");
        router.handle(stream.exchange);
        assertThat(inFlight.isEmpty()).isFalse();
        router.hosts(table(new Valve(), new InFlight()));
        assertThat(inFlight.isEmpty()).isFalse();
        router.completed(stream.exchange);
        assertThat(inFlight.isEmpty()).isTrue();
    }

    /**
     * A request begins with a table that has these valves, one of which puts another table in its
     * place, and ends there.
     */
    private void endsInTheNext(Function<Runnable, HostValves> valves, AppContext... contexts) {
        Valve next = new Valve();
        InFlight before = new InFlight();
        InFlight after = new InFlight();
        AtomicReference<Router> router = new AtomicReference<>();
        HostValves around = valves.apply(() -> router.get().hosts(table(next, after)));
        router.set(
                new Router(
                        HostTable.builder(before)
                                .host(
                                        "localhost",
                                        List.of(),
                                        ContextTable.of(List.of(contexts)),
                                        around)
                                .build()));
        FakeStream stream = FakeStream.get("/app/x").handledBy(router.get());
        assertThat(stream.status).isEqualTo(404);
        assertThat(told).hasValue(1);
        assertThat(before.isEmpty()).isTrue();
        assertThat(after.isEmpty()).isTrue();
    }

    @Test
    void oneThatIsSentBackToRoutingGoesOnInTheNext() throws Exception {
        AppContext nowhere = AppContext.builder("").build();
        nowhere.start();
        endsInTheNext(
                replace ->
                        new HostValves(
                                null,
                                new CallValve[] {
                                    (request, response, chain) -> {
                                        replace.run();
                                        chain.reroute("/elsewhere", null);
                                    }
                                },
                                null,
                                nowhere,
                                HostLogins.NONE,
                                null));
    }

    @Test
    void oneWhoseContextHasStoppedGoesOnInTheNext() throws Exception {
        AppContext app = AppContext.builder("/app").build();
        app.start();
        endsInTheNext(
                replace ->
                        new HostValves(
                                new PreRoutingValve[] {
                                    exchange -> {
                                        replace.run();
                                        app.stop();
                                        return true;
                                    }
                                },
                                null,
                                null,
                                null,
                                HostLogins.NONE,
                                null),
                app);
    }
}
