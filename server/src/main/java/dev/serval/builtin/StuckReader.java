package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.valve.Valve;
import dev.serval.valve.stuck.StuckCalls;
import java.util.List;
import java.util.Set;

/** Reads a {@code Valve} that looks for calls that are stuck. Stateless. */
final class StuckReader {
    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "This, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<Integer> THRESHOLD =
            Attribute.of(
                    "threshold",
                    Format.integer(Unit.SECONDS, -1, Integer.MAX_VALUE),
                    600,
                    "For how long a call may hold its thread; 0 or -1 switches the valve off.");
    private static final Attribute<Integer> INTERRUPTION =
            Attribute.of(
                    "interruptThreadThreshold",
                    Format.integer(Unit.SECONDS, -1, Integer.MAX_VALUE),
                    -1,
                    "After what time its thread is interrupted, once, at least threshold; 0 or -1"
                            + " for never.");
    static final Declaration<Valve> DECLARATION =
            new Declaration<>(
                    new AttributeTable(
                            "StuckThreadDetectionValve",
                            "A Valve: a call that holds its thread for too long is told of in the"
                                    + " log, with the stack, when that is found and when it ends."
                                    + " All calls are looked at once a second.",
                            List.of(CLASS_NAME, THRESHOLD, INTERRUPTION)),
                    Set.of(),
                    StuckReader::read);

    private StuckReader() {}

    private static Factory<Valve> read(Settings given) {
        int threshold = given.get(THRESHOLD);
        int interruption = given.get(INTERRUPTION);
        if (threshold <= 0) {
            return null;
        }
        if (interruption > 0 && interruption < threshold) {
            given.warning(
                    given.at(INTERRUPTION),
                    "interruptThreadThreshold of StuckThreadDetectionValve is less than threshold:"
                            + " calls are interrupted after "
                            + threshold
                            + " s");
        }
        return place -> new StuckCalls(threshold, interruption);
    }
}
