package dev.serval.config;

import dev.serval.http.Origin;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;

/**
 * The attributes of {@code Connector} for the server's name and port as clients see them, and how
 * they are read; for {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class OriginTable {
    private static final Origin DEFAULTS = Origin.DEFAULTS;

    private OriginTable() {}

    static Origin read(Rows rows) {
        return new Origin(
                rows.of("scheme", Format.text(), DEFAULTS.scheme(), "What getScheme answers."),
                rows.flag("secure", DEFAULTS.secure(), "What isSecure answers."),
                rows.get(
                        Attribute.text("proxyName", "What getServerName answers.")
                                .shown("from the request")),
                rows.of(
                        "proxyPort",
                        Format.integer(Unit.NONE, 0, 65535),
                        DEFAULTS.proxyPort(),
                        "What getServerPort answers; 0 means that of the request."),
                rows.of(
                        "redirectPort",
                        Format.integer(Unit.NONE, 0, 65535),
                        DEFAULTS.redirectPort(),
                        "The port for what must be confidential."),
                rows.flag(
                        "useIPVHosts",
                        DEFAULTS.useIPVHosts(),
                        "The Host is the one that is named as the address to which the client has"
                                + " connected."));
    }
}
