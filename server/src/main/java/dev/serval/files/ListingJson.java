package dev.serval.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A listing for programs, and the choice between it and a page. Stateless. */
final class ListingJson {
    private static final String JSON = "application/json";

    private ListingJson() {}

    /** Whether a client prefers JSON to a page (RFC 9110 §12.5.1). */
    static boolean isPreferred(String accept) {
        return accept != null && weight(accept, JSON) > weight(accept, "text/html");
    }

    /** The weight in thousandths, by the most specific range that matches; 0 if none does. */
    private static int weight(String accept, String type) {
        int weight = 0;
        int best = -1;
        for (String range : accept.split(",", 64)) {
            String[] parts = range.split(";", 8);
            String name = parts[0].strip();
            int precision =
                    name.equalsIgnoreCase(type)
                            ? 2
                            : name.equalsIgnoreCase(type.substring(0, type.indexOf('/')) + "/*")
                                    ? 1
                                    : name.equals("*/*") ? 0 : -1;
            if (precision > best) {
                best = precision;
                weight = quality(parts);
            }
        }
        return weight;
    }

    private static int quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String text = parts[i].strip();
            if (text.regionMatches(true, 0, "q=", 0, 2)) {
                try {
                    return (int)
                            (1000
                                    * Math.min(
                                            1, Math.max(0, Double.parseDouble(text.substring(2)))));
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1000;
    }

    static String of(Listing listing) {
        StringBuilder text = new StringBuilder(128 + 96 * listing.entries().size());
        text.append("{\"path\":");
        string(listing.path(), text);
        text.append(",\"complete\":").append(listing.complete()).append(",\"entries\":[");
        String comma = "\n";
        for (ListingEntry entry : listing.entries()) {
            text.append(comma).append("{\"name\":");
            string(entry.name(), text);
            if (entry.directory()) {
                text.append(",\"type\":\"directory\"");
            } else {
                text.append(",\"type\":\"file\",\"size\":").append(entry.size());
            }
            if (entry.modified() >= 0) {
                Instant modified = Instant.ofEpochMilli(entry.modified());
                text.append(",\"modified\":\"")
                        .append(modified.truncatedTo(ChronoUnit.SECONDS))
                        .append('"');
            }
            text.append('}');
            comma = ",\n";
        }
        return text.append("\n]}\n").toString();
    }

    private static void string(String value, StringBuilder target) {
        target.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                target.append('\\').append(c);
            } else if (c < ' '
                    || c == '<'
                    || c == '>'
                    || c == '&'
                    || c >= 0x7f && c < 0xa0
                    || Character.isSurrogate(c) && !isPaired(value, i)) {
                target.append(String.format("\\u%04x", (int) c));
            } else {
                target.append(c);
            }
        }
        target.append('"');
    }

    private static boolean isPaired(String value, int at) {
        return Character.isHighSurrogate(value.charAt(at))
                ? at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
    }
}
