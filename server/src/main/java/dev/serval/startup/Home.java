package dev.serval.startup;

import dev.serval.config.xml.Problem;
import dev.serval.settings.Location;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The directories of the server's files. Immutable.
 *
 * @param home the installation: {@code bin}, {@code lib} and the shipped {@code conf}
 * @param base this instance: {@code conf webapps logs temp work}; often the home itself
 * @param config the file that is read in place of {@code conf/server.xml}, absolute or relative to
 *     the base; null means that file
 */
record Home(Path home, Path base, Path config) {
    /** With {@code conf/server.xml}. */
    Home(Path home, Path base) {
        this(home, base, null);
    }

    /**
     * From the properties {@code serval.home} and {@code serval.base}, which the scripts set, then
     * {@code catalina.home} and {@code catalina.base}; without them the parent of the directory
     * that holds the server's jar.
     *
     * @throws StartFailure if one of them is not a directory
     */
    static Home resolve(Function<String, String> properties) {
        Path home = named(properties, "serval.home", "catalina.home");
        if (home == null) {
            home = aroundJar();
        }
        Path base = named(properties, "serval.base", "catalina.base");
        return new Home(home, base == null ? home : base);
    }

    /** The same with another file in place of {@code conf/server.xml}. */
    Home with(StartOptions options) {
        return new Home(home, base, options.config());
    }

    /** {@code conf/server.xml} of the base; that of the home if the base has no {@code conf}. */
    Path serverXml() {
        if (config != null) {
            return base.resolve(config);
        }
        return conf().resolve("server.xml");
    }

    private Path conf() {
        Path conf = base.resolve("conf");
        return Files.isDirectory(conf) ? conf : home.resolve("conf");
    }

    /** {@code conf/logback.xml} of the base; that of the home if the base has none. */
    Path logback() {
        Path own = base.resolve("conf/logback.xml");
        return Files.isRegularFile(own) ? own : home.resolve("conf/logback.xml");
    }

    /** The name of a file in messages: relative to the base or the home if it is inside. */
    String shown(Path file) {
        for (Path directory : List.of(base, home)) {
            if (file.startsWith(directory)) {
                return directory.relativize(file).toString();
            }
        }
        return file.toString();
    }

    /** Configuration outside of server.xml that has no effect: one warning each. */
    List<Problem> ignored() {
        List<Problem> problems = new ArrayList<>(TomcatProperties.warnings(conf()));
        problems.addAll(missing());
        return problems;
    }

    /** Entries of the class path that are missing: one warning each. */
    List<Problem> missing() {
        List<Problem> problems = new ArrayList<>();
        for (String part : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            if (!part.isEmpty() && !Files.exists(Path.of(part))) {
                problems.add(
                        Problem.of(
                                Problem.Severity.WARNING,
                                new Location("CLASSPATH", 0, 0),
                                "there is no " + part));
            }
        }
        return problems;
    }

    /**
     * Makes {@code logs}, {@code temp} and {@code work}.
     *
     * @throws StartFailure if they are missing and cannot be created, or are not writable
     */
    void createDirectories() {
        for (String name : new String[] {"logs", "temp", "work"}) {
            Path directory = base.resolve(name);
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new StartFailure(
                        "SRV-0801 The directory "
                                + directory
                                + " cannot be made: "
                                + e.getMessage());
            }
            if (!Files.isWritable(directory)) {
                throw new StartFailure(
                        "SRV-0801 The directory "
                                + directory
                                + " cannot be written by "
                                + System.getProperty("user.name")
                                + ".");
            }
        }
    }

    private static Path named(Function<String, String> properties, String name, String other) {
        String value = properties.apply(name);
        if (value == null || value.isEmpty()) {
            value = properties.apply(other);
        }
        if (value == null || value.isEmpty()) {
            return null;
        }
        Path path = Path.of(value).toAbsolutePath().normalize();
        if (!Files.isDirectory(path)) {
            throw new StartFailure(
                    "SRV-0802 " + name + " is " + path + ", which is not a directory.");
        }
        return path;
    }

    private static Path aroundJar() {
        try {
            Path jar =
                    Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return jar.toAbsolutePath().getParent().getParent();
        } catch (URISyntaxException e) {
            throw new StartFailure("SRV-0802 Set serval.home: the installation was not found.");
        }
    }
}
