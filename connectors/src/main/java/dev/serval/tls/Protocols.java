package dev.serval.tls;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the attribute {@code protocols}: {@code all}, names separated by commas or {@code +}, and
 * names to remove after {@code -}. Pure. Only TLS 1.2 and 1.3 are supported (RFC 8996).
 */
public final class Protocols {
    /** TLS 1.3 and 1.2. */
    public static final List<String> ALL = List.of("TLSv1.3", "TLSv1.2");

    private static final List<String> OLD =
            List.of("SSLv2", "SSLv2Hello", "SSLv3", "TLSv1", "TLSv1.1");
    private static final Pattern WORD = Pattern.compile("[\\s,]*([-+]?)\\s*([^-+,\\s]+)[\\s,]*");

    private Protocols() {}

    /**
     * The JSSE names, the newest first.
     *
     * @throws IllegalArgumentException with a message that continues "protocols is ..., which ..."
     */
    public static List<String> parse(String text) {
        Set<String> chosen = new LinkedHashSet<>();
        Matcher words = WORD.matcher(text.strip());
        int end = 0;
        while (words.find() && words.start() == end) {
            end = words.end();
            boolean away = words.group(1).equals("-");
            List<String> named = named(words.group(2), away);
            if (away) {
                chosen.removeAll(named);
            } else {
                chosen.addAll(named);
            }
        }
        if (end < text.strip().length()) {
            throw new IllegalArgumentException(
                    "is no list of protocols, such as TLSv1.2+TLSv1.3 or all");
        }
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("leaves no protocol; TLSv1.2 and TLSv1.3 are there");
        }
        List<String> newestFirst = new ArrayList<>(ALL);
        newestFirst.retainAll(chosen);
        return List.copyOf(newestFirst);
    }

    private static List<String> named(String word, boolean away) {
        if (word.toLowerCase(Locale.ROOT).equals("all")) {
            return ALL;
        }
        for (String name : ALL) {
            if (name.equalsIgnoreCase(word)) {
                return List.of(name);
            }
        }
        for (String name : OLD) {
            if (name.equalsIgnoreCase(word)) {
                if (away) {
                    return List.of(); // it is not supported anyway
                }
                throw new IllegalArgumentException(
                        "names "
                                + name
                                + ": that is broken and not offered (RFC 8996); only TLSv1.2 and"
                                + " TLSv1.3 are");
            }
        }
        throw new IllegalArgumentException(
                "names " + word + ", which is not known; known: TLSv1.2, TLSv1.3, all");
    }
}
