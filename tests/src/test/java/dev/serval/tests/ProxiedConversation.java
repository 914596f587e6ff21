package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Requests of all kinds, whose answers have to be the same through a proxy as without it: status,
 * wanted fields and every byte of the body. One thread.
 */
final class ProxiedConversation {
    private static final int MIB = 1 << 20;

    /** Connects to the proxy, or to the server itself. */
    @FunctionalInterface
    interface Opened {
        RawClient open() throws IOException;
    }

    private final Opened proxied;
    private final Opened direct;
    private final String back;

    /**
     * @param both whether the proxy passes a request on while its answer comes already
     */
    ProxiedConversation(Opened proxied, Opened direct, boolean both) {
        this.back = "X-Back: " + (both ? "at once" : "at the end");
        this.proxied = proxied;
        this.direct = direct;
    }

    /** What is asked, by what it is about. */
    private Map<String, byte[]> requests() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")) {
            all.put(method, asked(method, "/echo/a", "Content-Length: 0"));
        }
        all.put("path and query", asked("GET", "/echo/a%20b/%C3%A4;x=1?q=1%202&r=%2F&s=a+b"));
        all.put("escaped slash in the query", asked("GET", "/echo/?u=http%3A%2F%2Fa%2F"));
        for (int status : new int[] {200, 201, 400, 404, 418, 500, 503}) {
            all.put("status " + status, asked("GET", "/echo/s", "X-Status: " + status));
        }
        all.put("no content", asked("GET", "/echo/s", "X-Status: 204"));
        all.put("redirect", asked("GET", "/echo/s", "X-To: /echo/other?a=b"));
        all.put("file", asked("GET", "/file.txt"));
        all.put("range", asked("GET", "/file.txt", "Range: bytes=100-20000"));
        all.put("no such file", asked("HEAD", "/none.txt"));
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            fields.add("X-F-" + i + ": " + "value of " + i + " " + "v".repeat(i));
        }
        all.put("60 fields", asked("GET", "/echo/fields", fields.toArray(new String[0])));
        for (int size : new int[] {0, 1, 8192, 65_537, MIB, 20 * MIB}) {
            byte[] body = ProxiedApp.bytes(size);
            all.put(size + " bytes up", with(body, "POST", "X-F-Body: " + size));
            all.put(size + " bytes up in chunks", chunked(body, "PUT"));
            all.put(size + " bytes down", asked("GET", "/sending?bytes=" + size));
            all.put(
                    size + " bytes down in chunks",
                    asked("GET", "/sending?chunked=1&bytes=" + size));
        }
        all.put("1 MiB there and back", with(ProxiedApp.bytes(MIB), "POST", back));
        all.put("1 MiB in chunks and back", chunked(ProxiedApp.bytes(MIB), "POST", back));
        all.put("continue", with(ProxiedApp.bytes(9000), "POST", "Expect: 100-continue"));
        return all;
    }

    /** All of them on connections that stay open, and each of them on one of its own. */
    void isTheSame() throws IOException {
        Map<String, String> expected = answers(direct, true);
        assertThat(answers(proxied, true)).isEqualTo(expected);
        assertThat(expected.get("0 bytes up")).contains("0 0");
        assertThat(expected.get("20971520 bytes up"))
                .endsWith(ProxiedApp.sum(ProxiedApp.bytes(20 * MIB)));
        assertThat(expected.get("60 fields")).contains("x-f-59=value of 59 vvv");
        assertThat(expected.get("status 418")).startsWith("418 ");
        Map<String, String> single = answers(proxied, false);
        assertThat(single).hasSizeGreaterThan(30);
        assertThat(expected).containsAllEntriesOf(single);
    }

    private Map<String, String> answers(Opened opened, boolean keep) throws IOException {
        Map<String, String> answers = new LinkedHashMap<>();
        RawClient client = opened.open();
        try {
            for (Map.Entry<String, byte[]> each : requests().entrySet()) {
                boolean big = each.getValue().length > MIB || each.getKey().startsWith("20971520");
                if (!keep && big) {
                    continue; // once is enough
                }
                CompletableFuture<Void> sent = sending(client, each.getValue());
                boolean head = each.getKey().equals("HEAD") || each.getKey().equals("no such file");
                RawResponse answer = head ? client.responseToHead() : client.response();
                while (answer.status() < 200) {
                    answer = client.response();
                }
                sent.join();
                answers.put(each.getKey(), told(answer));
                if (!keep || "close".equalsIgnoreCase(answer.field("Connection"))) {
                    client.close();
                    client = opened.open();
                }
            }
        } finally {
            client.close();
        }
        return answers;
    }

    /** Beside the answer, which may come before the whole request is sent. */
    private static CompletableFuture<Void> sending(RawClient client, byte[] request)
            throws IOException {
        if (request.length < 32_768) {
            client.send(request);
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        client.send(request);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /** What matters of it. */
    private static String told(RawResponse answer) {
        Map<String, String> fields = new TreeMap<>();
        for (String line : answer.fields()) {
            String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
            boolean ofNothing = answer.status() == 204 && name.equals("content-type");
            if (ProxiedApp.WANTED.contains(name) && !ofNothing || name.startsWith("x-f-")) {
                fields.put(name, line.substring(name.length() + 1).strip());
            } else if (name.equals("location")) {
                String value = line.substring(name.length() + 1).strip();
                fields.put(name, value.replaceFirst("^https?://[^/]+", ""));
            }
        }
        String body = answer.body().length > 100 ? ProxiedApp.sum(answer.body()) : answer.text();
        return answer.status() + " " + fields + " " + body;
    }

    /** Clients that go away amid a request or a response cost others nothing. */
    void survivesAbortedClients() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (RawClient client = proxied.open()) {
                client.send(head("POST", "/echo/cut", "Content-Length: 1000000"));
                client.send(ProxiedApp.bytes(300_000));
                client.reset();
            }
            try (RawClient client = proxied.open()) {
                client.send(head("POST", "/echo/cut", "Transfer-Encoding: chunked"));
                client.send("10\r\n0123456789abcdef\r\n");
                client.reset();
            }
            try (RawClient client = proxied.open()) {
                client.send(asked("GET", "/sending?bytes=" + 20 * MIB));
                client.bytes(1000);
                client.reset();
            }
            try (RawClient client = proxied.open()) {
                client.send("GET /echo/a HTTP/1.1\r\nHo");
                client.reset();
            }
        }
        Waiting.until(
                "the end of calls without clients",
                () -> get(direct, "/echo/?running=1").text().equals("0"));
        assertThat(get(proxied, "/echo/a").status()).isEqualTo(200);
    }

    static RawResponse get(Opened opened, String target, String... fields) throws IOException {
        try (RawClient client = opened.open()) {
            client.send(asked("GET", target, fields));
            return client.response();
        }
    }

    private static byte[] asked(String method, String target, String... fields) {
        return head(method, target, fields).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String head(String method, String target, String... fields) {
        StringBuilder text = new StringBuilder();
        text.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        text.append("Host: localhost\r\n");
        for (String field : fields) {
            text.append(field).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    private static byte[] with(byte[] body, String method, String... fields) {
        return joined(
                asked(method, "/echo/body", and(fields, "Content-Length: " + body.length)), body);
    }

    private static byte[] chunked(byte[] body, String method, String... fields) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(asked(method, "/echo/body", and(fields, "Transfer-Encoding: chunked")));
        int size = 7919;
        for (int at = 0; at < body.length; at += size) {
            int count = Math.min(size, body.length - at);
            parts.add((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            parts.add(Arrays.copyOfRange(body, at, at + count));
            parts.add(new byte[] {'\r', '\n'});
        }
        parts.add("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return joined(parts.toArray(new byte[0][]));
    }

    private static String[] and(String[] fields, String one) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.add(one);
        return all.toArray(new String[0]);
    }

    private static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
