package dev.serval.valve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text for matching expressions within the steps of a request, since some expressions take years
 * for a text made to attack them. Used by one thread.
 */
public final class BoundedText implements CharSequence {
    /** How often all expressions together may look at a character for one request. */
    static final int MOST = 5_000_000;

    private final String text;
    private final Steps steps;

    private BoundedText(String text, Steps steps) {
        this.text = text;
        this.steps = steps;
    }

    /** The steps that a request has left. Used by one thread. */
    public static final class Steps {
        private int left = MOST;
    }

    /** The request has used all of its steps. */
    public static final class NoneLeft extends RuntimeException {
        private static final long serialVersionUID = 1;

        public NoneLeft() {
            super("too many steps", null, false, false);
        }
    }

    /**
     * Returns the match of an expression with the whole text; null if it does not match.
     *
     * @throws NoneLeft if the steps, or the stack, end before the result is known
     */
    public static Matcher match(Pattern pattern, String text, Steps steps) {
        try {
            Matcher matcher = pattern.matcher(new BoundedText(text, steps));
            return matcher.matches() ? matcher : null;
        } catch (StackOverflowError e) {
            throw new NoneLeft();
        }
    }

    @Override
    public char charAt(int index) {
        if (--steps.left < 0) {
            throw new NoneLeft();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
