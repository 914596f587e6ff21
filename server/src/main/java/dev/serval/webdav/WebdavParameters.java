package dev.serval.webdav;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The init-params of {@link WebdavServlet} that the servlet for files does not have, under Tomcat's
 * names, for readers of descriptors. Stateless.
 */
public final class WebdavParameters {
    private static final List<String> NAMES =
            List.of(
                    "allowSpecialPaths",
                    "maxDepth",
                    "maxRequestBodySize",
                    "propertyStore",
                    "serveSubpathOnly",
                    "strictIfProcessing");

    private WebdavParameters() {}

    /** All names, for hints. */
    public static List<String> names() {
        return NAMES;
    }

    /** Whether a name is one of these, or a setting of a property store. */
    public static boolean isKnown(String name) {
        return NAMES.contains(name) || name.startsWith("store.");
    }

    /** What is wrong with a value; null if it is valid. */
    public static String mistake(String name, String value) {
        try {
            settings(Map.of(name, value));
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** What happens instead of what a value asks for; null if it has its effect. */
    public static String instead(String name, String value) {
        String given = value.strip().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "allowSpecialPaths" ->
                    given.equals("false") ? null : "WEB-INF and META-INF stay closed";
            case "strictIfProcessing" ->
                    given.equals("true") ? null : "the field If is always taken at its word";
            case "propertyStore" -> "properties are kept in memory";
            default -> name.startsWith("store.") ? "properties are kept in memory" : null;
        };
    }

    /** Throws IllegalArgumentException for a value that is not allowed; the message names it. */
    static WebdavSettings settings(Map<String, String> parameters) {
        WebdavSettings usual = WebdavSettings.DEFAULTS;
        flag(parameters, "allowSpecialPaths", false);
        flag(parameters, "strictIfProcessing", true);
        return new WebdavSettings(
                number(parameters, "maxDepth", usual.maxDepth()),
                number(parameters, "maxRequestBodySize", usual.maxRequestBodySize()),
                flag(parameters, "serveSubpathOnly", usual.serveSubpathOnly()));
    }

    private static int number(Map<String, String> parameters, String name, int usual) {
        String value = parameters.get(name);
        if (value == null) {
            return usual;
        }
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= 0 && number < Integer.MAX_VALUE) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                "init-param " + name + " is a number from 0 on, not '" + value + "'");
    }

    private static boolean flag(Map<String, String> parameters, String name, boolean usual) {
        String value = parameters.get(name);
        if (value == null) {
            return usual;
        }
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw new IllegalArgumentException(
                            "init-param " + name + " is true or false, not '" + value + "'");
        };
    }
}
