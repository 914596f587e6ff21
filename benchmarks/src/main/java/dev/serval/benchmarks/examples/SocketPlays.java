package dev.serval.benchmarks.examples;

import static dev.serval.benchmarks.examples.SocketVisitor.close;
import static dev.serval.benchmarks.examples.SocketVisitor.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What clients of the endpoints that talk to several do and hear. Stateless. */
final class SocketPlays {
    private SocketPlays() {}

    static List<String> chat(int port) throws IOException {
        List<String> heard = new ArrayList<>();
        try (SocketVisitor first = Sockets.open(port, "chat")) {
            heard.add(guest(first));
            try (SocketVisitor second = Sockets.open(port, "chat")) {
                heard.add(guest(second));
                heard.add(guest(first));
                first.send(text("<b>Gr\u00fc\u00dfe</b> & \"more\""));
                heard.add(guest(first));
                heard.add(guest(second));
                second.send(text(""));
                heard.add(guest(first));
                heard.add(guest(second));
                second.send(text("x".repeat(5000)));
                heard.add(guest(first));
                heard.add(guest(second));
                second.send(close(1001, ""));
                heard.addAll(second.rest());
            }
            heard.add(guest(first));
            first.send(close(1000, ""));
            heard.addAll(first.rest());
        }
        return heard;
    }

    /** Guests are counted for as long as the server runs. */
    private static String guest(SocketVisitor visitor) throws IOException {
        return visitor.next()
                .replaceAll("Guest\\d+", "Guest")
                .replaceAll("(?<=text of \\d{4} )\\d+", "SUM");
    }

    static List<String> snake(int port) throws IOException {
        List<String> heard = new ArrayList<>();
        try (SocketVisitor snake = Sockets.open(port, "snake")) {
            heard.add(numbers(snake.next()));
            heard.add(numbers(snake.next()));
            snake.send(text("west"));
            String update;
            do {
                update = snake.next();
            } while (update.split("\"x\"").length < 4 && !update.equals("end"));
            heard.add(numbers(update));
            snake.send(close(1000, ""));
            List<String> rest = snake.rest();
            rest.removeIf(line -> line.contains("update"));
            heard.addAll(rest);
        }
        return heard;
    }

    /** Places and colours are random. */
    private static String numbers(String message) {
        return message.replaceAll("#[0-9a-f]{6}", "COLOUR")
                .replaceAll("\\d+", "N")
                .replaceAll("(\\{\"x\": N, \"y\": N\\},?)+", "PLACES");
    }

    static List<String> draw(int port) throws IOException {
        List<String> heard = new ArrayList<>();
        try (SocketVisitor first = Sockets.open(port, "drawboard")) {
            heard.add(first.next());
            heard.add(first.next());
            first.send(text("0"));
            first.send(text("what is this?"));
            first.send(text("11|1,255,0,0,255,2.0,10,10,200,100"));
            heard.add(first.next());
            try (SocketVisitor second = Sockets.open(port, "drawboard")) {
                heard.add(second.next());
                heard.add(second.next());
                heard.add(first.next());
                second.send(text("12|3,0,255,0,128,1.0,0,0,50,50"));
                heard.add(second.next());
                heard.add(first.next());
                second.send(close(1000, ""));
                heard.addAll(second.rest());
            }
            heard.add(first.next());
            first.send(close(1000, ""));
            heard.addAll(first.rest());
        }
        return heard;
    }

    static List<String> drawTooMuch(int port) throws IOException {
        List<String> heard = new ArrayList<>();
        try (SocketVisitor visitor = Sockets.open(port, "drawboard")) {
            heard.add(visitor.next());
            heard.add(visitor.next());
            visitor.send(text("1".repeat(10_000)));
            visitor.send(text("1".repeat(10_001)));
            heard.addAll(visitor.rest());
        }
        return heard;
    }
}
