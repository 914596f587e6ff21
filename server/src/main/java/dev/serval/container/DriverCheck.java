package dev.serval.container;

import dev.serval.config.ContextEntry;
import dev.serval.config.ResourceConfig;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.extension.ResourceElement;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Checks whether the JDBC drivers that resources name are present. Stateless; loads no class. */
final class DriverCheck {
    private static final String DRIVER = "driverClassName";

    private DriverCheck() {}

    /**
     * The missing drivers, as warnings: everything else is served.
     *
     * @param resources values and resources
     * @param parent has what all applications share
     * @param docBase of the application; null for the resources of all
     */
    static List<Problem> of(
            Collection<ContextEntry<Object>> resources, ClassLoader parent, Path docBase) {
        List<Problem> problems = new ArrayList<>();
        for (ContextEntry<Object> entry : resources) {
            // Of a resource that nothing creates, only that is reported.
            if (entry.value() instanceof ResourceConfig config && config.absence() == null) {
                ResourceElement element = config.element();
                String driver = element.attributes().get(DRIVER);
                if (driver != null && !driver.isBlank() && !isThere(driver, parent, docBase)) {
                    problems.add(
                            Problem.of(
                                    Severity.WARNING,
                                    element.at(),
                                    "the Resource "
                                            + element.name()
                                            + " gives no connection: its driver "
                                            + driver.strip()
                                            + " is not there; the jar belongs in "
                                            + (docBase == null
                                                    ? "lib"
                                                    : "WEB-INF/lib, or in lib")));
                }
            }
        }
        return problems;
    }

    private static boolean isThere(String driver, ClassLoader parent, Path docBase) {
        String file = driver.strip().replace('.', '/') + ".class";
        if (parent.getResource(file) != null) {
            return true;
        }
        if (docBase == null) {
            return false;
        }
        if (Files.exists(docBase.resolve("WEB-INF/classes").resolve(file))) {
            return true;
        }
        Path lib = docBase.resolve("WEB-INF/lib");
        if (!Files.isDirectory(lib)) {
            return false;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, "*.jar")) {
            for (Path jar : jars) {
                if (has(jar, file)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return true; // the check of the jars reports it
        }
    }

    private static boolean has(Path jar, String file) throws IOException {
        try (ZipInputStream entries = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry entry; (entry = entries.getNextEntry()) != null; ) {
                if (entry.getName().equals(file)) {
                    return true;
                }
            }
        }
        return false;
    }
}
