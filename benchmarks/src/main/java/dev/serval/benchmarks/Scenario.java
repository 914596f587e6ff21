package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Series;
import java.util.List;

/** One table of a suite: something that is measured on every contender. Immutable. */
sealed interface Scenario permits LoadScenario, IdleScenario, StartScenario, WebSocketScenario {

    /** Unique within a suite, for people. */
    String name();

    /** The load generator, or "driver". */
    String client();

    /** How the client is called, with HOST:PORT for the server. */
    String command();

    /** Of {@link Round#value()}. */
    String unit();

    boolean higherIsBetter();

    /** About how long one measurement takes, for the time that is left. */
    double seconds();

    /** How often it runs before it is measured. */
    default int warmUps() {
        return 0;
    }

    /** Whether one round is all, since it takes so long. */
    default boolean isOnce() {
        return false;
    }

    /** Why it is not measured on this one; null when it is. */
    String unsuited(Contender contender);

    /** Checks the answers and warms up, once before the rounds. */
    void prepare(Contender contender, Servers servers) throws Exception;

    Round measure(Contender contender, Servers servers) throws Exception;

    /** The curves of what was measured last on this contender. */
    default List<Series> series(Contender contender, Servers servers) throws Exception {
        return List.of();
    }
}
