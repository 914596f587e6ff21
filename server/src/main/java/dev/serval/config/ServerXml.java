package dev.serval.config;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.config.xml.XmlFile;
import dev.serval.extension.Extensions;
import dev.serval.monitor.EffectiveSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The one place that reads server.xml. Stateless, thread-safe. One run finds all problems of a
 * file, unless its XML is not well-formed.
 */
public final class ServerXml {
    private ServerXml() {}

    /**
     * The result of a file. Immutable.
     *
     * @param config null if there is an error among the problems
     * @param problems in the order of the file
     * @param read the readable part, even with errors: then some of it is missing (null) or a
     *     default; null if the file is not a server.xml
     * @param given a line for each attribute that was given from outside, without its value
     * @param findings makes the list of what becomes of each element and attribute, in the order of
     *     the file
     * @param settings makes the list of all effective attributes, in the order of the file
     */
    public record Result(
            ServerConfig config,
            List<Problem> problems,
            ServerConfig read,
            List<String> given,
            Supplier<List<Finding>> findings,
            Supplier<List<EffectiveSetting>> settings) {
        /** The problems that keep the server from starting. */
        public List<Problem> errors() {
            return of(Problem.Severity.ERROR);
        }

        /** The problems that do not keep the server from starting. */
        public List<Problem> warnings() {
            return of(Problem.Severity.WARNING);
        }

        private List<Problem> of(Problem.Severity severity) {
            return problems.stream().filter(p -> p.severity() == severity).toList();
        }
    }

    /**
     * Reads a file; never throws, even if it is missing or malformed. No attribute is given from
     * outside.
     *
     * @param properties the system properties: returns the value of a placeholder, or null; the
     *     environment of this process follows ({@code SERVAL_PORT} for {@code serval.port})
     */
    public static Result read(Path serverXml, Function<String, String> properties) {
        return read(serverXml, properties, Extensions.onClassPath());
    }

    /**
     * The same.
     *
     * @param extensions offered beside those of the server itself
     */
    public static Result read(
            Path serverXml, Function<String, String> properties, Extensions extensions) {
        return read(
                serverXml,
                properties,
                System::getenv,
                Surroundings.NONE,
                extensions,
                Compatibility.NONE);
    }

    /**
     * The same for an installed server, whose administrator may give attributes from outside.
     *
     * @param outside values of placeholders and of attributes
     */
    public static Result read(Path serverXml, Surroundings outside, Extensions extensions) {
        return read(serverXml, outside, extensions, Compatibility.NONE);
    }

    /**
     * The same.
     *
     * @param compatibility how far it follows Tomcat
     */
    public static Result read(
            Path serverXml,
            Surroundings outside,
            Extensions extensions,
            Compatibility compatibility) {
        return read(
                serverXml,
                outside.properties()::get,
                outside.environment()::get,
                outside,
                extensions,
                compatibility);
    }

    static Result read(
            Path serverXml,
            Function<String, String> properties,
            Function<String, String> environment) {
        return read(
                serverXml,
                properties,
                environment,
                Surroundings.NONE,
                Extensions.NONE,
                Compatibility.NONE);
    }

    private static Result read(
            Path serverXml,
            Function<String, String> properties,
            Function<String, String> environment,
            Surroundings outside,
            Extensions extensions,
            Compatibility compatibility) {
        Placeholders placeholders = new Placeholders(Placeholders.of(properties, environment));
        Reading reading =
                new Reading(placeholders, base(serverXml, properties), extensions)
                        .as(compatibility);
        XmlElement root =
                XmlFile.read(serverXml, LimitedFile.LARGE, shown(serverXml), reading::add);
        List<String> given = root == null ? List.of() : Overrides.apply(root, outside, reading);
        AdoptedXml adopted =
                compatibility.isAdopted() && root != null ? AdoptedXml.of(root, reading) : null;
        ServerConfig config = root == null ? null : ServerReader.read(root, reading);
        return new Result(
                reading.failed() ? null : config,
                reading.problems(),
                config,
                given,
                () -> findings(root, adopted, reading),
                root == null ? List::of : new SettingsList(root, reading));
    }

    /**
     * Warnings of names that extensions offer although they are the server's own. They need all
     * that the server offers: a start asks for them when its ports are open.
     */
    public static List<Problem> taken(Extensions extensions) {
        return OfferReader.taken(extensions);
    }

    private static List<Finding> findings(XmlElement root, AdoptedXml adopted, Reading reading) {
        if (root == null) {
            return List.of();
        }
        return adopted == null ? Findings.of(root, reading) : adopted.findings(root);
    }

    /** The same with this process's system properties and environment. */
    public static Result read(Path serverXml) {
        return read(serverXml, System::getProperty);
    }

    /** The base of relative paths in the file: the instance, else the parent of {@code conf}. */
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
