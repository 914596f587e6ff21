package dev.serval.config;

import dev.serval.http.Compression;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.NearestName;
import dev.serval.settings.Unit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The attributes of {@code Connector} that determine which responses are compressed. Stateless. */
final class CompressionReader {
    private static final Compression DEFAULTS = Compression.OFF;

    /** The value of {@code compression}: the mode, and the smallest size if it is given. */
    private record Choice(Compression.Mode mode, Integer from) {}

    private CompressionReader() {}

    static Compression read(Rows rows) {
        Choice choice =
                rows.get(
                        Attribute.of(
                                        "compression",
                                        new Format<>(
                                                "off, on, force, or bytes",
                                                text ->
                                                        switch (text) {
                                                            case "off" ->
                                                                    new Choice(
                                                                            Compression.Mode.OFF,
                                                                            null);
                                                            case "on" ->
                                                                    new Choice(
                                                                            Compression.Mode.ON,
                                                                            null);
                                                            case "force" ->
                                                                    new Choice(
                                                                            Compression.Mode.FORCE,
                                                                            null);
                                                            default -> from(text);
                                                        }),
                                        new Choice(Compression.Mode.OFF, null),
                                        "Whether responses are compressed with gzip for clients that"
                                                + " accept it: by type and size, all with force. A number"
                                                + " means on, and is the compressionMinSize.")
                                .shown("off"));
        int least =
                rows.of(
                        "compressionMinSize",
                        Format.integer(Unit.BYTES, 0, Integer.MAX_VALUE),
                        DEFAULTS.compressionMinSize(),
                        "Smaller responses are not compressed; those of unknown length always are.");
        return new Compression(
                choice.mode(),
                choice.from() != null ? choice.from() : least,
                rows.get(
                        Attribute.of(
                                        "compressibleMimeType",
                                        new Format<>(
                                                "media types with commas between them",
                                                text -> List.copyOf(names(text))),
                                        DEFAULTS.compressibleMimeType(),
                                        "The beginnings of Content-Types that are compressed.")
                                .shown(String.join(",", DEFAULTS.compressibleMimeType()))),
                rows.of(
                        "noCompressionUserAgents",
                        Format.regex(),
                        (Pattern) null,
                        "Clients whose whole User-Agent matches get no compressed response."),
                rows.get(
                        Attribute.of(
                                        "noCompressionEncodings",
                                        new Format<>(
                                                "content codings with commas between them, a comma alone for"
                                                        + " none",
                                                text -> Set.copyOf(names(text))),
                                        DEFAULTS.noCompressionEncodings(),
                                        "What an application has encoded in one of them is not compressed once"
                                                + " more.")
                                .shown(
                                        String.join(
                                                ",",
                                                new TreeSet<>(
                                                        DEFAULTS.noCompressionEncodings())))));
    }

    private static Choice from(String text) throws BadValue {
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) {
            throw new BadValue(
                    "is not known"
                            + NearestName.hint(text, List.of("off", "on", "force"))
                            + "; known: off, on, force, or a number of bytes");
        }
        return new Choice(
                Compression.Mode.ON,
                Format.integer(Unit.BYTES, 0, Integer.MAX_VALUE).parser().parse(text));
    }

    private static List<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : text.toLowerCase(Locale.ROOT).split(",")) {
            if (!name.isBlank()) {
                names.add(name.strip());
            }
        }
        return new ArrayList<>(names);
    }
}
