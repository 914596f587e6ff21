package dev.serval.config;

import dev.serval.http.Origin;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.List;

/**
 * The attributes of {@code Connector} that say what the server is towards its clients, and how they
 * are read; for {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class OriginTable {
    private static final Origin DEFAULTS = Origin.DEFAULTS;

    private static final Attribute<String> SCHEME =
            Attribute.of("scheme", Format.text(), DEFAULTS.scheme(), "What getScheme answers.");
    private static final Attribute<Boolean> SECURE =
            Attribute.flag("secure", DEFAULTS.secure(), "What isSecure answers.");
    private static final Attribute<String> PROXY_NAME =
            Attribute.text("proxyName", "What getServerName answers.").shown("from the request");
    private static final Attribute<Integer> PROXY_PORT =
            Attribute.of(
                    "proxyPort",
                    Format.integer(Unit.NONE, 0, 65535),
                    DEFAULTS.proxyPort(),
                    "What getServerPort answers; 0 means that of the request.");
    private static final Attribute<Integer> REDIRECT_PORT =
            Attribute.of(
                    "redirectPort",
                    Format.integer(Unit.NONE, 0, 65535),
                    DEFAULTS.redirectPort(),
                    "The port for what must be confidential.");
    private static final Attribute<Boolean> USE_IPV_HOSTS =
            Attribute.flag(
                    "useIPVHosts",
                    DEFAULTS.useIPVHosts(),
                    "The Host is the one that is named as the address to which the client has"
                            + " connected.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(SCHEME, SECURE, PROXY_NAME, PROXY_PORT, REDIRECT_PORT, USE_IPV_HOSTS);

    private OriginTable() {}

    static Origin read(Values values) {
        return new Origin(
                values.get(SCHEME),
                values.get(SECURE),
                values.get(PROXY_NAME),
                values.get(PROXY_PORT),
                values.get(REDIRECT_PORT),
                values.get(USE_IPV_HOSTS));
    }
}
