package dev.serval.startup;

import java.io.PrintStream;
import java.util.function.Function;

/** Shows requests on the terminal. Used by one thread. */
final class TerminalLog {
    /** What {@link #line} expects: the status is the second word. */
    static final String PATTERN = "%{HH:mm:ss}t %s %m %U%q %B B %{ms}T ms";

    private static final String PLAIN = "\u001b[0m";

    private final PrintStream out;
    private final boolean coloured;

    TerminalLog(PrintStream out, boolean coloured) {
        this.out = out;
        this.coloured = coloured;
    }

    /**
     * Whether to use colours: if the start script has found a terminal that shows them, and {@code
     * NO_COLOR} is not set to any value.
     */
    static boolean coloured(Function<String, String> environment) {
        String refused = environment.apply("NO_COLOR");
        return Boolean.getBoolean("serval.terminal")
                && (refused == null || refused.isEmpty())
                && !"dumb".equals(environment.apply("TERM"));
    }

    void line(String line) {
        out.println(coloured ? colour(line) : line);
    }

    private static String colour(String line) {
        int start = line.indexOf(' ') + 1;
        int end = line.indexOf(' ', start);
        if (end < 0) {
            return line;
        }
        String colour =
                switch (line.charAt(start)) {
                    case '2' -> "\u001b[32m";
                    case '3' -> "\u001b[36m";
                    case '4' -> "\u001b[33m";
                    default -> "\u001b[31m";
                };
        return line.substring(0, start)
                + colour
                + line.substring(start, end)
                + PLAIN
                + line.substring(end);
    }
}
