package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The server has refused a request. Owned by one thread. */
@Name("serval.Rejection")
@Label("Request refused")
@Description("The server has refused a request.")
@Category("Serval")
@StackTrace(false)
final class RejectionEvent extends Event {
    @Label("Connector")
    String connector;

    @Label("Code")
    String code;

    @Label("Status")
    int status;

    @Label("Id")
    String id;

    @Label("Client")
    String client;
}
