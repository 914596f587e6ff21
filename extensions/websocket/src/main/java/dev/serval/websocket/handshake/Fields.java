package dev.serval.websocket.handshake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads the fields of a handshake (RFC 6455 §4, §11.3). Stateless. */
final class Fields {
    static final String WEBSOCKET = "websocket";
    static final String UPGRADE = "Upgrade";
    static final String CONNECTION = "Connection";
    static final String KEY = "Sec-WebSocket-Key";
    static final String ACCEPT = "Sec-WebSocket-Accept";
    static final String VERSION = "Sec-WebSocket-Version";
    static final String PROTOCOL = "Sec-WebSocket-Protocol";
    static final String EXTENSIONS = "Sec-WebSocket-Extensions";
    static final String THIRTEEN = "13";

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    private Fields() {}

    /** By names regardless of case. */
    static Map<String, List<String>> map() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    /** The entries of lists as written, without empty ones. */
    static List<String> list(Iterable<String> fields) {
        List<String> entries = new ArrayList<>();
        for (String field : fields) {
            for (String entry : field.split(",")) {
                if (!entry.isBlank()) {
                    entries.add(entry.strip());
                }
            }
        }
        return entries;
    }

    /** Whether lists contain that entry, regardless of case. */
    static boolean has(Iterable<String> fields, String lowerCase) {
        return list(fields).stream().anyMatch(e -> e.toLowerCase(Locale.ROOT).equals(lowerCase));
    }

    static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
    }

    /** Whether it is a key of 16 bytes (RFC 6455 §4.1). */
    static boolean isKey(String key) {
        try {
            return key != null && Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** RFC 6455 §4.2.2: the proof that the key was read. */
    static String accept(String key) {
        try {
            byte[] both = (key + GUID).getBytes(StandardCharsets.ISO_8859_1);
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(both);
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
