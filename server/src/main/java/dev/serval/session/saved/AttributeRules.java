package dev.serval.session.saved;

import java.util.regex.Pattern;

/**
 * Which attributes of sessions are kept, and what is read of them. Immutable.
 *
 * @param names what the whole name of an attribute that is kept is; null for all
 * @param classes what the whole names of the classes in it are; null for all
 * @param tellsFiltered whether it is a warning, instead of a line for debugging, that one is not
 * @param mostDepth how deep its objects may contain each other: 10 or more
 */
public record AttributeRules(Pattern names, Pattern classes, boolean tellsFiltered, int mostDepth) {
    /** 100. */
    public static final int DEPTH = 100;

    /** All of any class, as deep as usual. */
    public static final AttributeRules DEFAULTS = new AttributeRules(null, null, true, DEPTH);

    /** Whether an attribute is kept, by its name and the class of its value. */
    boolean keeps(String name, Object value) {
        return (names == null || names.matcher(name).matches())
                && (classes == null || classes.matcher(value.getClass().getName()).matches());
    }
}
