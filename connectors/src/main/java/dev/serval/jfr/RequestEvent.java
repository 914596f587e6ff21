package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A request that took ten milliseconds or more is over; its duration is the time from its head to
 * the end of its response. Owned by one thread at a time. Without a threshold a recording of a busy
 * server would be full of requests that nobody asks for, and would cost each of them more than all
 * other monitoring does. Ten milliseconds are the one that the JDK's profile has for its own events
 * of this kind, {@code jdk.SocketRead} and {@code jdk.FileRead}. The setting {@code
 * serval.Request#threshold} is another one; with 0 ns all requests are recorded.
 */
@Name("serval.Request")
@Label("Request")
@Description("A request is over that took as long as the threshold or longer.")
@Category("Serval")
@StackTrace(false)
@Threshold("10 ms")
public final class RequestEvent extends Event {
    @Label("Id")
    String id;

    @Label("Method")
    String method;

    @Label("Path")
    @Description("Without query and path parameters.")
    String path;

    @Label("Host")
    String host;

    @Label("Client")
    String client;

    @Label("traceparent")
    @Description(
            "As the client has sent it (W3C Trace Context), or as a TraceContextValve has made it.")
    String traceparent;

    @Label("Status")
    int status;

    @Label("Bytes sent")
    long sent;

    @Label("Complete")
    @Description("False if the response was cut.")
    boolean complete;

    RequestEvent() {}
}
