/** Bytes to HTTP exchanges: transports, protocols, connectors. Needs the JDK and slf4j only. */
module dev.serval.connectors {
    requires jdk.jfr;
    requires org.slf4j;

    // For extensions: further protocols, and what valves see.
    exports dev.serval.buffer;
    exports dev.serval.http;
    exports dev.serval.net;
    exports dev.serval.thread;
    // For the server alone.
    exports dev.serval.jfr to
            dev.serval.server;
    // For whoever embeds.
    exports dev.serval.ajp;
    exports dev.serval.connector;
    exports dev.serval.tls;
}
