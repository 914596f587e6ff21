package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A request is over. Owned by one thread. */
@Name("serval.Request")
@Label("Request")
@Description("A request is over.")
@Category("Serval")
@StackTrace(false)
final class RequestEvent extends Event {
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

    @Label("Time")
    @Timespan(Timespan.NANOSECONDS)
    long time;
}
