package dev.serval.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Media types by file extension. Immutable.
 *
 * <p>A type carries no charset unless {@link #withTextCharset} asks for one: as with Tomcat, a page
 * declares its own charset, and a wrong charset in the field would override it.
 */
public final class MimeTypes {
    /** The types known to the server, more than 300 extensions, without a charset. */
    public static final MimeTypes DEFAULTS = read();

    private final TreeMap<String, String> sorted;
    // Open addressing: an extension at an even place, its type behind it.
    private final String[] table;

    /**
     * The {@link #DEFAULTS} and others, which take precedence; see {@link #with(Map)}.
     *
     * @param overrides extensions without their dot, in any case
     */
    public MimeTypes(Map<String, String> overrides) {
        this(DEFAULTS.merged(overrides));
    }

    private MimeTypes(TreeMap<String, String> sorted) {
        this.sorted = sorted;
        this.table = new String[4 * Integer.highestOneBit(Math.max(8, sorted.size()) * 2 - 1)];
        for (Map.Entry<String, String> entry : sorted.entrySet()) {
            String extension = entry.getKey();
            int at = place(hash(extension, 0));
            while (table[at] != null) {
                at = next(at);
            }
            table[at] = extension;
            table[at + 1] = entry.getValue();
        }
    }

    /**
     * These types and others, which take precedence.
     *
     * @param overrides extensions without their dot, in any case; an empty type takes one away.
     *     Throws IllegalArgumentException for a type with control characters
     */
    public MimeTypes with(Map<String, String> overrides) {
        return new MimeTypes(merged(overrides));
    }

    private TreeMap<String, String> merged(Map<String, String> overrides) {
        TreeMap<String, String> all = new TreeMap<>(sorted);
        overrides.forEach(
                (extension, type) -> {
                    String name = extension.toLowerCase(Locale.ROOT);
                    if (type.isEmpty()) {
                        all.remove(name);
                    } else {
                        all.put(name, checked(type));
                    }
                });
        return all;
    }

    /** Like {@link #with(Map)} for one extension. */
    public MimeTypes with(String extension, String type) {
        return with(Map.of(extension, type));
    }

    /**
     * These types, where {@code text/*}, and no other, states a charset if it states none yet.
     *
     * @param charset for example {@code utf-8}
     */
    public MimeTypes withTextCharset(String charset) {
        TreeMap<String, String> all = new TreeMap<>(sorted);
        all.replaceAll(
                (extension, type) ->
                        type.startsWith("text/") && type.indexOf(';') < 0
                                ? checked(type + ";charset=" + charset)
                                : type);
        return new MimeTypes(all);
    }

    /**
     * The type of a file by the extension after the last dot of its name, in any case; null if the
     * extension is unknown. Allocates nothing.
     *
     * @param name a file name, or a path that ends in one
     */
    public String of(String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || name.indexOf('/', dot) >= 0) {
            return null;
        }
        int length = name.length() - dot - 1;
        int at = place(hash(name, dot + 1));
        while (table[at] != null) {
            String extension = table[at];
            if (extension.length() == length
                    && name.regionMatches(true, dot + 1, extension, 0, length)) {
                return table[at + 1];
            }
            at = next(at);
        }
        return null;
    }

    /** How many extensions are known. */
    int size() {
        return sorted.size();
    }

    private int place(int hash) {
        return (hash * 2) & (table.length - 2);
    }

    private int next(int at) {
        return (at + 2) & (table.length - 2);
    }

    private static int hash(String text, int from) {
        int hash = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            hash = 31 * hash + (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        }
        return hash ^ hash >>> 9;
    }

    private static String checked(String type) {
        for (int i = 0; i < type.length(); i++) {
            if (type.charAt(i) < ' ' || type.charAt(i) >= 127) {
                throw new IllegalArgumentException(
                        "RFC 9110 §5.5: not a media type: a control character at index " + i);
            }
        }
        return type;
    }

    private static MimeTypes read() {
        TreeMap<String, String> types = new TreeMap<>();
        try (InputStream stream = MimeTypes.class.getResourceAsStream("mime.types")) {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int colon = line.indexOf(": ");
                if (line.startsWith("#") || colon < 0) {
                    continue;
                }
                String type = line.substring(0, colon);
                for (String extension : line.substring(colon + 2).split(" ")) {
                    types.put(extension, type);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The table of media types cannot be read", e);
        }
        return new MimeTypes(types);
    }
}
