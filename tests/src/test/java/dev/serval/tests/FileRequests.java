package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file {@code requests.txt} says, line by line:
 *
 * <pre>
 * property NAME VALUE        a system property for the server
 * warned TEXT                a part of a warning of the configuration; there are no others
 * prove ELEMENT, ELEMENT     what is proven by what follows
 * told TEXT                  a line of the log has it
 * log FILES TEXT             a line of a file has it
 * GET /path on PORT ...      a request ({@link FileRequest}); its fields and body follow
 * = STATUS, + TEXT, - TEXT   what its answer is, has, and has not
 * fails GET ...              a connection on which no request is answered
 * </pre>
 *
 * Used by one thread.
 */
final class FileRequests {
    private static final Pattern REQUEST = Pattern.compile("(fails )?[A-Z]{3,} /.* on \\d+.*");
    private static final Pattern FIELD = Pattern.compile("[A-Za-z_-]+: .*");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<String> lines;
    private final Map<String, String> properties = new HashMap<>();
    private final List<String> warned = new ArrayList<>();
    private final Set<String> proven = new HashSet<>();

    private FileRequests(List<String> lines) {
        this.lines = lines;
        for (String line : lines) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "property" -> properties.put(words[1], words[2]);
                case "warned" -> warned.add(line.substring(7));
                case "prove" -> proven.addAll(List.of(line.substring(6).split(", ")));
                default -> {} // in its turn
            }
        }
    }

    static FileRequests read(Path file) throws IOException {
        return new FileRequests(Files.readAllLines(file));
    }

    Map<String, String> properties() {
        return properties;
    }

    Set<String> proven() {
        return proven;
    }

    /** That those and no others were given. */
    void assertWarnings(List<String> problems) {
        assertThat(problems)
                .allSatisfy(problem -> assertThat(warned).as(problem).anyMatch(problem::contains));
        assertThat(warned)
                .allSatisfy(
                        text ->
                                assertThat(problems)
                                        .as(text)
                                        .anyMatch(problem -> problem.contains(text)));
    }

    /**
     * Sends them in their order.
     *
     * @param ports the real ones by the written ones
     * @param log lines of the server's log so far
     */
    void run(Path base, Map<Integer, Integer> ports, Supplier<List<ILoggingEvent>> log)
            throws Exception {
        Map<String, String> cookies = new HashMap<>();
        FileRequest request = null;
        String answer = null;
        for (String line : lines) {
            if (REQUEST.matcher(line).matches()) {
                ended(request, ports, cookies, answer);
                request = FileRequest.of(line);
                answer = null;
            } else if (line.startsWith("log ")) {
                String[] words = line.split(" ", 3);
                until(line, () -> hasLine(base, words[1], words[2]));
            } else if (line.startsWith("told ")) {
                String text = line.substring(5);
                until(
                        line,
                        () ->
                                log.get().stream()
                                        .anyMatch(e -> e.getFormattedMessage().contains(text)));
            } else if (line.matches("[=+-] .*")) {
                if (answer == null) {
                    answer = request.send(ports, cookies, line);
                }
                check(request + ": " + line, line, answer);
            } else if (request != null && answer == null && FIELD.matcher(line).matches()) {
                request.field(line);
            } else if (line.startsWith("body ")) {
                request.body(line.substring(5));
            } else if (!line.matches("(|#.*|(prove|property|warned) .*)")) {
                throw new IllegalArgumentException("what is " + line);
            }
        }
        ended(request, ports, cookies, answer);
    }

    private static void ended(
            FileRequest request,
            Map<Integer, Integer> ports,
            Map<String, String> cookies,
            String answer) {
        if (request != null && request.fails()) {
            assertThatThrownBy(() -> request.send(ports, cookies, ""))
                    .as(request.toString())
                    .isInstanceOf(IOException.class);
        } else if (request != null) {
            assertThat(answer).as("nothing is said of the answer to " + request).isNotNull();
        }
    }

    private static void check(String what, String line, String answer) {
        String text = line.substring(2);
        switch (line.charAt(0)) {
            case '=' -> assertThat(answer).as(what).startsWith("HTTP/1.1 " + text);
            case '+' -> assertThat(answer).as(what).contains(text);
            default -> assertThat(answer).as(what).doesNotContain(text);
        }
    }

    private static boolean hasLine(Path base, String files, String text) throws IOException {
        int slash = files.lastIndexOf('/');
        Path directory = base.resolve(files.substring(0, slash));
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(directory, files.substring(slash + 1))) {
            for (Path file : all) {
                if (Files.readAllLines(file).stream().anyMatch(line -> line.contains(text))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What is waited for. */
    interface Condition {
        boolean holds() throws IOException;
    }

    static void until(String what, Condition condition) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - end).as("waited in vain: " + what).isNegative();
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** The value of the cookie of that name that an answer sets. */
    static String cookie(String name, String answer) {
        Matcher cookie = Pattern.compile("Set-Cookie: " + name + "=([^;\r]+)").matcher(answer);
        assertThat(cookie.find()).as(answer).isTrue();
        return cookie.group(1);
    }
}
