package dev.serval.config;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.Origin;
import dev.serval.http.RequestRules;
import dev.serval.net.LoadLimits;
import dev.serval.net.SocketConfig;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.List;

/**
 * The attributes of {@code Connector}, and how they are read. Stateless. Each concern has a class
 * that reads its attributes into a record. The reference page has the order in which they are read.
 */
final class ConnectorTable {
    static final AttributeTable TABLE =
            new AttributeTable("Connector", "A port on which requests are received.", declared());

    private ConnectorTable() {}

    private static List<Attribute<?>> declared() {
        Rows rows = new Rows();
        read(rows, 0, null, null);
        return rows.declared();
    }

    /**
     * The settings without the executor and TLS.
     *
     * @param executors null, like the reading, to declare the rows: defaults need neither
     */
    static ConnectorConfig read(
            Rows rows, int portOffset, ExecutorReader executors, Reading reading) {
        int port =
                rows.get(
                        Attribute.of(
                                        "port",
                                        Format.integer(Unit.NONE, 0, 65535),
                                        0,
                                        "To listen on; 0 means any free one. Required, unless"
                                                + " unixDomainSocketPath or useInheritedChannel"
                                                + " replaces it.")
                                .shown(""));
        IoModel io =
                rows.get(
                        Attribute.of(
                                        "protocol",
                                        Format.choice(ClassNames.protocols()),
                                        IoModel.NIO,
                                        "NIO: event loops and workers. BIO: a thread per"
                                                + " connection, virtual on JDK 21 and newer. The other"
                                                + " names are Tomcat's. AJP-NIO, AJP-NIO2 and"
                                                + " AJP-BIO speak AJP/1.3 with a web server in front.")
                                .shown("HTTP/1.1 (= NIO)"));
        String address =
                rows.get(
                        Attribute.text("address", "To listen on.")
                                .shown("all addresses; AJP: the loopback address"));
        LoadLimits load = LoadTable.read(rows, executors, reading);
        HttpLimits limits = LimitsTable.read(rows);
        Origin origin = OriginTable.read(rows);
        HttpOptions options = HttpOptionsTable.read(rows);
        // The attributes that the reader of TLS reads itself.
        rows.get(TlsReader.SSL_ENABLED);
        rows.get(TlsReader.DEFAULT_HOST);
        rows.get(TlsReader.STRICT_SNI);
        options = options.with(options.server(), CompressionReader.read(rows));
        RequestRules rules = RequestRulesTable.read(rows, reading);
        SocketConfig sockets = SocketTable.read(rows, io, reading);
        AjpTable.declare(rows);
        int offset = portOffset + rows.get(SocketTable.PORT_OFFSET);
        boolean fixed = port != 0 && sockets.unixDomainSocket() == null;
        if (fixed && port + offset > 65535) {
            reading.error(
                    rows.at("port"),
                    "port of Connector is "
                            + port
                            + " plus portOffset "
                            + offset
                            + ", which is out of range: 0 to 65535");
        }
        return new ConnectorConfig(
                io,
                address,
                fixed ? port + offset : 0,
                new HttpConfig(limits, options, rules, origin),
                sockets,
                load,
                null,
                null);
    }
}
