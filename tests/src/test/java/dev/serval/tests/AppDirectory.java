package dev.serval.tests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A web application that a test puts together in a directory, with classes that were compiled along
 * with the test. One thread.
 */
final class AppDirectory {
    private final Path root;

    AppDirectory(Path parent, String name) {
        root = parent.resolve(name);
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path root() {
        return root;
    }

    /** Its path is its name. */
    String path() {
        return "/" + root.getFileName();
    }

    /** A descriptor of version 6.1. */
    AppDirectory webXml(String... inside) {
        return descriptor("version='6.1'", inside);
    }

    /** A descriptor with these attributes of its root. */
    AppDirectory descriptor(String attributes, String... inside) {
        String text = String.join("\n", inside);
        return file("WEB-INF/web.xml", "<web-app " + attributes + ">\n" + text + "\n</web-app>");
    }

    AppDirectory file(String name, String text) {
        return bytes(name, Wars.text(text));
    }

    private AppDirectory bytes(String name, byte[] bytes) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies classes into WEB-INF/classes. */
    AppDirectory classes(Class<?>... types) {
        classFiles(types).forEach((name, file) -> bytes("WEB-INF/classes/" + name, file));
        return this;
    }

    /** A library with classes, and texts by their names. */
    AppDirectory jar(String name, Map<String, String> texts, Class<?>... types) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        texts.forEach((file, text) -> files.put(file, Wars.text(text)));
        files.putAll(classFiles(types));
        return bytes("WEB-INF/lib/" + name, Wars.zip(files));
    }

    /** A library that is a fragment. */
    AppDirectory fragment(String name, String inside, Class<?>... types) {
        return jar(name, Map.of("META-INF/web-fragment.xml", fragment(inside)), types);
    }

    static String fragment(String inside) {
        return "<web-fragment version='6.1'>\n" + inside + "\n</web-fragment>";
    }

    private static Map<String, byte[]> classFiles(Class<?>... types) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (Class<?> type : types) {
            String name = type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                files.put(name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    /** The elements that declare a servlet and map it. */
    static String servlet(String name, Class<?> type, String pattern, String... inside) {
        return "<servlet><servlet-name>"
                + name
                + "</servlet-name><servlet-class>"
                + type.getName()
                + "</servlet-class>"
                + String.join("", inside)
                + "</servlet><servlet-mapping><servlet-name>"
                + name
                + "</servlet-name><url-pattern>"
                + pattern
                + "</url-pattern></servlet-mapping>";
    }

    static String param(String name, String value) {
        return "<init-param><param-name>"
                + name
                + "</param-name><param-value>"
                + value
                + "</param-value></init-param>";
    }
}
