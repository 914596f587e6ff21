package dev.serval.servlet;

import dev.serval.valve.CallValve;
import java.util.Arrays;

/**
 * The valves around one call. Immutable. A call without valves has no such object.
 *
 * @param valves the outermost first
 * @param routing takes requests that they send back
 * @param reroutes what happened to the request before
 */
public record CallValves(CallValve[] valves, Rerouting routing, Reroutes reroutes) {

    /**
     * Null if there are none.
     *
     * @param outer of the host and its engine; null if there is none
     * @param inner of the context; null if there is none
     */
    public static CallValves of(
            CallValve[] outer, CallValve[] inner, Rerouting routing, Reroutes reroutes) {
        if (outer == null && inner == null) {
            return null;
        }
        CallValve[] all = outer;
        if (outer == null) {
            all = inner;
        } else if (inner != null) {
            all = Arrays.copyOf(outer, outer.length + inner.length);
            System.arraycopy(inner, 0, all, outer.length, inner.length);
        }
        return new CallValves(all, routing, reroutes);
    }

    /** Whether one of them may wait. */
    boolean mayWait() {
        for (CallValve valve : valves) {
            if (valve.mayWait()) {
                return true;
            }
        }
        return false;
    }
}
