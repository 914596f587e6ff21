package dev.serval.ops;

import dev.serval.monitor.EffectiveSetting;
import dev.serval.monitor.StartedWith;

/** The attributes of the configuration that are in effect, with their origins. Thread-safe. */
record ConfigPage(StartedWith given) {
    void write(OpsRequest request, OpsAnswer answer) {
        answer.json();
        answer.append('[');
        String between = "\n";
        for (EffectiveSetting each : given.settings().get()) {
            answer.append(between).append('{');
            answer.member("element").quoted(each.element());
            answer.append(',').member("attribute").quoted(each.attribute());
            answer.append(',').member("value").quoted(each.value());
            answer.append(',').member("origin").quoted(each.origin());
            answer.append('}');
            between = ",\n";
        }
        answer.append("\n]\n");
    }
}
