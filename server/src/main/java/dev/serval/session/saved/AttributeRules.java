package dev.serval.session.saved;

import java.util.regex.Pattern;

/**
 * Which attributes of sessions are kept, and which of their classes are read. Immutable.
 *
 * @param names pattern of the whole name of an attribute that is kept; null for all
 * @param classes pattern of the whole names of the classes in it; null for all
 * @param tellsFiltered whether an attribute that is not kept is logged as a warning, instead of at
 *     debug level
 * @param mostDepth how deep its objects may contain each other: 10 or more
 */
public record AttributeRules(Pattern names, Pattern classes, boolean tellsFiltered, int mostDepth) {
    /** 100. */
    public static final int DEPTH = 100;

    /** Keeps all attributes of any class, to the default depth. */
    public static final AttributeRules DEFAULTS = new AttributeRules(null, null, true, DEPTH);

    /** Whether an attribute is kept, by its name and the class of its value. */
    boolean keeps(String name, Object value) {
        return (names == null || names.matcher(name).matches())
                && (classes == null || classes.matcher(value.getClass().getName()).matches());
    }
}
