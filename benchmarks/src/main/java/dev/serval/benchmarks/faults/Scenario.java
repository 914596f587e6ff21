package dev.serval.benchmarks.faults;

import java.util.List;

/** A fault. Stateless; what it needs during a trial is in the {@link Scene}. */
interface Scenario {
    String name();

    FaultPlan plan(Wire wire, int jdk);

    /** Why it cannot be tried here; null if it can. */
    default String obstacle() {
        return null;
    }

    /**
     * Whether nothing is asked before the fault: threads that answered once would be there for it.
     */
    default boolean isColdStart() {
        return false;
    }

    /** Before anything is measured. */
    default void prepare(Scene scene) throws Exception {}

    /** What is asked for while the fault lasts; all of it unless the fault explains a silence. */
    default List<Probe> during(Scene scene) {
        return scene.probes();
    }

    /** Makes it happen, and returns at its height. Bounded in time. */
    void inflict(Scene scene) throws Exception;

    /** Takes it away; connections that the scene holds are closed behind this. */
    default void relent(Scene scene) throws Exception {}

    /** Looks at what only this fault can do, when the server has had time to recover. */
    default void examine(Scene scene) throws Exception {}

    /**
     * How long the slowest answer during the fault may take, milliseconds, every one being answered
     * but {@link #failures}; 0 when the answers are recorded and not judged.
     */
    default int slowest() {
        return 0;
    }

    /** How many answers during the fault may be another one; only where they are judged. */
    default int failures() {
        return 0;
    }

    /** How much may be logged during the fault, bytes. */
    default long logBytes() {
        return 300_000;
    }

    /**
     * How much more of the processor than the same questions without it the fault may take,
     * milliseconds; 0 when it is not judged.
     */
    default long cpuMillis() {
        return 0;
    }
}
