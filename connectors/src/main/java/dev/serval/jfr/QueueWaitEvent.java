package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A request has waited a millisecond or more for a thread. Owned by one thread. */
@Name("serval.QueueWait")
@Label("Wait for a thread")
@Description("A request has waited a millisecond or more for a thread.")
@Category("Serval")
@StackTrace(false)
final class QueueWaitEvent extends Event {
    @Label("Wait")
    @Timespan(Timespan.NANOSECONDS)
    long wait;

    @Label("Others waiting")
    int waiting;
}
