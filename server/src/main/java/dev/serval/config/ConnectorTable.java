package dev.serval.config;

import dev.serval.connector.IoModel;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of {@code Connector}. Constants. Those of a concern stand in the class that reads
 * them into its record.
 */
final class ConnectorTable {
    static final Attribute<IoModel> PROTOCOL =
            Attribute.of(
                            "protocol",
                            Format.choice(ClassNames.protocols()),
                            IoModel.NIO,
                            "NIO: event loops and workers. BIO: a thread per connection, virtual on"
                                    + " JDK 21 and newer. The other names are Tomcat's.")
                    .shown("HTTP/1.1 (= NIO)");
    static final Attribute<Integer> PORT =
            Attribute.of(
                            "port",
                            Format.integer(Unit.NONE, 0, 65535),
                            0,
                            "To listen on; 0 means any free one. Needed, unless"
                                    + " unixDomainSocketPath or useInheritedChannel stands for it.")
                    .shown("");
    static final Attribute<String> ADDRESS =
            Attribute.text("address", "To listen on.").shown("all addresses");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "Connector",
                    "A port on which requests are received.",
                    join(
                            List.of(PORT, PROTOCOL, ADDRESS),
                            LoadTable.ATTRIBUTES,
                            LimitsTable.ATTRIBUTES,
                            OriginTable.ATTRIBUTES,
                            HttpOptionsTable.ATTRIBUTES,
                            List.of(
                                    TlsReader.SSL_ENABLED,
                                    TlsReader.DEFAULT_HOST,
                                    TlsReader.STRICT_SNI),
                            CompressionReader.ATTRIBUTES,
                            RequestRulesTable.ATTRIBUTES,
                            SocketTable.ATTRIBUTES));

    private ConnectorTable() {}

    @SafeVarargs
    private static List<Attribute<?>> join(List<Attribute<?>>... concerns) {
        List<Attribute<?>> all = new ArrayList<>();
        for (List<Attribute<?>> concern : concerns) {
            all.addAll(concern);
        }
        return all;
    }
}
