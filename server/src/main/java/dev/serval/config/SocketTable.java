package dev.serval.config;

import dev.serval.connector.IoModel;
import dev.serval.net.AddressBlocks;
import dev.serval.net.SocketConfig;
import dev.serval.net.UnixSocket;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * The attributes of {@code Connector} that are about its sockets, and how they are read; for {@link
 * ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class SocketTable {
    private static final int MAX = Integer.MAX_VALUE;
    private static final SocketConfig DEFAULTS = SocketConfig.DEFAULTS;

    private static final Attribute<Integer> ACCEPT_COUNT =
            Attribute.of(
                    "acceptCount",
                    Format.integer(Unit.NONE, 1, 100_000),
                    DEFAULTS.acceptCount(),
                    "Connections that the system queues.");
    private static final Attribute<Integer> MAX_CONNECTIONS =
            Attribute.of(
                    "maxConnections",
                    Format.limit(Unit.NONE, 1),
                    DEFAULTS.maxConnections(),
                    "Open connections, beyond which accepting pauses.");
    private static final Attribute<Boolean> TCP_NO_DELAY =
            Attribute.flag("tcpNoDelay", DEFAULTS.tcpNoDelay(), "Send small packets at once.");
    private static final Attribute<Boolean> USE_SENDFILE =
            Attribute.flag(
                    "useSendfile", DEFAULTS.useSendfile(), "Send large files without copying.");
    static final Attribute<Integer> PORT_OFFSET =
            Attribute.of(
                    "portOffset",
                    Format.integer(Unit.NONE, 0, 65535),
                    0,
                    "Is added to the port, besides the portOffset of the Server.");
    static final Attribute<Boolean> BIND_ON_INIT =
            Attribute.flag(
                    "bindOnInit",
                    true,
                    "Without effect: whether the port is free is looked at first, and it is opened"
                            + " when every application has been started.");
    static final Attribute<Boolean> THROW_ON_FAILURE =
            Attribute.flag(
                            "throwOnFailure",
                            DEFAULTS.throwOnFailure(),
                            "Whether a port that cannot be opened keeps the server from starting;"
                                    + " if not, an error in the log.")
                    .differs("false", "a server that nobody can reach is not noticed otherwise");
    static final Attribute<Boolean> USE_INHERITED_CHANNEL =
            Attribute.flag(
                    "useInheritedChannel",
                    DEFAULTS.useInheritedChannel(),
                    "Listen on the socket that the process has as its standard input, as inetd and"
                            + " systemd give it; not with NIO2.");
    static final Attribute<String> UNIX_PATH =
            Attribute.text(
                    "unixDomainSocketPath",
                    "Listen on this Unix domain socket instead of a port; NIO only. Relative to the"
                            + " base.");
    static final Attribute<Set<PosixFilePermission>> UNIX_PERMISSIONS =
            Attribute.of(
                            "unixDomainSocketPathPermissions",
                            permissions(),
                            UnixSocket.OWNER_ONLY,
                            "Of the socket: who may not write to it cannot connect.")
                    .shown("rw-------")
                    .differs("rw-rw-rw-", "who may connect should be said");
    static final Attribute<String> UNIX_PARENT_OWNER =
            Attribute.text(
                    "unixDomainSocketParentOwner",
                    "Who has to own the directory of the socket; else it is not opened.");
    static final Attribute<Set<PosixFilePermission>> UNIX_PARENT_PERMISSIONS =
            Attribute.of(
                    "unixDomainSocketParentPermissions",
                    permissions(),
                    null,
                    "What the directory of the socket may grant at the most; else it is not"
                            + " opened.");
    static final Attribute<Boolean> PROXY_PROTOCOL =
            Attribute.flag(
                    "proxyProtocol",
                    false,
                    "Serval's own: connections begin with a header of the PROXY protocol, version 1"
                            + " or 2; others are closed. Needs trustedProxies.");
    static final Attribute<AddressBlocks> TRUSTED_PROXIES =
            Attribute.of(
                            "trustedProxies",
                            blocks(),
                            null,
                            "Serval's own: the addresses from which connections with proxyProtocol"
                                    + " are accepted, such as 10.0.0.0/8, ::1. A Unix domain socket"
                                    + " counts as 127.0.0.1.")
                    .shown("");
    static final Attribute<Integer> CONNECTION_LINGER =
            Attribute.of(
                    "connectionLinger",
                    Format.integer(Unit.NONE, 0, 65535, -1, "not at all"),
                    DEFAULTS.soLingerTime(),
                    "Seconds that closing waits for the client to take what is left (BIO); 0 drops"
                            + " it and resets the connection (BIO, NIO).");
    static final Attribute<Boolean> SO_LINGER_ON =
            Attribute.flag("socket.soLingerOn", false, "Whether socket.soLingerTime counts.");
    static final Attribute<Integer> SO_LINGER_TIME =
            Attribute.of(
                    "socket.soLingerTime",
                    Format.integer(Unit.NONE, 0, 65535),
                    0,
                    "The same as connectionLinger, which wins.");
    static final Attribute<Boolean> SOCKET_TCP_NO_DELAY =
            Attribute.flag("socket.tcpNoDelay", null, "The same as tcpNoDelay, which wins.")
                    .shown("tcpNoDelay");
    static final Attribute<Integer> RX_BUF_SIZE =
            size("socket.rxBufSize", "What the system keeps of what was received.");
    static final Attribute<Integer> TX_BUF_SIZE =
            size("socket.txBufSize", "What the system keeps of what is to be sent.");
    static final Attribute<Boolean> SO_KEEP_ALIVE =
            Attribute.flag(
                    "socket.soKeepAlive",
                    DEFAULTS.soKeepAlive(),
                    "The system looks whether the client is still there.");
    static final Attribute<Boolean> OO_B_INLINE =
            Attribute.flag(
                    "socket.ooBInline",
                    DEFAULTS.ooBInline(),
                    "Urgent bytes are part of the stream, else they are dropped (BIO, NIO).");
    static final Attribute<Boolean> SO_REUSE_ADDRESS =
            Attribute.flag(
                    "socket.soReuseAddress",
                    DEFAULTS.soReuseAddress(),
                    "The port can be opened while old connections to it are ending.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    ACCEPT_COUNT,
                    MAX_CONNECTIONS,
                    TCP_NO_DELAY,
                    USE_SENDFILE,
                    PORT_OFFSET,
                    BIND_ON_INIT,
                    THROW_ON_FAILURE,
                    USE_INHERITED_CHANNEL,
                    UNIX_PATH,
                    UNIX_PERMISSIONS,
                    UNIX_PARENT_OWNER,
                    UNIX_PARENT_PERMISSIONS,
                    PROXY_PROTOCOL,
                    TRUSTED_PROXIES,
                    CONNECTION_LINGER,
                    SO_LINGER_ON,
                    SO_LINGER_TIME,
                    SOCKET_TCP_NO_DELAY,
                    RX_BUF_SIZE,
                    TX_BUF_SIZE,
                    SO_KEEP_ALIVE,
                    OO_B_INLINE,
                    SO_REUSE_ADDRESS);

    private SocketTable() {}

    static SocketConfig read(Values values, IoModel io, Reading reading) {
        SocketConfig sockets =
                new SocketConfig(
                        values.get(ACCEPT_COUNT),
                        values.get(MAX_CONNECTIONS),
                        values.first(TCP_NO_DELAY, SOCKET_TCP_NO_DELAY),
                        values.get(USE_SENDFILE),
                        values.get(USE_INHERITED_CHANNEL),
                        unixSocket(values, reading),
                        proxyProtocol(values, reading),
                        values.get(THROW_ON_FAILURE),
                        values.get(RX_BUF_SIZE),
                        values.get(TX_BUF_SIZE),
                        values.get(SO_KEEP_ALIVE),
                        values.get(OO_B_INLINE),
                        values.get(SO_REUSE_ADDRESS),
                        linger(values));
        if (io == IoModel.NIO2) {
            warnOfNio2(sockets, values, reading);
        }
        if (io != IoModel.NIO && sockets.unixDomainSocket() != null) {
            reading.error(
                    values.at(UNIX_PATH),
                    "unixDomainSocketPath of Connector needs protocol=\"NIO\": "
                            + io
                            + " has no Unix domain sockets");
        }
        if (sockets.useInheritedChannel()
                && (io == IoModel.NIO2 || sockets.unixDomainSocket() != null)) {
            reading.error(
                    values.at(USE_INHERITED_CHANNEL),
                    "useInheritedChannel of Connector cannot be used with "
                            + (io == IoModel.NIO2 ? "NIO2" : "unixDomainSocketPath"));
        }
        return sockets;
    }

    private static UnixSocket unixSocket(Values values, Reading reading) {
        String path = values.get(UNIX_PATH);
        return path == null
                ? null
                : new UnixSocket(
                        reading.path(path).toAbsolutePath().normalize(),
                        values.get(UNIX_PERMISSIONS),
                        values.get(UNIX_PARENT_OWNER),
                        values.get(UNIX_PARENT_PERMISSIONS));
    }

    private static AddressBlocks proxyProtocol(Values values, Reading reading) {
        AddressBlocks trusted = values.get(TRUSTED_PROXIES);
        boolean none = trusted == null || trusted.isEmpty();
        if (values.get(PROXY_PROTOCOL)) {
            if (none) {
                reading.error(
                        values.at(PROXY_PROTOCOL),
                        "proxyProtocol of Connector needs trustedProxies: the addresses of the"
                                + " proxies whose word counts");
            }
            return trusted;
        }
        if (!none) {
            reading.warning(
                    values.at(TRUSTED_PROXIES),
                    "trustedProxies of Connector has no effect without proxyProtocol=\"true\"");
        }
        return null;
    }

    private static int linger(Values values) {
        if (values.has(CONNECTION_LINGER) || !values.get(SO_LINGER_ON)) {
            return values.get(CONNECTION_LINGER);
        }
        return values.get(SO_LINGER_TIME);
    }

    /** What the asynchronous channels of the JDK do not have. */
    private static void warnOfNio2(SocketConfig sockets, Values values, Reading reading) {
        if (sockets.soLingerTime() >= 0) {
            noEffect(
                    values.has(CONNECTION_LINGER) ? CONNECTION_LINGER : SO_LINGER_ON,
                    values,
                    reading);
        }
        if (sockets.ooBInline()) {
            noEffect(OO_B_INLINE, values, reading);
        }
    }

    private static void noEffect(Attribute<?> given, Values values, Reading reading) {
        reading.warning(
                values.at(given),
                given.name()
                        + " of Connector has no effect with NIO2: its sockets have no such"
                        + " option");
    }

    private static Attribute<Integer> size(String name, String doc) {
        return Attribute.of(
                        name, Format.integer(Unit.BYTES, 1, MAX, 0, "the system's default"), 0, doc)
                .shown("the system's");
    }

    private static Format<Set<PosixFilePermission>> permissions() {
        return new Format<>(
                "permissions, as rw-rw----",
                text -> {
                    try {
                        return PosixFilePermissions.fromString(text);
                    } catch (IllegalArgumentException e) {
                        throw new BadValue("is not nine letters as rw-rw----");
                    }
                });
    }

    private static Format<AddressBlocks> blocks() {
        return new Format<>(
                "addresses and blocks, with commas",
                text -> {
                    try {
                        return AddressBlocks.of(text);
                    } catch (IllegalArgumentException e) {
                        throw new BadValue("cannot be used: " + e.getMessage());
                    }
                });
    }
}
