package dev.serval.config;

import dev.serval.connector.IoModel;
import dev.serval.net.AddressBlocks;
import dev.serval.net.SocketConfig;
import dev.serval.net.UnixSocket;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The attributes of {@code Connector} for its sockets, and how they are read; for {@link
 * ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class SocketTable {
    private static final int MAX = Integer.MAX_VALUE;
    private static final SocketConfig DEFAULTS = SocketConfig.DEFAULTS;

    static final Attribute<Integer> PORT_OFFSET =
            Attribute.of(
                    "portOffset",
                    Format.integer(Unit.NONE, 0, 65535),
                    0,
                    "Added to the port, besides the portOffset of the Server.");

    private SocketTable() {}

    static SocketConfig read(Rows rows, IoModel io, Reading reading) {
        int acceptCount =
                rows.get(
                        Attribute.of(
                                        "acceptCount",
                                        Format.integer(Unit.NONE, 1, 100_000),
                                        DEFAULTS.acceptCount(),
                                        "How many connections may wait in the system's queue,"
                                                + " while no place is free or many come at once;"
                                                + " fewer if the system allows no more"
                                                + " (net.core.somaxconn of Linux). Not with"
                                                + " useInheritedChannel.")
                                .differs(
                                        "100",
                                        "a client that finds the queue full tries again only"
                                                + " after a second"));
        int maxConnections =
                rows.of(
                        "maxConnections",
                        Format.limit(Unit.NONE, 1),
                        DEFAULTS.maxConnections(),
                        "Open connections, beyond which accepting pauses.");
        boolean tcpNoDelay =
                rows.get(
                        Attribute.flag(
                                "tcpNoDelay", DEFAULTS.tcpNoDelay(), "Send small packets at once."),
                        "socket.tcpNoDelay");
        boolean useSendfile =
                rows.flag(
                        "useSendfile", DEFAULTS.useSendfile(), "Send large files without copying.");
        rows.get(PORT_OFFSET);
        rows.flag(
                "bindOnInit",
                true,
                "Without effect: whether the port is free is looked at first, and it is opened"
                        + " when every application has been started.");
        boolean throwOnFailure =
                rows.get(
                        Attribute.flag(
                                        "throwOnFailure",
                                        DEFAULTS.throwOnFailure(),
                                        "Whether a port that cannot be opened keeps the server from starting;"
                                                + " if not, an error in the log.")
                                .stricter(
                                        false,
                                        "false",
                                        "a server that nobody can reach is not noticed otherwise"));
        boolean inherited =
                rows.flag(
                        "useInheritedChannel",
                        DEFAULTS.useInheritedChannel(),
                        "Listen on the socket that the process has as its standard input, as inetd and"
                                + " systemd give it; not with NIO2.");
        UnixSocket unixSocket = unixSocket(rows, reading);
        AddressBlocks proxies = proxyProtocol(rows, reading);
        int linger = linger(rows);
        rows.get(
                Attribute.flag("socket.tcpNoDelay", null, "The same as tcpNoDelay, which wins.")
                        .shown("tcpNoDelay"));
        SocketConfig sockets =
                new SocketConfig(
                        acceptCount,
                        maxConnections,
                        tcpNoDelay,
                        useSendfile,
                        inherited,
                        unixSocket,
                        proxies,
                        throwOnFailure,
                        rows.get(
                                size(
                                        "socket.rxBufSize",
                                        "The system's buffer for received bytes.")),
                        rows.get(
                                size(
                                        "socket.txBufSize",
                                        "The system's buffer for bytes to be sent.")),
                        rows.flag(
                                "socket.soKeepAlive",
                                DEFAULTS.soKeepAlive(),
                                "The system checks whether the client is still there."),
                        rows.flag(
                                "socket.ooBInline",
                                DEFAULTS.ooBInline(),
                                "Urgent bytes are part of the stream, else they are dropped (BIO, NIO)."),
                        rows.flag(
                                "socket.soReuseAddress",
                                DEFAULTS.soReuseAddress(),
                                "The port can be opened while old connections to it are ending."),
                        linger);
        if (io == IoModel.NIO2) {
            warnOfNio2(sockets, rows, reading);
        }
        if (io != IoModel.NIO && sockets.unixDomainSocket() != null) {
            reading.error(
                    rows.at("unixDomainSocketPath"),
                    "unixDomainSocketPath of Connector needs protocol=\"NIO\": "
                            + io
                            + " has no Unix domain sockets");
        }
        if (sockets.useInheritedChannel()
                && (io == IoModel.NIO2 || sockets.unixDomainSocket() != null)) {
            reading.error(
                    rows.at("useInheritedChannel"),
                    "useInheritedChannel of Connector cannot be used with "
                            + (io == IoModel.NIO2 ? "NIO2" : "unixDomainSocketPath"));
        }
        return sockets;
    }

    private static UnixSocket unixSocket(Rows rows, Reading reading) {
        String path =
                rows.text(
                        "unixDomainSocketPath",
                        "Listen on this Unix domain socket instead of a port; NIO only. Relative to the"
                                + " base.");
        Set<PosixFilePermission> permissions =
                rows.get(
                        Attribute.of(
                                        "unixDomainSocketPathPermissions",
                                        permissions(),
                                        UnixSocket.OWNER_ONLY,
                                        "Of the socket: connecting needs write permission.")
                                .shown("rw-------")
                                .stricter(
                                        PosixFilePermissions.fromString("rw-rw-rw-"),
                                        "rw-rw-rw-",
                                        "the permitted users should be explicit"));
        String owner =
                rows.text(
                        "unixDomainSocketParentOwner",
                        "The required owner of the directory of the socket.");
        Set<PosixFilePermission> most =
                rows.of(
                        "unixDomainSocketParentPermissions",
                        permissions(),
                        null,
                        "The most permissions of the directory of the socket; with more it is not"
                                + " opened.");
        return path == null
                ? null
                : new UnixSocket(
                        reading.path(path).toAbsolutePath().normalize(), permissions, owner, most);
    }

    private static AddressBlocks proxyProtocol(Rows rows, Reading reading) {
        boolean on =
                rows.flag(
                        "proxyProtocol",
                        false,
                        "Serval's own: connections begin with a header of the PROXY protocol, version 1"
                                + " or 2; others are closed. Needs trustedProxies.");
        AddressBlocks trusted =
                rows.get(
                        Attribute.of(
                                        "trustedProxies",
                                        blocks(),
                                        null,
                                        "Serval's own: the addresses from which connections with proxyProtocol"
                                                + " are accepted, such as 10.0.0.0/8, ::1. A Unix domain socket"
                                                + " counts as 127.0.0.1.")
                                .shown(""));
        boolean none = trusted == null || trusted.isEmpty();
        if (on) {
            if (none) {
                reading.error(
                        rows.at("proxyProtocol"),
                        "proxyProtocol of Connector needs trustedProxies: the addresses of the"
                                + " trusted proxies");
            }
            return trusted;
        }
        if (!none) {
            reading.warning(
                    rows.at("trustedProxies"),
                    "trustedProxies of Connector has no effect without proxyProtocol=\"true\"");
        }
        return null;
    }

    private static int linger(Rows rows) {
        int linger =
                rows.of(
                        "connectionLinger",
                        Format.integer(Unit.NONE, 0, 65535, -1, "not at all"),
                        DEFAULTS.soLingerTime(),
                        "Seconds that closing waits for the client to take the rest (BIO); 0 drops"
                                + " it and resets the connection (BIO, NIO).");
        boolean on = rows.flag("socket.soLingerOn", false, "Whether socket.soLingerTime counts.");
        int time =
                rows.of(
                        "socket.soLingerTime",
                        Format.integer(Unit.NONE, 0, 65535),
                        0,
                        "The same as connectionLinger, which wins.");
        return rows.has("connectionLinger") || !on ? linger : time;
    }

    /** Warns of options that the asynchronous channels of the JDK lack. */
    private static void warnOfNio2(SocketConfig sockets, Rows rows, Reading reading) {
        if (sockets.soLingerTime() >= 0) {
            String given = rows.has("connectionLinger") ? "connectionLinger" : "socket.soLingerOn";
            noEffect(given, rows, reading);
        }
        if (sockets.ooBInline()) {
            noEffect("socket.ooBInline", rows, reading);
        }
    }

    private static void noEffect(String given, Rows rows, Reading reading) {
        reading.warning(
                rows.at(given),
                given
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
