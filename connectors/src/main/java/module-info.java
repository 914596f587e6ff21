/** Bytes to HTTP exchanges: transports, protocols, connectors. Needs the JDK and slf4j only. */
module dev.serval.connectors {
    requires org.slf4j;

    // For further protocols: what a connection has received, and what it sends with.
    exports dev.serval.buffer;
    exports dev.serval.connector;
    exports dev.serval.http;
    exports dev.serval.net;
    exports dev.serval.tls;
}
