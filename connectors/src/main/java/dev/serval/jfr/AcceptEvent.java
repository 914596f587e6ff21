package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection was accepted and admitted. Owned by one thread. */
@Name("serval.Accept")
@Label("Connection accepted")
@Description("A connection was accepted and admitted.")
@Category("Serval")
@StackTrace(false)
final class AcceptEvent extends Event {
    @Label("Connector")
    String connector;

    @Label("Client")
    String client;
}
