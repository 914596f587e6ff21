package dev.serval.files;

import dev.serval.http.ContentCoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The encoded forms of a file that may lie beside it. Immutable. The {@code precompressed} of
 * Tomcat's default servlet.
 *
 * @param formats in the order that decides among forms that a client accepts equally
 */
public record Precompressed(List<EncodedForm> formats) {
    /** None: files are sent as they are. */
    public static final Precompressed NONE = new Precompressed(List.of());

    /** What Tomcat looks for when {@code precompressed} is true. */
    public static final Precompressed USUAL =
            new Precompressed(
                    List.of(
                            new EncodedForm(ContentCoding.BR, ".br"),
                            new EncodedForm(ContentCoding.GZIP, ".gz")));

    /** What the older init-param {@code gzip} means. */
    public static final Precompressed GZIP =
            new Precompressed(List.of(new EncodedForm(ContentCoding.GZIP, ".gz")));

    /**
     * One of the forms.
     *
     * @param suffix what follows the name of the file
     */
    public record EncodedForm(ContentCoding coding, String suffix) {}

    public Precompressed {
        formats = List.copyOf(formats);
    }

    /**
     * @param value {@code false}, {@code true}, or a list such as {@code zstd=.zst,br=.br,gzip=.gz}
     * @throws IllegalArgumentException if it is none of these; the message says where
     */
    public static Precompressed parse(String value) {
        switch (value.strip()) {
            case "true" -> {
                return USUAL;
            }
            case "false" -> {
                return NONE;
            }
            default -> {
                List<EncodedForm> formats = new ArrayList<>();
                for (String pair : value.split(",", -1)) {
                    formats.add(format(pair.strip()));
                }
                return new Precompressed(formats);
            }
        }
    }

    private static EncodedForm format(String pair) {
        int equals = pair.indexOf('=');
        String suffix = pair.substring(equals + 1).strip();
        if (equals < 0 || suffix.isEmpty() || suffix.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "'" + pair + "' is no coding and suffix, such as gzip=.gz");
        }
        ContentCoding coding = ContentCoding.of(pair.substring(0, equals).strip());
        if (coding == null) {
            throw new IllegalArgumentException(
                    "'"
                            + pair
                            + "' names no content coding that is known: "
                            + String.join(
                                    ", ",
                                    Arrays.stream(ContentCoding.values())
                                            .map(ContentCoding::token)
                                            .toList()));
        }
        return new EncodedForm(coding, suffix);
    }

    /** The files of which a name may be an encoded form. */
    List<String> filesOf(String name) {
        List<String> files = new ArrayList<>(2);
        for (EncodedForm format : formats) {
            if (name.endsWith(format.suffix())) {
                files.add(name.substring(0, name.length() - format.suffix().length()));
            }
        }
        return files;
    }

    /** Whether a name is that of an encoded form, which has no further ones. */
    boolean isEncoded(String name) {
        for (EncodedForm format : formats) {
            if (name.endsWith(format.suffix())) {
                return true;
            }
        }
        return false;
    }
}
