package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * Reads {@code uri-host [ ":" port ]} (RFC 9110 §7.2, RFC 3986 §3.2.2). Owned by the connection's
 * thread. A user before the host is refused (RFC 9110 §4.2.4), and so is an address with a zone.
 */
public final class Authority {
    private static final int MOST_PORT = 65535;

    private int hostStart;
    private int hostEnd;
    private int port;

    /** False if the range is not valid; an empty host with nothing after it is valid. */
    public boolean parse(byte[] array, int start, int end) {
        hostStart = start;
        port = -1;
        if (start < end && array[start] == '[') {
            int close = start + 1;
            while (close < end && array[close] != ']') {
                close++;
            }
            if (close == end || !isIpv6(array, start + 1, close)) {
                return false;
            }
            hostEnd = close + 1;
        } else {
            hostEnd = Ascii.skipRegName(array, start, end);
            if (!escapesWellFormed(array, start, hostEnd)) {
                return false;
            }
        }
        return hostEnd == end || hostEnd > start && port(array, end);
    }

    /** Offset of the host; an IPv6 address keeps its brackets. */
    public int hostStart() {
        return hostStart;
    }

    public int hostEnd() {
        return hostEnd;
    }

    public boolean hasHost() {
        return hostEnd > hostStart;
    }

    /** 1 to 65535; -1 if none is named. */
    public int port() {
        return port;
    }

    /** The colon and what follows; a port may be empty (RFC 3986 §3.2.3). */
    private boolean port(byte[] array, int end) {
        if (array[hostEnd] != ':') {
            return false;
        }
        if (hostEnd + 1 == end) {
            return true;
        }
        long value = Ascii.decimal(array, hostEnd + 1, end);
        port = (int) value;
        return value > 0 && value <= MOST_PORT;
    }

    /** Whether the range is an address in numbers, IPv4 or IPv6 without brackets. */
    public static boolean isAddress(byte[] array, int start, int end) {
        return isIpv4(array, start, end) || isIpv6(array, start, end);
    }

    private static boolean escapesWellFormed(byte[] array, int start, int end) {
        for (int i = start; i < end; i++) {
            if (array[i] == '%'
                    && (i + 2 >= end
                            || Ascii.hexValue(array[i + 1]) < 0
                            || Ascii.hexValue(array[i + 2]) < 0)) {
                return false;
            }
        }
        return true;
    }

    /** Eight groups of up to four digits, one run of zeros left out, at most (RFC 3986 §3.2.2). */
    private static boolean isIpv6(byte[] array, int start, int end) {
        int groups = 0;
        boolean compressed = false;
        int at = start;
        if (at + 1 < end && array[at] == ':' && array[at + 1] == ':') {
            compressed = true;
            at += 2;
        }
        while (at < end) {
            int digits = at;
            while (digits < end && Ascii.hexValue(array[digits]) >= 0) {
                digits++;
            }
            if (digits < end && array[digits] == '.') {
                if (!isIpv4(array, at, end)) {
                    return false;
                }
                groups += 2;
                break;
            }
            if (digits == at || digits - at > 4) {
                return false;
            }
            groups++;
            at = digits;
            if (at == end) {
                break;
            }
            if (array[at++] != ':' || at == end) {
                return false;
            }
            if (array[at] == ':') {
                if (compressed) {
                    return false;
                }
                compressed = true;
                at++;
            }
        }
        return compressed ? groups < 8 : groups == 8;
    }

    /** The last 32 bits in dotted form. */
    private static boolean isIpv4(byte[] array, int start, int end) {
        int at = start;
        for (int part = 0; part < 4; part++) {
            int stop = at;
            while (stop < end && Ascii.isDigit(array[stop])) {
                stop++;
            }
            boolean leadingZero = stop - at > 1 && array[at] == '0';
            if (stop == at
                    || stop - at > 3
                    || leadingZero
                    || Ascii.decimal(array, at, stop) > 255) {
                return false;
            }
            at = stop;
            if (part < 3 && (at == end || array[at++] != '.')) {
                return false;
            }
        }
        return at == end;
    }
}
