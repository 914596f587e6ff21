package dev.serval.servlet.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.dispatch.Dispatch;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servlet 6.1 §2.3.3.3 and §9.7: each event in each state. Turns are run by the test. */
class AsyncCycleTest {
    private final List<String> events = new ArrayList<>();
    private final List<Runnable> turns = new ArrayList<>();
    private boolean rejects;
    private Runnable left;
    private boolean inside;
    private boolean failsAtTheEnd;
    private FakeStream stream;
    private ThrowingCallable again = () -> events.add("again");
    private AsyncCycle cycle;
    private final Application context = AppContext.builder("/app").build().application();
    private final AsyncTimeouts timeouts = new AsyncTimeouts();

    private final class Call implements AsyncCycle.Callbacks {
        @Override
        public boolean shut(Runnable then) {
            left = then;
            return !inside;
        }

        @Override
        public Throwable failed(Throwable cause) {
            events.add("failed " + cause.getMessage());
            return null;
        }

        @Override
        public Throwable timedOut() {
            events.add("timedOut");
            return null;
        }

        @Override
        public void again(ServletRequest request, ServletResponse response) {
            try {
                again.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Dispatch dispatch(ServletContext other, String path) {
            throw new AssertionError(path);
        }

        @Override
        public Throwable settled() {
            events.add("settled");
            return null;
        }

        @Override
        public void end(Throwable broken) {
            if (failsAtTheEnd) {
                throw new AssertionError("at the end");
            }
            events.add(broken == null ? "end" : "end " + broken.getMessage());
        }
    }

    private class Listener implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            events.add("onComplete");
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            events.add("onTimeout");
        }

        @Override
        public void onError(AsyncEvent event) {
            events.add("onError " + event.getThrowable().getMessage());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            events.add("onStartAsync");
        }
    }

    @BeforeEach
    void make() {
        stream = FakeStream.get("/app/s");
        stream.forks =
                task -> {
                    if (rejects) {
                        throw new RejectedExecutionException("full");
                    }
                    turns.add(task);
                };
        ApiRequest request = new ApiRequest(stream.exchange, context);
        ApiResponse response = new ApiResponse(stream.exchange, context);
        request.belongs(response, null);
        cycle = new AsyncCycle(stream.exchange, context, timeouts, request, response, new Call());
        cycle.start(request, response, false);
        cycle.addListener(new Listener());
    }

    @AfterEach
    void endTimeouts() {
        timeouts.close();
    }

    @Test
    void anErrorAtTheEndFailsTheExchange() {
        failsAtTheEnd = true;
        cycle.returned(null);
        cycle.complete();
        runTurns();
        assertThat(stream.status).isEqualTo(500);
        assertThat(stream.completed()).isTrue();
    }

    private void runTurns() {
        while (!turns.isEmpty()) {
            turns.remove(0).run();
        }
    }

    private void runOutOfTime() {
        cycle.tick(System.nanoTime() + TimeUnit.DAYS.toNanos(1));
    }

    /** Brings it into a state: in the call, waiting behind it, decided, over. */
    private void reach(String state) {
        switch (state) {
            case "in the call" -> {}
            case "waiting" -> cycle.returned(null);
            case "completing" -> cycle.complete();
            case "dispatching" -> cycle.dispatch();
            case "done" -> {
                cycle.complete();
                cycle.returned(null);
                runTurns();
            }
            default -> throw new AssertionError(state);
        }
        events.clear();
    }

