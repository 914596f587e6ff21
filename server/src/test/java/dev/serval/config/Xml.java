package dev.serval.config;

import dev.serval.extension.Extensions;
import dev.serval.extension.Offer.Factory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Builds files for the tests of this package. The line that a test is about is always line 1. */
final class Xml {
    static final String ENGINE =
            "<Engine name='E' defaultHost='localhost'><Host name='localhost'/></Engine>";
    static final String PORT = "<Connector port='0'/>";

    private Xml() {}

    /** Begins at column 10, behind {@code <Server >}. */
    static String server(String attributes, String children) {
        return "<Server " + attributes + ">" + children + "\n</Server>";
    }

    /** The children of Service begin on line 2. */
    static String service(String children) {
        return "<Server><Service name='S'>\n" + children + "\n</Service></Server>";
    }

    /** The connector is the whole of line 2. */
    static String connector(String attributes) {
        return service("<Connector " + attributes + "/>\n" + ENGINE);
    }

    /** The engine's tag is line 2, its children begin on line 3. */
    static String engine(String children) {
        return service("<Engine defaultHost='a'>\n" + children + "\n</Engine>\n" + PORT);
    }

    /** The children begin on line 3. */
    static String host(String children) {
        return service(
                "<Engine defaultHost='a'><Host name='a'>\n"
                        + children
                        + "\n</Host></Engine>"
                        + PORT);
    }

    /** What makes an element that was read. */
    static Factory<?> made(Factory<?> read) {
        return ((ElementFactory<?>) read).factory();
    }

    /** The host of a file that has one, and without problems. */
    static HostConfig onlyHost(String xml) {
        ServerXml.Result result = read(xml);
        if (!result.problems().isEmpty()) {
            throw new AssertionError(problems(result));
        }
        List<HostConfig> hosts = result.config().services().get(0).engine().hosts();
        if (hosts.size() != 1) {
            throw new AssertionError(hosts);
        }
        return hosts.get(0);
    }

    static ServerXml.Result read(String xml) {
        return read(xml, Map.of());
    }

    static ServerXml.Result read(String xml, Map<String, String> properties) {
        Map<String, String> map = new HashMap<>(properties);
        return in(xml, file -> ServerXml.read(file, map::get, name -> null));
    }

    /** For an administrator who gives attributes from outside. */
    static ServerXml.Result read(
            String xml, Map<String, String> properties, Map<String, String> environment) {
        Surroundings outside = new Surroundings(properties, environment);
        return in(xml, file -> ServerXml.read(file, outside, Extensions.NONE));
    }

    private static ServerXml.Result in(String xml, Function<Path, ServerXml.Result> read) {
        try {
            Path directory = Files.createTempDirectory("serval");
            Path conf = Files.createDirectory(directory.resolve("conf"));
            Path file = Files.writeString(conf.resolve("server.xml"), xml);
            try {
                return read.apply(file);
            } finally {
                Files.delete(file);
                Files.delete(conf);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each problem as a line that begins with its severity. */
    static List<String> problems(ServerXml.Result result) {
        return result.problems().stream().map(p -> p.severity() + " " + p).toList();
    }

    static List<String> problems(String xml) {
        return problems(read(xml));
    }
}
