package dev.serval.config;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.config.xml.XmlFile;
import dev.serval.extension.Extensions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * The one place that reads server.xml. Stateless, thread-safe. All problems of a file come from one
 * run; the only one that hides others is XML that is not well-formed.
 */
public final class ServerXml {
    private ServerXml() {}

    /**
     * What came of a file. Immutable.
     *
     * @param config null when there is an error among the problems
     * @param problems in the order of the file
     * @param read what could be read, with errors too: then some of it is missing (null) or a
     *     default; null when the file is no server.xml at all
     */
    public record Result(ServerConfig config, List<Problem> problems, ServerConfig read) {
        /** Those that keep the server from starting. */
        public List<Problem> errors() {
            return of(Problem.Severity.ERROR);
        }

        /** Those that do not. */
        public List<Problem> warnings() {
            return of(Problem.Severity.WARNING);
        }

        private List<Problem> of(Problem.Severity severity) {
            return problems.stream().filter(p -> p.severity() == severity).toList();
        }
    }

    /**
     * Reads a file; never throws for what is in it, or for its absence.
     *
     * @param properties the system properties: gives the value of a placeholder, or null; the
     *     environment of this process is asked next ({@code SERVAL_PORT} for {@code serval.port})
     */
    public static Result read(Path serverXml, Function<String, String> properties) {
        return read(serverXml, properties, Extensions.onClassPath());
    }

    /**
     * The same for an installed server.
     *
     * @param extensions what may be named in the file beside what the server itself has
     */
    public static Result read(
            Path serverXml, Function<String, String> properties, Extensions extensions) {
        return read(serverXml, properties, System::getenv, extensions);
    }

    static Result read(
            Path serverXml,
            Function<String, String> properties,
            Function<String, String> environment) {
        return read(serverXml, properties, environment, Extensions.NONE);
    }

    private static Result read(
            Path serverXml,
            Function<String, String> properties,
            Function<String, String> environment,
            Extensions extensions) {
        Placeholders placeholders = new Placeholders(Placeholders.of(properties, environment));
        Reading reading = new Reading(placeholders, base(serverXml, properties), extensions);
        OfferReader.warnOfTaken(reading);
        XmlElement root =
                XmlFile.read(serverXml, LimitedFile.LARGE, shown(serverXml), reading::add);
        ServerConfig config = root == null ? null : ServerReader.read(root, reading);
        return new Result(reading.failed() ? null : config, reading.problems(), config);
    }

    /** Reads a file with this process's system properties and environment. */
    public static Result read(Path serverXml) {
        return read(serverXml, System::getProperty);
    }

    /** What paths in the file are relative to: the instance, else where {@code conf} is. */
    private static Path base(Path file, Function<String, String> properties) {
        for (String name : new String[] {"serval.base", "catalina.base"}) {
            String value = properties.apply(name);
            if (value != null && !value.isEmpty()) {
                return Path.of(value);
            }
        }
        Path directory = file.toAbsolutePath().getParent();
        return directory.endsWith("conf") ? directory.getParent() : directory;
    }

    private static String shown(Path file) {
        Path parent = file.getParent();
        boolean inConf = parent != null && parent.endsWith("conf");
        return inConf ? "conf/" + file.getFileName() : file.toString();
    }
}
