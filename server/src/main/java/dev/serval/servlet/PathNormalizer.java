package dev.serval.servlet;

import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Brings a raw path into the one form that constraints, mapping and files use, by the steps of
 * Servlet 6.1 §3.5.2: split into segments, parameters cut, each segment decoded once, empty ones
 * but the last removed, dot segments removed. All sequences that it calls suspicious are refused.
 * Stateless.
 *
 * <p>Unlike in RFC 3986 §5.2.4 no slash is left where a dot segment was the last one: {@code /a/.}
 * is {@code /a}.
 */
public final class PathNormalizer {
    private static final boolean[] PLAIN = new boolean[128];

    static {
        // pchar of RFC 3986 §3.3 without % and the semicolon.
        for (char c = '0'; c <= '9'; c++) {
            PLAIN[c] = true;
        }
        for (char c = 'A'; c <= 'Z'; c++) {
            PLAIN[c] = true;
            PLAIN[c | 0x20] = true;
        }
        for (char c : "-._~!$&'()*+,=:@/".toCharArray()) {
            PLAIN[c] = true;
        }
    }

    private PathNormalizer() {}

    /**
     * True when the path is its own normal form, as a look at its bytes tells: nothing encoded, no
     * parameter, no empty segment but the last, none that starts with a dot. False proves nothing.
     */
    public static boolean isPlain(byte[] bytes, int start, int end) {
        if (start == end || bytes[start] != '/') {
            return false;
        }
        int previous = 0;
        for (int i = start; i < end; i++) {
            int c = bytes[i];
            if (c < 0 || !PLAIN[c]) {
                return false;
            }
            if (previous == '/' && (c == '/' || c == '.')) {
                return false;
            }
            previous = c;
        }
        return true;
    }

    /**
     * The normal form, decoded, starting with a slash; an empty path is the root. Throws {@link
     * Refusal#PATH} for what Servlet 6.1 §3.5.2 calls suspicious, for bad escapes and bad UTF-8,
     * and for a path that leads above the root.
     */
    public static String normalize(byte[] bytes, int start, int end) throws HttpError {
        if (start == end) {
            return "/";
        }
        if (isPlain(bytes, start, end)) {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
        if (bytes[start] != '/') {
            throw refused("no slash at the start");
        }
        checkCharacters(bytes, start, end);
        StringBuilder path = new StringBuilder(end - start);
        int at = start;
        while (at < end) {
            int from = at + 1;
            int next = indexOf(bytes, '/', from, end);
            int cut = indexOf(bytes, ';', from, next);
            boolean last = next == end;
            String segment = decode(bytes, from, cut);
            if (segment.isEmpty()) {
                if (last) {
                    path.append('/');
                } else if (cut < next) {
                    throw refused("parameters of an empty segment");
                }
            } else if (segment.equals(".") || segment.equals("..")) {
                if (cut < next || segment.length() != cut - from) {
                    throw refused("a dot segment with parameters or encoded dots");
                }
                if (segment.length() == 2) {
                    removeLast(path);
                }
            } else {
                path.append('/').append(segment);
            }
            at = next;
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    private static void removeLast(StringBuilder path) throws HttpError {
        int slash = path.lastIndexOf("/");
        if (slash < 0) {
            throw refused("above the root");
        }
        path.setLength(slash);
    }

    /** The characters, as they stand and decoded: parameters are held to it too. */
    private static void checkCharacters(byte[] bytes, int start, int end) throws HttpError {
        for (int i = start; i < end; i++) {
            int c = bytes[i] & 0xFF;
            if (c == '%') {
                c = i + 2 < end ? hex(bytes[i + 1]) << 4 | hex(bytes[i + 2]) : -1;
                if (c < 0) {
                    throw refused("a bad escape");
                }
                if (c == '/') {
                    throw refused("an encoded slash");
                }
                i += 2;
            }
            if (c < ' ' || c == 127 || c == '\\') {
                throw refused("a control character or backslash");
            }
            if (bytes[i] == '#') {
                throw refused("a fragment");
            }
        }
    }

    private static String decode(byte[] bytes, int start, int end) throws HttpError {
        boolean ascii = true;
        byte[] decoded = new byte[end - start];
        int length = 0;
        for (int i = start; i < end; i++) {
            int c = bytes[i];
            if (c == '%') {
                c = (byte) (hex(bytes[i + 1]) << 4 | hex(bytes[i + 2]));
                i += 2;
            }
            ascii &= c >= 0;
            decoded[length++] = (byte) c;
        }
        if (ascii) {
            return new String(decoded, 0, length, StandardCharsets.ISO_8859_1);
        }
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(decoded, 0, length))
                            .toString();
            if (text.chars().anyMatch(Character::isISOControl)) {
                throw refused("a control character");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw refused("bad UTF-8");
        }
    }

    /** The value of a hexadecimal digit; negative, also when shifted and joined, if it is none. */
    private static int hex(byte digit) {
        return Character.digit(digit & 0xFF, 16);
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int end) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return end;
    }

    private static HttpError refused(String detail) {
        return new HttpError(Refusal.PATH, detail);
    }
}
