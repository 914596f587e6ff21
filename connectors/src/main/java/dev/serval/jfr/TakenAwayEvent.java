package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A call that an event loop ran itself waits or lasts: another thread goes on with the loop. Owned
 * by one thread.
 */
@Name("serval.TakenAway")
@Label("Call taken away")
@Description(
        "A call that an event loop ran itself waits or lasts: another thread goes on with the loop.")
@Category("Serval")
@StackTrace(false)
final class TakenAwayEvent extends Event {
    @Label("Reason")
    String reason;

    @Label("Thread of the call")
    String thread;
}
