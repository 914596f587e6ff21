package dev.serval.benchmarks.examples;

import dev.serval.benchmarks.InstalledProcess;
import dev.serval.benchmarks.InstalledServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tomcat's examples application, unchanged, on Tomcat and on the packed server with each kind of
 * connector: everything below {@code /examples/jsp/} and {@code /examples/websocket/} is asked of
 * all of them, in the same order. Exit code 1 when an answer differs that was not decided on.
 */
public final class Examples {
    private static final Path MADE =
            Path.of(System.getProperty("serval.benchmarks"), "target/deploy");
    private static final List<String> CONNECTORS = List.of("NIO", "NIO2", "BIO");
    private static final String USERS =
            "<tomcat-users><user username='ann' password='secret' roles='tomcat'/>"
                    + "<user username='bob' password='secret' roles='other'/></tomcat-users>";

    private Examples() {}

    public static void main(String[] args) throws Exception {
        Path work = Files.createTempDirectory("examples");
        List<InstalledProcess> running = new ArrayList<>();
        boolean same;
        try {
            running.add(start(InstalledServer.TOMCAT, work.resolve("tomcat"), null));
            for (String connector : CONNECTORS) {
                running.add(start(InstalledServer.SERVAL, work.resolve(connector), connector));
            }
            List<Integer> ports = running.stream().map(InstalledProcess::port).toList();
            List<String> names = new ArrayList<>(List.of("Tomcat"));
            names.addAll(CONNECTORS);
            Comparison comparison = new Comparison(names);
            new Crawl(ports, comparison).crawl(work.resolve("tomcat/webapps"));
            new Logins(ports, comparison).logIn();
            new Sockets(ports, comparison).talk();
            same = comparison.tell();
        } finally {
            for (InstalledProcess process : running) {
                process.close();
            }
            InstalledServer.delete(work);
        }
        System.exit(same ? 0 : 1);
    }

    private static InstalledProcess start(InstalledServer server, Path base, String connector)
            throws IOException, InterruptedException {
        server.unpack(base, MADE, null);
        Path from;
        try (Stream<Path> made = Files.list(MADE)) {
            from =
                    made.filter(f -> f.getFileName().toString().startsWith("apache-tomcat"))
                            .findFirst()
                            .orElseThrow()
                            .resolve("webapps/examples");
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, base.resolve("webapps/examples").resolve(from.relativize(file)));
            }
        }
        Files.writeString(base.resolve("conf/tomcat-users.xml"), USERS);
        if (connector != null) {
            Path xml = base.resolve("conf/server.xml");
            Files.writeString(
                    xml,
                    Files.readString(xml)
                            .replace("protocol=\"HTTP/1.1\"", "protocol=\"" + connector + "\""));
        }
        return server.run(base, "/examples/", " 200 ");
    }
}
