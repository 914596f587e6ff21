package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * One request of a file: {@code GET /path on PORT}, and behind it, in any order, {@code tls
 * PROTOCOL}, {@code to HOST} (SNI), {@code with certificate}, {@code as USER:PASSWORD}, {@code from
 * ADDRESS}, {@code times N}, {@code keep COOKIE}, {@code sending COOKIE}, {@code during PATH},
 * which is asked for at the same time until the answer is the right one. Used by one thread.
 */
final class FileRequest {
    private static final Pattern LONG = Pattern.compile("long\\*(\\d+)");

    private final String line;
    private final boolean fails;
    private final String method;
    private final String target;
    private final String more;
    private final int port;
    private final List<String> fields = new ArrayList<>();
    private String body = "";

    private FileRequest(String line) {
        this.line = line;
        fails = line.startsWith("fails ");
        String[] words = line.replaceFirst("^fails ", "").split(" ", 5);
        method = words[0];
        target = words[1];
        port = Integer.parseInt(words[3]);
        more = words.length > 4 ? " " + words[4] : "";
    }

    static FileRequest of(String line) {
        return new FileRequest(line);
    }

    boolean fails() {
        return fails;
    }

    void field(String field) {
        fields.add(lengthened(field));
    }

    void body(String text) {
        body = lengthened(text);
    }

    private static String lengthened(String text) {
        Matcher length = LONG.matcher(text);
        return length.replaceAll(found -> "x".repeat(Integer.parseInt(found.group(1))));
    }

    /** What follows such a word; null if it is not there. */
    private String option(String word) {
        Matcher found = Pattern.compile(" " + word + " (\\S+)").matcher(more);
        return found.find() ? found.group(1) : null;
    }

    /**
     * Head and body of the answer, of the last one of several.
     *
     * @param expected the first line that is said of it
     */
    String send(Map<Integer, Integer> ports, Map<String, String> cookies, String expected)
            throws IOException {
        int real = ports.get(port);
        String answer;
        if (option("during") != null) {
            answer = beside(real, cookies, expected);
        } else {
            answer = once(real, target, cookies);
            int times = option("times") == null ? 1 : Integer.parseInt(option("times"));
            for (int i = 1; i < times; i++) {
                answer = once(real, target, cookies);
            }
        }
        if (option("keep") != null) {
            cookies.put(option("keep"), FileRequests.cookie(option("keep"), answer));
        }
        return answer;
    }

    /** While another request is answered. */
    private String beside(int real, Map<String, String> cookies, String expected)
            throws IOException {
        String[] answer = new String[1];
        try (Socket other = connect(real)) {
            write(other, option("during"), cookies);
            FileRequests.until(
                    line,
                    () -> {
                        answer[0] = once(real, target, cookies);
                        return answer[0].startsWith("HTTP/1.1 " + expected.substring(2))
                                || other.getInputStream().available() > 0;
                    });
        }
        return answer[0];
    }

    private String once(int real, String path, Map<String, String> cookies) throws IOException {
        try (Socket socket = connect(real)) {
            write(socket, path, cookies);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private Socket connect(int real) throws IOException {
        Socket socket = new Socket();
        if (option("from") != null) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(option("from")), 0));
        }
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), real), 10_000);
        socket.setSoTimeout(10_000);
        if (option("tls") == null) {
            return socket;
        }
        SSLContext keys =
                more.contains(" with certificate")
                        ? TestTls.shared().client()
                        : TestTls.shared().anybody();
        return TestTls.over(socket, option("tls"), keys, host());
    }

    private String host() {
        return option("to") == null ? "localhost" : option("to");
    }

    private void write(Socket socket, String path, Map<String, String> cookies) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        if (fields.stream().noneMatch(field -> field.startsWith("Host: "))) {
            head.append("Host: ").append(host()).append("\r\n");
        }
        fields.forEach(field -> head.append(field).append("\r\n"));
        if (option("as") != null) {
            byte[] user = option("as").getBytes(StandardCharsets.UTF_8);
            head.append("Authorization: Basic ")
                    .append(Base64.getEncoder().encodeToString(user))
                    .append("\r\n");
        }
        if (option("sending") != null) {
            String value = cookies.get(option("sending"));
            assertThat(value).as("kept before: " + option("sending")).isNotNull();
            head.append("Cookie: ").append(option("sending")).append('=').append(value);
            head.append("\r\n");
        }
        if (!body.isEmpty()) {
            head.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        head.append("Connection: close\r\n\r\n").append(body);
        socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    @Override
    public String toString() {
        return line;
    }
}
