package dev.serval.servlet.request;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.HttpError;
import dev.serval.http.Leniency;
import dev.serval.http.PathRules;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Brings a raw path into the one form that constraints, mapping and files use, by the steps of
 * Servlet 6.1 §3.5.2: split into segments, parameters cut, each segment decoded once, empty ones
 * but the last removed, dot segments removed. Sequences that it calls suspicious are refused,
 * unless {@link PathRules} allow them; those are brought into the normal form, too. Pure.
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

    private final byte[] bytes;
    private final PathRules rules;
    private final Charset charset;
    private final Set<Leniency> needed = EnumSet.noneOf(Leniency.class);

    private PathNormalizer(byte[] bytes, PathRules rules, Charset charset) {
        this.bytes = bytes;
        this.rules = rules;
        this.charset = charset;
    }

    /**
     * True if the bytes show that the path is its own normal form: nothing encoded, no parameter,
     * no empty segment but the last, none that starts with a dot. False is not conclusive.
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

    /** The normal form by strict rules; see the other method. */
    public static String normalize(byte[] bytes, int start, int end) throws HttpError {
        return normalize(
                bytes, start, end, PathRules.STRICT, StandardCharsets.UTF_8, leniency -> {});
    }

    /**
     * The normal form, decoded, starting with a slash; an empty path is the root. Throws {@link
     * Refusal#PATH} for suspicious sequences (Servlet 6.1 §3.5.2) that the rules do not allow, for
     * bad escapes, for bytes that are invalid in the charset, and for a path that leads above the
     * root.
     *
     * @param charset of encoded bytes that are not ASCII
     * @param passed called for each leniency that the path needed
     */
    public static String normalize(
            byte[] bytes,
            int start,
            int end,
            PathRules rules,
            Charset charset,
            Consumer<Leniency> passed)
            throws HttpError {
        if (start == end) {
            return "/";
        }
        if (isPlain(bytes, start, end)) {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
        PathNormalizer normalizer = new PathNormalizer(bytes, rules, charset);
        String path = normalizer.path(start, end);
        normalizer.needed.forEach(passed);
        return path;
    }

    private String path(int start, int end) throws HttpError {
        if (bytes[start] != '/') {
            throw refused("no slash at the start");
        }
        checkCharacters(start, end);
        StringBuilder path = new StringBuilder(end - start);
        int at = start;
        while (at < end) {
            int from = at + 1;
            int next = indexOf(bytes, '/', from, end);
            int cut = indexOf(bytes, ';', from, next);
            String segment = decode(from, cut);
            if (segment.indexOf('/') < 0) {
                boolean disguised = cut < next || segment.length() != cut - from;
                append(segment, disguised, cut < next, next == end, path);
            } else {
                appendAll(segment, next == end, path);
            }
            at = next;
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    /** A segment that is split by separators that not every reader recognises. */
    private void appendAll(String segments, boolean last, StringBuilder path) throws HttpError {
        int from = 0;
        while (from <= segments.length()) {
            int slash = segments.indexOf('/', from);
            int next = slash < 0 ? segments.length() : slash;
            boolean end = last && slash < 0;
            append(segments.substring(from, next), true, false, end, path);
            from = next + 1;
        }
    }

    /**
     * @param disguised whether other readers may not recognise the dot segment
     */
    private void append(
            String segment,
            boolean disguised,
            boolean hasParameters,
            boolean last,
            StringBuilder path)
            throws HttpError {
        if (segment.isEmpty()) {
            if (last) {
                path.append('/');
            } else if (hasParameters) {
                suspicious("parameters of an empty segment");
            }
        } else if (segment.equals(".") || segment.equals("..")) {
            if (disguised) {
                suspicious("a dot segment with parameters or encoded dots or separators");
            }
            if (segment.length() == 2) {
                removeLast(path);
            }
        } else {
            path.append('/').append(segment);
        }
    }

    private void suspicious(String detail) throws HttpError {
        if (rules.rejectSuspiciousURIs()) {
            throw refused(detail, Leniency.SUSPICIOUS_PATH);
        }
        needed.add(Leniency.SUSPICIOUS_PATH);
    }

    private static void removeLast(StringBuilder path) throws HttpError {
        int slash = path.lastIndexOf("/");
        if (slash < 0) {
            throw refused("above the root");
        }
        path.setLength(slash);
    }

    /** Checks the characters, raw and decoded, also those of parameters. */
    private void checkCharacters(int start, int end) throws HttpError {
        boolean inParameters = false;
        for (int i = start; i < end; i++) {
            int c = bytes[i] & 0xFF;
            boolean encoded = c == '%';
            if (encoded) {
                c = i + 2 < end ? hex(bytes[i + 1]) << 4 | hex(bytes[i + 2]) : -1;
                if (c < 0) {
                    throw refused("a bad escape");
                }
                i += 2;
            }
            if (c < ' ' || c == 127) {
                throw refused("a control character");
            }
            if (encoded && c == '/' || c == '\\') {
                checkSeparator(c, encoded, inParameters);
            } else if (c == '#' && !encoded) {
                throw refused("a fragment");
            } else if (!encoded && (c == '/' || c == ';')) {
                inParameters = c == ';';
            }
        }
    }

    /** Handles a character that may be a separator. */
    private void checkSeparator(int c, boolean encoded, boolean inParameters) throws HttpError {
        if (inParameters) {
            throw refused("a backslash or an encoded slash in a parameter");
        }
        if (!encoded) {
            require(rules.allowBackslash(), "a backslash", Leniency.BACKSLASH);
            return;
        }
        boolean slash = c == '/';
        EncodedSolidusHandling handling =
                slash ? rules.encodedSolidusHandling() : rules.encodedReverseSolidusHandling();
        require(
                handling != EncodedSolidusHandling.REJECT,
                slash ? "an encoded slash" : "an encoded backslash",
                slash ? Leniency.ENCODED_SOLIDUS : Leniency.ENCODED_REVERSE_SOLIDUS);
        if (!slash && handling == EncodedSolidusHandling.DECODE) {
            require(rules.allowBackslash(), "an encoded backslash", Leniency.BACKSLASH);
        }
    }

    private void require(boolean allowed, String seen, Leniency leniency) throws HttpError {
        if (!allowed) {
            throw refused(seen, leniency);
        }
        needed.add(leniency);
    }

    /** Decodes one segment as received; separators hidden in it become slashes. */
    private String decode(int start, int end) throws HttpError {
        boolean ascii = true;
        boolean divided = false;
        byte[] decoded = new byte[end - start];
        int length = 0;
        for (int i = start; i < end; i++) {
            int c = bytes[i];
            if (c == '%') {
                c = (byte) (hex(bytes[i + 1]) << 4 | hex(bytes[i + 2]));
                if (stays(c)) {
                    decoded[length++] = '%';
                    decoded[length++] = bytes[i + 1];
                    c = bytes[i + 2];
                }
                i += 2;
            }
            ascii &= c >= 0;
            c = c == '\\' ? '/' : c;
            divided |= c == '/';
            decoded[length++] = (byte) c;
        }
        if (ascii) {
            return new String(decoded, 0, length, StandardCharsets.ISO_8859_1);
        }
        try {
            String text =
                    charset.newDecoder().decode(ByteBuffer.wrap(decoded, 0, length)).toString();
            if (text.chars().anyMatch(Character::isISOControl)) {
                throw refused("a control character");
            }
            // Some charsets have more than one code for characters that were checked byte by byte.
            if (!divided && text.indexOf('/') >= 0 || text.indexOf('\\') >= 0) {
                throw refused("a separator in disguise");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw refused("bad " + charset.name());
        }
    }

    /** Whether the character with this code is left encoded. */
    private boolean stays(int decoded) {
        boolean slash = rules.encodedSolidusHandling() == EncodedSolidusHandling.PASSTHROUGH;
        boolean back = rules.encodedReverseSolidusHandling() == EncodedSolidusHandling.PASSTHROUGH;
        return switch (decoded) {
            case '/' -> slash;
            case '\\' -> back;
            case '%' -> rules.leavesEncoded();
            default -> false;
        };
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

    private static HttpError refused(String detail, Leniency leniency) {
        return refused(detail + ", see " + leniency.attribute());
    }
}
