package dev.serval.filters;

import dev.serval.settings.NearestName;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The init parameters of one filter, each read by its name. Used by {@code init}. An unknown or
 * malformed one causes a ServletException: an application is not served without a protection that
 * its author has configured.
 */
final class FilterParameters {
    private final FilterConfig config;
    private final List<String> family = new ArrayList<>();

    /** Throws ServletException for a parameter that is not among the known ones. */
    FilterParameters(FilterConfig config, String... known) throws ServletException {
        this(config, null, known);
    }

    private FilterParameters(FilterConfig config, String prefix, String[] known)
            throws ServletException {
        this.config = config;
        Set<String> names = new TreeSet<>(List.of(known));
        for (String name : Collections.list(config.getInitParameterNames())) {
            if (prefix != null && (name + " ").startsWith(prefix + " ")) {
                family.add(name);
            } else if (!names.contains(name)) {
                throw new ServletException(
                        "filter "
                                + config.getFilterName()
                                + " has no init parameter "
                                + name
                                + NearestName.hint(name, names)
                                + "; it knows "
                                + (names.isEmpty() ? "none" : String.join(", ", names)));
            }
        }
    }

    /** Like the constructor, but names that begin with a word and a blank are known, too. */
    static FilterParameters withFamily(FilterConfig config, String prefix, String... known)
            throws ServletException {
        return new FilterParameters(config, prefix, known);
    }

    /** The names that begin with that word, as they are given. */
    List<String> family() {
        return family;
    }

    ServletException problem(String name, String message) {
        return new ServletException(
                "filter " + config.getFilterName() + ": init parameter " + name + " " + message);
    }

    /** Without blanks around it; the default when it is missing. */
    String text(String name, String otherwise) {
        String value = config.getInitParameter(name);
        return value == null ? otherwise : value.strip();
    }

    boolean truth(String name, boolean otherwise) throws ServletException {
        String value = text(name, Boolean.toString(otherwise)).toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            throw problem(name, "is true or false, not '" + value + "'");
        }
        return value.equals("true");
    }

    /** The status that refused requests get. */
    int denyStatus() throws ServletException {
        return (int) number("denyStatus", 403, 400, 599);
    }

    long number(String name, long otherwise, long least, long most) throws ServletException {
        String value = text(name, Long.toString(otherwise));
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw problem(name, "is a number from " + least + " to " + most + ", not '" + value + "'");
    }

    /** A list with commas, without blanks and empty parts. */
    List<String> list(String name, String otherwise) {
        List<String> parts = new ArrayList<>();
        for (String part : text(name, otherwise).split(",")) {
            if (!part.isBlank()) {
                parts.add(part.strip());
            }
        }
        return parts;
    }

    /** Null when it is missing or empty. */
    Pattern pattern(String name) throws ServletException {
        String value = text(name, "");
        try {
            return value.isEmpty() ? null : Pattern.compile(value);
        } catch (PatternSyntaxException e) {
            throw problem(name, "is no regular expression: " + e.getDescription());
        }
    }

    /** Null when it is missing and there is no default. */
    String charset(String name, String otherwise) throws ServletException {
        String value = text(name, otherwise);
        try {
            return value == null ? null : Charset.forName(value).name();
        } catch (IllegalArgumentException e) {
            throw problem(name, "names no character set: '" + value + "'");
        }
    }
}
