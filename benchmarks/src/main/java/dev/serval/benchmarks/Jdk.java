package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java that servers are started with. Immutable.
 *
 * @param feature its version, 17 or more
 * @param home its directory
 */
public record Jdk(int feature, Path home) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)[^\"]*\"");

    /** The program that runs classes. */
    public String java() {
        return home.resolve("bin/java").toString();
    }

    /** The one that this driver runs on, and the newest one that is installed. */
    public static List<Jdk> usual() throws IOException {
        List<Jdk> found = new ArrayList<>(List.of(own()));
        installed(INSTALLED).stream()
                .max(Comparator.comparingInt(Jdk::feature))
                .filter(newest -> newest.feature() > own().feature())
                .ifPresent(found::add);
        return found;
    }

    /**
     * @throws IllegalArgumentException when none of this version is installed
     */
    public static Jdk of(int feature) throws IOException {
        return Stream.concat(Stream.of(own()), installed(INSTALLED).stream())
                .filter(jdk -> jdk.feature() == feature)
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no Java " + feature + " in " + INSTALLED));
    }

    /** The one that this driver runs on. */
    static Jdk own() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** Those below a directory; what is not a Java, or older than 17, is passed over. */
    public static List<Jdk> installed(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Jdk> found = new ArrayList<>();
        try (Stream<Path> homes = Files.list(directory).sorted()) {
            for (Path home : homes.toList()) {
                Path release = home.resolve("release");
                if (Files.isExecutable(home.resolve("bin/java")) && Files.isReadable(release)) {
                    Matcher version = VERSION.matcher(Files.readString(release));
                    if (version.find() && Integer.parseInt(version.group(1)) >= 17) {
                        found.add(new Jdk(Integer.parseInt(version.group(1)), home));
                    }
                }
            }
        }
        return found;
    }
}
