package dev.serval.benchmarks.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;

/** Visits every page that a link, a form or a file leads to, on all servers. One thread. */
final class Crawl {
    private static final List<String> PARTS =
            List.of("/examples/jsp/", "/examples/websocket/", "/examples/servletToJsp");

    private final Comparison comparison;
    private final List<Visitor> visitors = new ArrayList<>();
    private final Set<Ask> asked = new HashSet<>();
    private final Queue<Ask> waiting = new ArrayDeque<>();

    Crawl(List<Integer> ports, Comparison comparison) {
        this.comparison = comparison;
        ports.forEach(port -> visitors.add(new Visitor(port)));
    }

    /**
     * @param webapps where the application lies
     */
    void crawl(Path webapps) throws IOException {
        PARTS.forEach(part -> add(Ask.get(part)));
        List<Path> files;
        try (Stream<Path> jsp = Files.walk(webapps.resolve("examples/jsp"));
                Stream<Path> sockets = Files.walk(webapps.resolve("examples/websocket"))) {
            files = Stream.concat(jsp, sockets).sorted().toList();
        }
        for (Path file : files) {
            String target = "/" + webapps.relativize(file).toString().replace('\\', '/');
            add(Ask.get(target));
            if (Files.isDirectory(file)) {
                add(Ask.get(target + "/"));
            } else if (target.matches(".*\\.jspx?")) {
                for (String method : List.of("HEAD", "PUT", "OPTIONS", "TRACE")) {
                    add(new Ask(method, target, null));
                }
                add(new Ask("POST", target, ""));
                add(Ask.get(target + "?jsp_precompile=true"));
                add(Ask.get(target + "?jsp_precompile=perhaps"));
                add(Ask.get(target + "/more"));
                add(Ask.get(target.toUpperCase().replace("/EXAMPLES", "/examples")));
            }
        }
        for (Ask ask = waiting.poll(); ask != null; ask = waiting.poll()) {
            List<Answer> answers = new ArrayList<>();
            for (Visitor visitor : visitors) {
                answers.add(visitor.visit(ask));
            }
            comparison.add(ask, answers, visitors);
            for (Answer answer : answers) {
                follow(ask, answer);
            }
        }
    }

    private void follow(Ask ask, Answer answer) {
        if (String.valueOf(answer.field("Content-Type")).contains("html")) {
            PageReader.read(ask.target(), answer.text(), PARTS).forEach(this::add);
        }
        String location = answer.field("Location");
        String to = location == null ? null : PageReader.resolve(ask.target(), location, PARTS);
        if (to != null) {
            add(Ask.get(to));
        }
    }

    private void add(Ask ask) {
        if (asked.add(ask)) {
            waiting.add(ask);
        }
    }
}
