package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.config.EngineConfig;
import dev.serval.config.ServerConfig;
import dev.serval.http.Exchange;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.ContextTable;
import dev.serval.routing.HostTable;
import dev.serval.routing.HostValves;
import dev.serval.routing.Router;
import dev.serval.servlet.FakeStream;
import dev.serval.settings.Location;
import dev.serval.valve.CompletionValve;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What is replaced while requests use it. */
@Timeout(30)
class SetupsTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Setups.class);
    private final LoggedEvents events = new LoggedEvents();
    private Setups setups;

    /** Knows when it is stopped. */
    private static final class Valve implements CompletionValve {
        private final CountDownLatch stopped = new CountDownLatch(1);

        @Override
        public void completed(Exchange exchange) {}

        @Override
        public void stop() {
            stopped.countDown();
        }
    }

    /** Stops when it may. */
    private static final class Lasting implements CompletionValve {
        private final CountDownLatch stopping = new CountDownLatch(1);
        private final CountDownLatch may = new CountDownLatch(1);

        @Override
        public void completed(Exchange exchange) {}

        @Override
        public void stop() {
            stopping.countDown();
            try {
                may.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static EngineConfig engine(CompletionValve valve) {
        return new EngineConfig(
                Location.NONE,
                "E",
                null,
                "localhost",
                List.of(),
                List.of(place -> valve),
                null,
                null);
    }

    private static Layout layout() {
        return new Layout(null, null, new ServerConfig(Location.NONE, List.of(), List.of()));
    }

    private void start(CompletionValve valve, Duration longest) throws LifecycleException {
        setups = new Setups(engine(valve), layout(), longest);
        setups.start();
    }

    private void replace(CompletionValve next) throws LifecycleException {
        EngineSetup before = setups.current();
        setups.current(setups.prepare(engine(next), layout()));
        setups.retire(before);
    }

    /** A request that is under way; completed by {@link Router#completed}. */
    private Router begin(FakeStream stream) {
        Router router =
                new Router(
                        HostTable.builder(setups.current().inFlight())
                                .host(
                                        "localhost",
                                        List.of(),
                                        ContextTable.of(List.of()),
                                        HostValves.NONE)
                                .build());
        router.handle(stream.exchange);
        return router;
    }

    @BeforeEach
    void listen() {
        logger.addAppender(events);
    }

    @AfterEach
    void stop() {
        setups.stop(Duration.ZERO);
        logger.detachAppender(events);
    }

    @Test
    void whatIsStillUsedIsStoppedAfterTheLimit() throws Exception {
        Valve valve = new Valve();
        start(valve, Duration.ofMillis(1));
        begin(FakeStream.get("/nowhere"));
        replace(new Valve());
        valve.stopped.await();
        setups.stop(Duration.ZERO);
        assertThat(events.list.stream().map(ILoggingEvent::getFormattedMessage))
                .containsExactly(
                        "SRV-0548 The former realms and valves of Engine [E] are stopped with"
                                + " 1 request in flight after 1 ms (gracefulStopAwaitMillis of its"
                                + " Service, at least ten minutes)");
    }

    @Test
    void oneThreadLooksAfterAllOfThem() throws Exception {
        List<Valve> valves = new ArrayList<>();
        List<Runnable> ends = new ArrayList<>();
        valves.add(new Valve());
        start(valves.get(0), Duration.ofHours(1));
        int before = Thread.activeCount();
        for (int i = 1; i <= 20; i++) {
            FakeStream stream = FakeStream.get("/nowhere");
            Router router = begin(stream);
            ends.add(() -> router.completed(stream.exchange));
            valves.add(new Valve());
            replace(valves.get(i));
        }
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + 1);
        assertThat(valves).allMatch(valve -> valve.stopped.getCount() == 1);
        ends.forEach(Runnable::run);
        for (Valve valve : valves.subList(0, 20)) {
            valve.stopped.await();
        }
        assertThat(valves.get(20).stopped.getCount()).isEqualTo(1);
        assertThat(events.list).isEmpty();
    }

    @Test
    void whatDoesNotEndHoldsUpNothingElse() throws Exception {
        Lasting lasting = new Lasting();
        start(lasting, Duration.ofHours(1));
        FakeStream first = FakeStream.get("/nowhere");
        Router router = begin(first);
        Valve next = new Valve();
        replace(next);
        router.completed(first.exchange);
        lasting.stopping.await();
        FakeStream second = FakeStream.get("/nowhere");
        router = begin(second);
        replace(new Valve());
        router.completed(second.exchange);
        next.stopped.await();
        setups.stop(Duration.ZERO);
        lasting.may.countDown();
    }

    @Test
    void whoeverReplacesWhatDoesNotEndHoldsUpNobody() throws Exception {
        Lasting lasting = new Lasting();
        start(lasting, Duration.ofHours(1));
        EngineSetup before = setups.current();
        setups.current(setups.prepare(engine(new Valve()), layout()));
        Thread replacing = new Thread(() -> setups.retire(before));
        replacing.start();
        lasting.stopping.await();
        setups.retire(setups.prepare(engine(new Valve()), layout()));
        lasting.may.countDown();
        replacing.join();
    }

    @Test
    void whatIsStillUsedEndsWithTheEngine() throws Exception {
        Valve valve = new Valve();
        start(valve, Duration.ofHours(1));
        begin(FakeStream.get("/nowhere"));
        replace(new Valve());
        assertThat(valve.stopped.getCount()).isEqualTo(1);
        setups.stop(Duration.ZERO);
        assertThat(valve.stopped.getCount()).isZero();
    }
}
