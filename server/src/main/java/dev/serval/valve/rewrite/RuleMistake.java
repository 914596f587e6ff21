package dev.serval.valve.rewrite;

/** A mistake in a line of a file of rules; the message describes it. */
final class RuleMistake extends Exception {
    private static final long serialVersionUID = 1;

    private final int column;

    /**
     * @param column where it begins, counted from 1
     */
    RuleMistake(int column, String message) {
        super(message);
        this.column = column;
    }

    int column() {
        return column;
    }
}