    @ParameterizedTest(name = "{1} when {0}: {2}")
    @CsvSource({
        "in the call, complete,    ''",
        "in the call, dispatch,    ''",
        "in the call, start,       refused",
        "in the call, getRequest,  ''",
        "in the call, setTimeout,  ''",
        "in the call, addListener, ''",
        "in the call, time,        ''",
        "waiting,     complete,    settled onComplete end",
        "waiting,     dispatch,    again settled onComplete end",
        "waiting,     start,       refused",
        "waiting,     getRequest,  ''",
        "waiting,     setTimeout,  refused",
        "waiting,     addListener, refused",
        "waiting,     time,        onTimeout timedOut onComplete end",
        "completing,  complete,    refused",
        "completing,  dispatch,    refused",
        "completing,  start,       refused",
        "completing,  getRequest,  refused",
        "completing,  setTimeout,  ''",
        "completing,  addListener, ''",
        "completing,  time,        ''",
        "dispatching, complete,    refused",
        "dispatching, dispatch,    refused",
        "dispatching, start,       refused",
        "dispatching, getRequest,  refused",
        "dispatching, time,        ''",
        "done,        complete,    refused",
        "done,        dispatch,    refused",
        "done,        start,       refused",
        "done,        getRequest,  refused",
        "done,        setTimeout,  refused",
        "done,        time,        ''",
    })
    void eachEventInEachState(String state, String event, String expected) {
        reach(state);
        ThrowingCallable call =
                switch (event) {
                    case "complete" -> cycle::complete;
                    case "dispatch" -> cycle::dispatch;
                    case "start" -> () -> cycle.start(null, null, false);
                    case "getRequest" -> cycle::getRequest;
                    case "setTimeout" -> () -> cycle.setTimeout(1);
                    case "addListener" -> () -> cycle.addListener(new Listener());
                    case "time" -> this::runOutOfTime;
                    default -> throw new AssertionError(event);
                };
        if (expected.equals("refused")) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        } else {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(call)).isNull();
            runTurns();
            assertThat(String.join(" ", events)).isEqualTo(expected);
        }
    }

    @Test
    void theFirstToDecideWinsWhileTheTimeIsOver() {
        cycle.returned(null);
        runOutOfTime();
        cycle.complete();
        runTurns();
        assertThat(events).containsExactly("settled", "onComplete", "end");
    }

    @Test
    void theTimeThatIsToldCannotBeUndone() {
        cycle.addListener(
                new Listener() {
                    @Override
                    public void onComplete(AsyncEvent event) {
                        assertThatThrownBy(cycle::complete)
                                .isInstanceOf(IllegalStateException.class);
                        events.add("refused");
                    }

                    @Override
                    public void onTimeout(AsyncEvent event) {}
                });
        cycle.returned(null);
        runOutOfTime();
        runTurns();
        assertThat(events).containsExactly("onTimeout", "timedOut", "onComplete", "refused", "end");
    }

    @Test
    void aFailureOfTheCallIsToldAndEnds() {
        cycle.returned(new IllegalStateException("x"));
        assertThat(events).containsExactly("onError x", "failed x", "onComplete", "end");
        assertThat(cycle.isStarted()).isFalse();
    }

    @Test
    void aFailureBehindTheCompletionIsAnErrorAllTheSame() {
        cycle.complete();
        cycle.returned(new IllegalStateException("x"));
        assertThat(events).containsExactly("failed x", "onComplete", "end");
    }

    @Test
    void aDispatchMayGoRoundAgain() {
        again =
                () -> {
                    events.add("again");
                    cycle.start(null, null, false);
                };
        cycle.returned(null);
        cycle.dispatch();
        runTurns();
        assertThat(events).containsExactly("again", "onStartAsync");
        assertThat(cycle.isStarted()).isTrue();
        cycle.complete();
        runTurns();
        assertThat(events).as("listeners are those of one round").endsWith("settled", "end");
    }

    @Test
    void theEndWaitsForWhoIsInsideWithoutAThread() {
        inside = true;
        cycle.returned(null);
        cycle.complete();
        runTurns();
        assertThat(events).isEmpty();
        assertThat(cycle.isStarted()).isFalse();
        inside = false;
        left.run();
        assertThat(events).as("not on the thread that leaves").isEmpty();
        runTurns();
        assertThat(events).containsExactly("settled", "onComplete", "end");
    }

    @Test
    void theTimeWaitsForWhoIsInsideToo() {
        inside = true;
        cycle.returned(null);
        runOutOfTime();
        runTurns();
        assertThat(events).containsExactly("onTimeout");
        inside = false;
        left.run();
        runTurns();
        assertThat(events).containsExactly("onTimeout", "timedOut", "onComplete", "end");
    }

    @Test
    void withoutAThreadTheRequestIsGivenUp() {
        cycle.returned(null);
        rejects = true;
        cycle.complete();
        assertThat(events)
                .singleElement()
                .asString()
                .startsWith("end ")
                .contains("given up")
                .contains("full");
    }
}
