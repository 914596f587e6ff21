package dev.serval.webapp;

import dev.serval.config.JarScanConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which jars of an application have nothing that its start needs. Immutable.
 *
 * @param classes jars scanned for classes that have annotations of the Servlet API, or that
 *     initializers ask for; descriptors of fragments, lists of initializers and resources are read
 *     from all jars
 * @param tagLibraries jars scanned for descriptors of tag libraries
 */
public record ScanFilter(JarNames classes, JarNames tagLibraries) {
    /** Leaves out none. */
    public static final ScanFilter NONE = new ScanFilter(JarNames.ALL, JarNames.ALL);

    private static final String PROPERTY = "tomcat.util.scan.StandardJarScanFilter.";

    /**
     * The configured filter. Lists that are not configured come from the system properties {@code
     * tomcat.util.scan.StandardJarScanFilter.jarsToSkip} and {@code jarsToScan}, or else from the
     * lists of well-known jars.
     */
    public static ScanFilter of(JarScanConfig config) {
        String skip = System.getProperty(PROPERTY + "jarsToSkip");
        String scan = System.getProperty(PROPERTY + "jarsToScan");
        return new ScanFilter(
                new JarNames(
                        patterns(config.pluggabilitySkip(), skip, "classes"),
                        patterns(config.pluggabilityScan(), scan, null),
                        config.defaultPluggabilityScan()),
                new JarNames(
                        patterns(config.tldSkip(), skip, "tag-libraries"),
                        patterns(config.tldScan(), scan, null),
                        config.defaultTldScan()));
    }

    private static List<String> patterns(String said, String property, String list) {
        if (said != null || property != null) {
            return JarNames.list(said != null ? said : property);
        }
        return list == null ? List.of() : known(list);
    }

    /** Well-known jars that have nothing of interest. */
    private static List<String> known(String list) {
        try (InputStream in =
                        ScanFilter.class.getResourceAsStream("jars-without-" + list + ".txt");
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .flatMap(ScanFilter::versions)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a file of the server itself
        }
    }

    /**
     * A version begins with a digit: a jar whose name has other text after the prefix is another
     * one.
     */
    private static Stream<String> versions(String name) {
        return Stream.concat(
                Stream.of(name + ".jar"),
                IntStream.range(0, 10).mapToObj(digit -> name + "-" + digit + "*.jar"));
    }

    boolean skipsTagLibraries(Path jar) {
        return !tagLibraries.scans(jar.getFileName().toString());
    }

    boolean skipsClasses(Path jar) {
        return !classes.scans(jar.getFileName().toString());
    }
}
