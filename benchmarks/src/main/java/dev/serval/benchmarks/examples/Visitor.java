package dev.serval.benchmarks.examples;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser of one server: it keeps cookies. Owned by the driver's thread. */
final class Visitor {
    private static final Pattern COOKIE = Pattern.compile("(?i)^set-cookie: *([^=]+)=([^;]*)(.*)");
    private static final int PATIENCE = 60_000;

    private final int port;
    private final Map<String, String> cookies = new TreeMap<>();
    // The ids of its sessions so far.
    private final java.util.Set<String> sessions = new java.util.TreeSet<>();

    Visitor(int port) {
        this.port = port;
    }

    Answer visit(Ask ask) throws IOException {
        String sent =
                cookies.entrySet().stream()
                        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                        .collect(Collectors.joining("; "));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE);
            socket.getOutputStream().write(ask.request(sent));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Answer answer = Answer.read(in, ask.method().equals("HEAD"));
            answer.fields().forEach(this::keep);
            return answer;
        }
    }

    private void keep(String field) {
        Matcher cookie = COOKIE.matcher(field);
        if (!cookie.matches()) {
            return;
        }
        if (cookie.group(3).contains("Max-Age=0") || cookie.group(2).isEmpty()) {
            cookies.remove(cookie.group(1));
        } else {
            cookies.put(cookie.group(1), cookie.group(2));
            sessions.add(cookie.group(2));
        }
    }

    /** A text in which no id of a session is told. */
    String withoutIds(String text) {
        String rest = text;
        for (String id : sessions) {
            rest = rest.replace(id, "ID");
        }
        return rest;
    }
}
