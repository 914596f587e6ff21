package dev.serval.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The unit of a plain number, and the suffixes that may follow it. Immutable. */
public enum Unit {
    NONE("", Map.of()),
    BYTES("bytes", sizes()),
    KIBIBYTES("KiB", sizes()),
    MILLISECONDS("milliseconds", times()),
    SECONDS("seconds", times()),
    MINUTES("minutes", times());

    private final String words;

    /** Each suffix, as people write it, to its number of the smallest unit. */
    private final Map<String, Long> suffixes;

    Unit(String words, Map<String, Long> suffixes) {
        this.words = words;
        this.suffixes = suffixes;
    }

    /** The unit in the reference page; empty for a mere number. */
    public String words() {
        return words;
    }

    /** What may follow a number, as people write it; capitals and small letters are the same. */
    public Set<String> suffixes() {
        return Collections.unmodifiableSet(suffixes.keySet());
    }

    /**
     * The number in this unit. Throws BadValue if it is not a number, or if a suffix does not give
     * a whole number of this unit, since nothing is rounded silently.
     */
    public long parse(String text) throws BadValue {
        int digits = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        while (digits < text.length() && isDigit(text.charAt(digits))) {
            digits++;
        }
        String suffix = text.substring(digits).strip();
        try {
            long number = Long.parseLong(text.substring(0, digits));
            if (suffix.isEmpty()) {
                return number;
            }
            Long factor = factor(suffix);
            if (factor == null) {
                throw new BadValue("is not a number" + allowed());
            }
            long parts = Math.multiplyExact(number, factor);
            long own = own();
            if (parts % own != 0) {
                throw new BadValue("is no whole number of " + words);
            }
            return parts / own;
        } catch (NumberFormatException e) {
            throw new BadValue("is not a number" + allowed());
        } catch (ArithmeticException e) {
            throw new BadValue("is too large");
        }
    }

    private long own() {
        return switch (this) {
            case NONE, BYTES, MILLISECONDS -> 1;
            case KIBIBYTES -> 1024;
            case SECONDS -> 1000;
            case MINUTES -> 60_000;
        };
    }

    /** Null if there is no such suffix. */
    private Long factor(String suffix) {
        for (Map.Entry<String, Long> each : suffixes.entrySet()) {
            if (each.getKey().equalsIgnoreCase(suffix)) {
                return each.getValue();
            }
        }
        return null;
    }

    private String allowed() {
        return suffixes.isEmpty()
                ? ""
                : " of "
                        + words
                        + " (a suffix may be "
                        + String.join(", ", suffixes.keySet())
                        + ")";
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static Map<String, Long> sizes() {
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("B", 1L);
        map.put("KiB", 1024L);
        map.put("MiB", 1024L * 1024);
        map.put("GiB", 1024L * 1024 * 1024);
        map.put("KB", 1024L);
        map.put("MB", 1024L * 1024);
        map.put("GB", 1024L * 1024 * 1024);
        map.put("K", 1024L);
        map.put("M", 1024L * 1024);
        map.put("G", 1024L * 1024 * 1024);
        return map;
    }

    private static Map<String, Long> times() {
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("ms", 1L);
        map.put("s", 1000L);
        map.put("m", 60_000L);
        map.put("h", 3_600_000L);
        map.put("d", 86_400_000L);
        return map;
    }
}
