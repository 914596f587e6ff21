package dev.serval.settings;

import jakarta.servlet.http.Cookie;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How the text of an attribute becomes a value. Immutable.
 *
 * @param words the allowed values, for the reference page
 * @param choices all values that there are, as editors offer them; empty if it is no choice
 * @param unit of a number; null if it is none
 */
public record Format<T>(String words, Parser<T> parser, List<String> choices, Unit unit) {

    public Format {
        choices = List.copyOf(choices);
    }

    /** Neither a choice nor a number. */
    public Format(String words, Parser<T> parser) {
        this(words, parser, List.of(), null);
    }

    /** Converts and checks a text. */
    public interface Parser<T> {
        /**
         * Throws BadValue if the text is not allowed.
         *
         * @param text without white space around it, never empty
         */
        T parse(String text) throws BadValue;
    }

    /** A whole number from {@code min} to {@code max}. */
    public static Format<Integer> integer(Unit unit, int min, int max) {
        String range = min + " to " + max;
        String words = unit.words().isEmpty() ? range : unit.words() + ", " + range;
        return new Format<>(
                words, text -> (int) inRange(unit.parse(text), min, max, range), List.of(), unit);
    }

    /** The same, with one more number below the range that has a special meaning. */
    public static Format<Integer> integer(
            Unit unit, int min, int max, int special, String meaning) {
        String range = min + " to " + max + ", or " + special + " for " + meaning;
        String words = unit.words().isEmpty() ? range : unit.words() + ", " + range;
        return new Format<>(
                words,
                text -> {
                    long value = unit.parse(text);
                    return value == special ? special : (int) inRange(value, min, max, range);
                },
                List.of(),
                unit);
    }

    /** A whole number from {@code min} on; -1 means no limit. */
    public static Format<Integer> limit(Unit unit, int min) {
        return integer(unit, min, Integer.MAX_VALUE, -1, "no limit");
    }

    private static long inRange(long value, int min, int max, String range) throws BadValue {
        if (value < min || value > max) {
            throw new BadValue("is out of range: " + range);
        }
        return value;
    }

    /** Spelled true, yes or on, false, no or off. */
    public static Format<Boolean> bool() {
        return new Format<>(
                "true or false",
                text ->
                        switch (text.toLowerCase(Locale.ROOT)) {
                            case "true", "yes", "on" -> true;
                            case "false", "no", "off" -> false;
                            default -> throw new BadValue("is neither true nor false");
                        },
                List.of("true", "false"),
                null);
    }

    /** Any text without control characters; an empty one counts as not given. */
    public static Format<String> text() {
        return new Format<>(
                "text",
                text -> {
                    if (text.chars().anyMatch(c -> c < ' ' || c == 127)) {
                        throw new BadValue("holds a control character");
                    }
                    return text;
                });
    }

    /** A valid name of a cookie. */
    public static Format<String> cookieName() {
        return new Format<>(
                "name of a cookie",
                text -> {
                    try {
                        return new Cookie(text, "").getName();
                    } catch (IllegalArgumentException e) {
                        throw new BadValue("is no name of a cookie (RFC 6265 §4.1.1)");
                    }
                });
    }

    /** A regular expression. */
    public static Format<Pattern> regex() {
        return new Format<>(
                "regular expression",
                text -> {
                    try {
                        return Pattern.compile(text);
                    } catch (PatternSyntaxException e) {
                        throw new BadValue(
                                "is not a regular expression: "
                                        + e.getDescription()
                                        + (e.getIndex() < 0 ? "" : " at index " + e.getIndex()));
                    }
                });
    }

    /** One of some words; the exact spelling counts. */
    public static <T> Format<T> choice(Map<String, T> choices) {
        List<String> names = choices.keySet().stream().sorted().toList();
        return new Format<>(
                String.join(", ", names),
                text -> {
                    T value = choices.get(text);
                    if (value == null) {
                        throw new BadValue(
                                "is not known"
                                        + NearestName.hint(text, names)
                                        + "; known: "
                                        + String.join(", ", names));
                    }
                    return value;
                },
                names,
                null);
    }
}
