package dev.serval.valve.around;

import dev.serval.http.FormLimits;
import dev.serval.valve.BoundedText;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.BoundedText.Steps;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The ParameterLimitValve: other limits of parameters and parts for some paths, by lines of a file:
 * {@code expression=maxParameterCount,maxPartCount,maxPartHeaderSize}. Thread-safe.
 */
public final class FormLimitRules implements CallValve {
    private static final int MOST_NUMBERS = 3;
    private static final int BAD_REQUEST = 400;

    private final Path file;
    private final boolean inContext;
    private List<Rule> rules = List.of(); // set before the first call

    /** The limits for the paths of an expression. Immutable. */
    private record Rule(Pattern paths, int[] numbers) {}

    /**
     * @param file of the lines; null if there is none
     * @param inContext whether paths begin at the root of the application
     */
    public FormLimitRules(Path file, boolean inContext) {
        this.file = file;
        this.inContext = inContext;
    }

    /** Throws IllegalArgumentException with file and line of a mistake. */
    @Override
    public void start() {
        if (file == null) {
            throw new IllegalArgumentException(
                    "ParameterLimitValve: there is no directory here for its file");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "ParameterLimitValve: " + file + " cannot be read: " + e, e);
        }
        List<Rule> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                all.add(rule(line, file + ":" + (i + 1) + ":1: "));
            }
        }
        rules = List.copyOf(all);
    }

    private static Rule rule(String line, String at) {
        int equals = line.lastIndexOf('=');
        String[] words = line.substring(equals + 1).split(",", -1);
        try {
            if (equals > 0 && words.length <= MOST_NUMBERS) {
                int[] numbers = new int[words.length];
                for (int i = 0; i < words.length; i++) {
                    numbers[i] = Integer.parseInt(words[i].strip());
                }
                return new Rule(Pattern.compile(line.substring(0, equals).strip()), numbers);
            }
        } catch (NumberFormatException e) {
            // Handled like a line without an equals sign.
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    at + "no regular expression: " + e.getDescription() + ", in: " + line, e);
        }
        throw new IllegalArgumentException(
                at
                        + "a line is expression=maxParameterCount,maxPartCount,maxPartHeaderSize,"
                        + " in: "
                        + line);
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        String path =
                inContext
                        ? chain.path()
                        : request.getServletContext().getContextPath() + chain.path();
        Rule rule;
        try {
            rule = found(path);
        } catch (NoneLeft e) {
            chain.refuse(BAD_REQUEST, "the expressions of its ParameterLimitValve took too long");
            return;
        }
        if (rule != null) {
            chain.limit(limits(rule.numbers(), chain.exchange().config().limits().forms()));
        }
        chain.proceed();
    }

    /** Null if there is none. */
    private Rule found(String path) {
        Steps steps = new Steps();
        for (Rule rule : rules) {
            if (BoundedText.match(rule.paths(), path, steps) != null) {
                return rule;
            }
        }
        return null;
    }

    private static FormLimits limits(int[] numbers, FormLimits others) {
        return new FormLimits(
                numbers[0],
                others.maxPostSize(),
                others.maxSavePostSize(),
                numbers.length > 1 ? numbers[1] : others.maxPartCount(),
                numbers.length > 2 ? numbers[2] : others.maxPartHeaderSize());
    }
}
