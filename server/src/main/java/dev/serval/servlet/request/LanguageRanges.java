package dev.serval.servlet.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The languages of Accept-Language in the client's order (RFC 9110 §12.5.4). Stateless. */
final class LanguageRanges {
    private static final int MOST = 50;

    private record Range(Locale locale, double weight) {}

    private LanguageRanges() {}

    /** The locales, best first; the server's own if the client names none. */
    static List<Locale> parse(List<String> fields) {
        List<Range> ranges = new ArrayList<>();
        for (String field : fields) {
            for (String part : field.split(",", MOST)) {
                Range range = range(part);
                if (range != null && ranges.size() < MOST) {
                    ranges.add(range);
                }
            }
        }
        // Stable: ranges of equal weight stay in the given order.
        ranges.sort(Comparator.comparingDouble(Range::weight).reversed());
        List<Locale> locales = new ArrayList<>();
        for (Range range : ranges) {
            locales.add(range.locale());
        }
        return locales.isEmpty() ? List.of(Locale.getDefault()) : locales;
    }

    private static Range range(String part) {
        String[] pieces = part.split(";");
        String tag = pieces.length == 0 ? "" : pieces[0].trim();
        double weight = 1;
        for (int i = 1; i < pieces.length; i++) {
            String parameter = pieces[i].trim();
            if (parameter.startsWith("q=") || parameter.startsWith("Q=")) {
                weight = weight(parameter.substring(2));
            }
        }
        Locale locale = Locale.forLanguageTag(tag);
        return weight <= 0 || locale.getLanguage().isEmpty() ? null : new Range(locale, weight);
    }

    private static double weight(String text) {
        // RFC 9110 §12.4.2: 0 to 1 with three digits; anything else is ignored.
        return text.matches("(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)") ? Double.parseDouble(text) : 0;
    }
}
