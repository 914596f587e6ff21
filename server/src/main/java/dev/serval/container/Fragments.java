package dev.serval.container;

import dev.serval.config.SecureXml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLStreamException;

/** The web fragments in the libraries of an application (Servlet 6.1 §8.2.1). Stateless. */
final class Fragments {
    private Fragments() {}

    /** The first library whose fragment has a security constraint, or null. */
    static Path withConstraint(Path docBase) throws IOException, XMLStreamException {
        Path libraries = docBase.resolve("WEB-INF/lib");
        if (!Files.isDirectory(libraries)) {
            return null;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(libraries, "*.jar")) {
            for (Path jar : jars) {
                if (constrains(jar)) {
                    return jar;
                }
            }
        }
        return null;
    }

    private static boolean constrains(Path jar) throws IOException, XMLStreamException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry("META-INF/web-fragment.xml");
            if (entry == null) {
                return false;
            }
            Set<String> names = new HashSet<>();
            try (InputStream in = zip.getInputStream(entry)) {
                SecureXml.scan(in, (name, attributes) -> names.add(name));
            }
            return names.contains("security-constraint") || names.contains("filter-mapping");
        }
    }
}
