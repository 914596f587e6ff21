package dev.serval.builtin;

import static dev.serval.settings.Attribute.flag;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.http.FieldName;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.valve.Valve;
import dev.serval.valve.address.ProxyList;
import dev.serval.valve.address.RemoteIp;
import dev.serval.valve.address.RemoteIpConfig;
import java.util.List;
import java.util.Set;

/** Reads a {@code Valve} that is a RemoteIpValve. Stateless. */
final class RemoteIpReader {
    private static final RemoteIpConfig DEFAULTS = RemoteIpConfig.DEFAULTS;

    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "RemoteIpValve, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<String> REMOTE_IP_HEADER =
            field(
                    "remoteIpHeader",
                    DEFAULTS.remoteIpHeader(),
                    "The field with the addresses. Forwarded is read as RFC 7239 says, with scheme"
                            + " and host.");
    private static final Attribute<String> PROTOCOL_HEADER =
            field("protocolHeader", DEFAULTS.protocolHeader(), "The field with the scheme.");
    private static final Attribute<String> PROTOCOL_HEADER_HTTPS_VALUE =
            Attribute.of(
                    "protocolHeaderHttpsValue",
                    Format.text(),
                    DEFAULTS.protocolHeaderHttpsValue(),
                    "Its value for https; everything else is http.");
    private static final Attribute<String> HOST_HEADER =
            field(
                            "hostHeader",
                            null,
                            "The field with the host, such as X-Forwarded-Host; the virtual host is"
                                    + " found by it, where the valve is in the Engine.")
                    .shown("none");
    private static final Attribute<String> PORT_HEADER =
            field("portHeader", null, "The field with the port, such as X-Forwarded-Port.")
                    .shown("none");
    private static final Attribute<String> PROXIES_HEADER =
            field(
                    "proxiesHeader",
                    DEFAULTS.proxiesHeader(),
                    "The field in which the application sees the trustedProxies on the way.");
    private static final Attribute<ProxyList> INTERNAL_PROXIES =
            proxies(
                    "internalProxies",
                    DEFAULTS.internalProxies(),
                    "Addresses whose word counts: blocks with commas, or a regular expression.");
    private static final Attribute<ProxyList> TRUSTED_PROXIES =
            proxies(
                            "trustedProxies",
                            DEFAULTS.trustedProxies(),
                            "The same; the application is told of them in proxiesHeader.")
                    .shown("none");
    private static final Attribute<Boolean> REQUEST_ATTRIBUTES_ENABLED =
            flag(
                    "requestAttributesEnabled",
                    DEFAULTS.requestAttributesEnabled(),
                    "Let access logs with requestAttributesEnabled show the client.");
    private static final Attribute<Integer> HTTP_SERVER_PORT =
            port("httpServerPort", DEFAULTS.httpServerPort(), "http");
    private static final Attribute<Integer> HTTPS_SERVER_PORT =
            port("httpsServerPort", DEFAULTS.httpsServerPort(), "https");
    private static final Attribute<Boolean> CHANGE_LOCAL_NAME =
            flag("changeLocalName", false, "getLocalName answers the host that was told too.");
    private static final Attribute<Boolean> CHANGE_LOCAL_PORT =
            flag("changeLocalPort", false, "getLocalPort answers the port that was told too.");
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "RemoteIpValve",
                    "A Valve of an Engine or a Host: requests from trusted proxies count as those"
                            + " of their clients, before they are routed.",
                    List.of(
                            CLASS_NAME,
                            REMOTE_IP_HEADER,
                            PROTOCOL_HEADER,
                            PROTOCOL_HEADER_HTTPS_VALUE,
                            HOST_HEADER,
                            PORT_HEADER,
                            PROXIES_HEADER,
                            INTERNAL_PROXIES,
                            TRUSTED_PROXIES,
                            REQUEST_ATTRIBUTES_ENABLED,
                            HTTP_SERVER_PORT,
                            HTTPS_SERVER_PORT,
                            CHANGE_LOCAL_NAME,
                            CHANGE_LOCAL_PORT));

    static final Declaration<Valve> DECLARATION =
            new Declaration<>(TABLE, Set.of(), RemoteIpReader::read);

    private RemoteIpReader() {}

    private static Factory<Valve> read(Settings given) {
        RemoteIpConfig config =
                new RemoteIpConfig(
                        given.get(REMOTE_IP_HEADER),
                        given.get(PROTOCOL_HEADER),
                        given.get(PROTOCOL_HEADER_HTTPS_VALUE),
                        given.get(HOST_HEADER),
                        given.get(PORT_HEADER),
                        given.get(PROXIES_HEADER),
                        given.get(INTERNAL_PROXIES),
                        given.get(TRUSTED_PROXIES),
                        given.get(REQUEST_ATTRIBUTES_ENABLED),
                        given.get(HTTP_SERVER_PORT),
                        given.get(HTTPS_SERVER_PORT),
                        given.get(CHANGE_LOCAL_NAME),
                        given.get(CHANGE_LOCAL_PORT));
        for (Attribute<?> other : List.of(PROTOCOL_HEADER, HOST_HEADER, PORT_HEADER)) {
            if (config.readsForwarded() && given.has(other)) {
                given.error(
                        given.at(other),
                        other.name()
                                + " of RemoteIpValve cannot be used with"
                                + " remoteIpHeader=\"Forwarded\", which tells scheme and host");
            }
        }
        return place -> new RemoteIp(config);
    }

    private static Attribute<String> field(String name, String fallback, String doc) {
        return Attribute.of(
                name,
                new Format<>(
                        "name of a field",
                        text -> {
                            try {
                                FieldName.of(text);
                                return text;
                            } catch (IllegalArgumentException e) {
                                throw new BadValue("is no name of a field");
                            }
                        }),
                fallback,
                doc);
    }

    private static Attribute<ProxyList> proxies(String name, ProxyList fallback, String doc) {
        return Attribute.of(
                name,
                new Format<>(
                        "addresses and blocks, with commas; or regular expression",
                        text -> {
                            try {
                                return ProxyList.of(text);
                            } catch (IllegalArgumentException e) {
                                throw new BadValue("cannot be used: " + e.getMessage());
                            }
                        }),
                fallback,
                doc);
    }

    private static Attribute<Integer> port(String name, int fallback, String scheme) {
        return Attribute.of(
                name,
                Format.integer(Unit.NONE, 1, 65535),
                fallback,
                "The port where the scheme is " + scheme + " and no other is told.");
    }
}
