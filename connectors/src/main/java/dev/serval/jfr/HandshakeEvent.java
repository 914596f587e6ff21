package dev.serval.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A TLS handshake has ended, in order or not. Owned by one thread. */
@Name("serval.Handshake")
@Label("TLS handshake")
@Description("A TLS handshake has ended, in order or not.")
@Category("Serval")
@StackTrace(false)
final class HandshakeEvent extends Event {
    @Label("Client")
    String client;

    @Label("Protocol")
    String protocol;

    @Label("Cipher suite")
    String cipherSuite;

    @Label("Succeeded")
    boolean succeeded;

    @Label("Time")
    @Timespan(Timespan.MILLISECONDS)
    long time;
}
