package dev.serval.config;

import dev.serval.ajp.AjpConfig;
import dev.serval.config.xml.XmlElement;
import dev.serval.connector.ConnectorConfig;
import dev.serval.net.LoadLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.Unit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The attributes of a {@code Connector} for AJP, and what the other attributes mean there; for
 * {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class AjpTable {
    private static final int LEAST = AjpConfig.LEAST_PACKET;

    // A front keeps idle connections; if one is closed at the wrong moment, a request fails.
    private static final int IDLE_MILLIS = 600_000;

    private static final List<Attribute<?>> OWN =
            List.of(
                    Attribute.text(
                            "secret",
                            "AJP: the word that every request of the front has to name; others get"
                                    + " 403. Required, unless secretRequired is false."),
                    Attribute.flag(
                            "secretRequired",
                            true,
                            "AJP: whether there has to be a secret. Without one, whoever can reach"
                                    + " the port can make any request, in the name of any client."),
                    Attribute.of(
                            "packetSize",
                            Format.integer(Unit.BYTES, LEAST, AjpConfig.MOST_PACKET),
                            LEAST,
                            "AJP: the most bytes of a packet; the same as max_packet_size of"
                                    + " mod_jk, or ProxyIOBufferSize of mod_proxy_ajp."),
                    Attribute.flag(
                            "ajpFlush",
                            true,
                            "AJP: whether the front is told of each flush of an application."),
                    Attribute.of(
                                    "allowedRequestAttributesPattern",
                                    Format.regex(),
                                    (Pattern) null,
                                    "AJP: the front's own request attributes that are taken, by"
                                            + " their whole names; a request with another one gets"
                                            + " 403. Names of the Servlet API and of the server"
                                            + " never pass.")
                            .shown("none"),
                    Attribute.flag(
                            "tomcatAuthentication",
                            true,
                            "AJP: whether users log in to this server. false: the user that the"
                                    + " front names has logged in, and has no roles."),
                    Attribute.flag(
                            "tomcatAuthorization",
                            false,
                            "AJP: whether the user that the front names has logged in, and has the"
                                    + " roles that the realm knows."));

    /** Attributes of HTTP that have no effect here, except those of TLS. */
    private static final List<String> HTTP_ONLY =
            List.of(
                    "compression",
                    "compressionMinSize",
                    "compressibleMimeType",
                    "noCompressionUserAgents",
                    "noCompressionEncodings",
                    "maxHttpHeaderSize",
                    "maxHttpRequestHeaderSize",
                    "maxHttpResponseHeaderSize",
                    "maxKeepAliveRequests",
                    "useKeepAliveResponseHeader",
                    "maxTrailerSize",
                    "maxExtensionSize",
                    "maxSwallowSize",
                    "allowedTrailerHeaders",
                    "continueResponseTiming",
                    "useSendfile",
                    "restrictedUserAgents");

    private AjpTable() {}

    /** Declares, or reads, all of them. */
    static void declare(Rows rows) {
        OWN.forEach(rows::get);
    }

    /** AJP has no TLS: a Connector that asks for it must not serve plain text. */
    static void requirePlainText(XmlElement xml, Reading reading) {
        Location asked = TlsReader.asked(xml, reading);
        if (asked != null) {
            reading.error(
                    asked, "a Connector for AJP has no TLS: the front ends that of its clients");
        }
    }

    /** Warns of attributes of the other protocol. */
    static void warnOfOthers(boolean ajp, XmlElement xml, Reading reading) {
        List<String> others = ajp ? HTTP_ONLY : OWN.stream().map(Attribute::name).toList();
        for (String name : others) {
            XmlElement.Attr attr = xml.attributes.get(name);
            if (attr != null) {
                reading.warning(
                        attr.at(),
                        name
                                + " of Connector has no effect "
                                + (ajp ? "with AJP" : "without protocol=\"AJP/1.3\""));
            }
        }
    }

    /**
     * Whether the value has a placeholder that cannot be resolved, such as that of a missing file.
     */
    private static boolean isBad(String raw, Reading reading) {
        try {
            if (raw != null) {
                reading.resolve(raw);
            }
            return false;
        } catch (BadValue e) {
            return true;
        }
    }

    /** The settings of AJP; null if the connector is not started. */
    static AjpConfig settings(XmlElement xml, ConnectorConfig config, Rows rows, Reading reading) {
        String secret = value(rows, "secret");
        boolean required = value(rows, "secretRequired");
        if (secret == null && required && isBad(xml.raw("secret"), reading)) {
            return null; // the secret is given, and its error was reported
        }
        if (secret == null && required) {
            String message =
                    "Connector for AJP needs the attribute secret, which its front names in every"
                            + " request; or secretRequired=\"false\", if nobody else can reach its"
                            + " port";
            if (config.sockets().throwOnFailure()) {
                reading.error(xml.at, message);
            } else {
                String alone = message + "; it is not started";
                reading.judge(xml, new Finding(xml.at, xml.name, Verdict.UNSUPPORTED, alone));
                reading.warning(xml.at, alone);
            }
            return null;
        }
        if (secret == null && !isLoopback(config.address())) {
            reading.warning(
                    rows.at("secretRequired"),
                    "secretRequired of Connector is \"false\", and its address is no loopback"
                            + " address: whoever reaches its port can make any request, in the"
                            + " name of any client");
        }
        return new AjpConfig(
                secret,
                value(rows, "packetSize"),
                value(rows, "ajpFlush"),
                value(rows, "allowedRequestAttributesPattern"),
                value(rows, "tomcatAuthentication"),
                value(rows, "tomcatAuthorization"));
    }

    @SuppressWarnings("unchecked") // the row of that name has that type
    private static <T> T value(Rows rows, String name) {
        for (Attribute<?> row : OWN) {
            if (row.name().equals(name)) {
                return (T) rows.get(row);
            }
        }
        throw new IllegalArgumentException(name);
    }

    private static boolean isLoopback(String address) {
        try {
            return address == null || InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // its port cannot be opened then
        }
    }

    /**
     * The configuration with AJP's default address and timeouts: an idle connection of a front is
     * kept for a long time, and all other waits are limited in any case.
     */
    static ConnectorConfig adapted(ConnectorConfig config, Rows rows) {
        LoadLimits load = config.load();
        boolean idleGiven =
                rows.has("keepAliveTimeout")
                        || rows.has("connectionTimeout")
                        || rows.has("socket.soTimeout");
        int idle = idleGiven ? load.keepAliveTimeout() : IDLE_MILLIS;
        int wait = load.connectionTimeout();
        wait = wait <= 0 ? LoadLimits.DEFAULTS.connectionTimeout() : wait;
        String address = config.address();
        boolean unix = config.sockets().unixDomainSocket() != null;
        return config.change()
                .address(
                        address == null && !unix
                                ? InetAddress.getLoopbackAddress().getHostAddress()
                                : address)
                .load(load.with(load.threads(), load.inlineCalls(), wait, idle))
                .done();
    }
}
