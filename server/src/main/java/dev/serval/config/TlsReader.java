package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import dev.serval.tls.TlsConfig;
import dev.serval.tls.TlsHost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the settings of a {@code Connector} for TLS. Stateless. */
final class TlsReader {
    static final Attribute<Boolean> SSL_ENABLED =
            Attribute.flag(
                    "SSLEnabled",
                    false,
                    "TLS, as the elements SSLHostConfig say. Settings for TLS without it are an"
                            + " error.");
    static final Attribute<String> DEFAULT_HOST =
            Attribute.of(
                    "defaultSSLHostConfigName",
                    Format.text(),
                    TlsHost.DEFAULT,
                    "The hostName of the SSLHostConfig for clients that ask for no name, or for"
                            + " one that none has.");

    static final Attribute<Boolean> STRICT_SNI =
            Attribute.flag(
                    "strictSni",
                    true,
                    "Whether a request for another SSLHostConfig than that of its connection gets a"
                            + " 421; if not, client certificates that one of them demands do not"
                            + " protect its Host.");

    private TlsReader() {}

    /** Where a connector first requests TLS: an attribute, or an element; null if nowhere. */
    static Location asked(XmlElement connector, Reading reading) {
        XmlElement.Attr enabled = connector.attributes.get(SSL_ENABLED.name());
        if (enabled != null && enabled(enabled, reading)) {
            return enabled.at();
        }
        List<XmlElement.Attr> legacy = LegacyTls.of(connector);
        if (!legacy.isEmpty()) {
            return legacy.get(0).at();
        }
        List<XmlElement> nested = connector.children("SSLHostConfig");
        return nested.isEmpty() ? null : nested.get(0).at;
    }

    /** An unreadable value counts as true: the table reports it, and no plain text is served. */
    private static boolean enabled(XmlElement.Attr attr, Reading reading) {
        try {
            String text = reading.resolve(attr.value()).strip();
            return !text.isEmpty() && Format.bool().parser().parse(text);
        } catch (BadValue e) {
            return true;
        }
    }

    /**
     * The settings of a connector that requests TLS.
     *
     * @param values its attributes, from its table
     */
    static TlsConfig read(XmlElement connector, Values values, Reading reading) {
        if (values.has(SSL_ENABLED) && !values.get(SSL_ENABLED)
                || !connector.attributes.containsKey(SSL_ENABLED.name())) {
            reading.error(
                    asked(connector, reading),
                    "this Connector has settings for TLS, but SSLEnabled is not true: set it, or"
                            + " remove them; it will not serve plain text");
        }
        List<XmlElement> elements = new ArrayList<>(connector.children("SSLHostConfig"));
        List<XmlElement.Attr> legacy = LegacyTls.of(connector);
        if (!legacy.isEmpty()) {
            elements.add(LegacyTls.translated(connector, legacy, reading));
        }
        List<TlsHost> hosts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (XmlElement element : elements) {
            TlsHost host = SslHostConfigReader.read(element, reading);
            hosts.add(host);
            if (!names.add(host.hostName())) {
                reading.error(
                        element.at,
                        "this Connector has two SSLHostConfig named " + host.hostName());
            }
        }
        String wanted = values.get(DEFAULT_HOST).toLowerCase(Locale.ROOT);
        if (hosts.isEmpty()) {
            reading.error(
                    connector.at,
                    "a Connector with SSLEnabled needs an element SSLHostConfig with a Certificate;"
                            + " \"bin/serval.sh cert\" makes one for development");
        } else if (!names.contains(wanted)) {
            reading.error(
                    values.at(DEFAULT_HOST),
                    "defaultSSLHostConfigName of Connector is \""
                            + wanted
                            + "\", but no SSLHostConfig has that hostName"
                            + NearestName.hint(wanted, names));
        }
        return new TlsConfig(wanted, values.get(STRICT_SNI), hosts);
    }
}
