package dev.serval.control;

import java.util.List;
import java.util.function.Consumer;

/** An order that a running server carries out. Called by several threads at a time. */
@FunctionalInterface
public interface Order {
    /** The exit code for what was done. */
    int DONE = 0;

    /** The exit code for what could not be done; nothing has changed, or the text says what has. */
    int FAILED = 1;

    /** The exit code for an order that is not understood. */
    int NOT_UNDERSTOOD = 2;

    /**
     * @param arguments after the name of the order
     * @param out takes lines for people
     * @return the exit code
     * @throws Exception with a message for people; means {@link #FAILED}
     */
    int run(List<String> arguments, Consumer<String> out) throws Exception;

    /**
     * Whether the log needs no line for the order: it changes nothing, or is logged already.
     *
     * @param arguments after the name of the order
     */
    default boolean isTold(List<String> arguments) {
        return false;
    }

    /** Prints the usage. */
    static int notUnderstood(String usage, Consumer<String> out) {
        out.accept("usage: serval.sh " + usage);
        return NOT_UNDERSTOOD;
    }
}
