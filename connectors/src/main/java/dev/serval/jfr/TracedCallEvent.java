package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A call with its traceparent, taken up or made. Owned by one thread. */
@Name("serval.TracedCall")
@Label("Traced call")
@Description("A call with its traceparent, taken up or made.")
@Category("Serval")
@StackTrace(false)
final class TracedCallEvent extends Event {
    @Label("traceparent")
    String traceparent;

    @Label("Time")
    @Timespan(Timespan.NANOSECONDS)
    long time;
}
