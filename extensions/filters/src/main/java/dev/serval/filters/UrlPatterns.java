package dev.serval.filters;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * URLs that need no nonce: {@code *.css} by their end, {@code /static/*} by their beginning, {@code
 * mime:image/*} by the media type that the application knows for them, or one regular expression
 * between slashes for all. Immutable.
 */
final class UrlPatterns {
    private final List<Predicate<String>> patterns = new ArrayList<>();

    /** The patterns of the init parameter of that name. */
    UrlPatterns(FilterParameters parameters, String name, String otherwise, ServletContext context)
            throws ServletException {
        String whole = parameters.text(name, otherwise);
        List<String> parts =
                isExpression(whole) ? List.of(whole) : parameters.list(name, otherwise);
        for (String part : parts) {
            Predicate<String> pattern = pattern(part, context);
            if (pattern == null) {
                throw parameters.problem(
                        name, "has '" + part + "', which neither begins nor ends with *");
            }
            patterns.add(pattern);
        }
    }

    private static boolean isExpression(String text) {
        return text.length() > 1 && text.startsWith("/") && text.endsWith("/");
    }

    private static Predicate<String> pattern(String text, ServletContext context)
            throws ServletException {
        if (text.startsWith("mime:")) {
            Predicate<String> type = pattern(text.substring(5), context);
            return type == null
                    ? null
                    : url -> {
                        String known = context.getMimeType(url);
                        return known != null && type.test(known);
                    };
        } else if (text.startsWith("*")) {
            return url -> url.endsWith(text.substring(1));
        } else if (text.endsWith("*")) {
            return url -> url.startsWith(text.substring(0, text.length() - 1));
        } else if (isExpression(text)) {
            try {
                return Pattern.compile(text.substring(1, text.length() - 1)).asMatchPredicate();
            } catch (PatternSyntaxException e) {
                throw new ServletException(text + " is no regular expression", e);
            }
        }
        return null;
    }

    boolean match(String url) {
        return patterns.stream().anyMatch(pattern -> pattern.test(url));
    }
}
