package dev.serval.webapp;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Compiles classes and packs jars, for tests. */
final class Classes {
    private static final String IMPORTS =
            "import jakarta.servlet.*; import jakarta.servlet.annotation.*;"
                    + " import jakarta.servlet.http.*; import java.util.*; import java.io.*; ";

    private Classes() {}

    /** Each source is one public class, {@code package a; public class B}. */
    static void compile(Path into, String... sources) {
        compile(into, List.of(), sources);
    }

    static void compile(Path into, List<Path> classPath, String... sources) {
        try {
            Files.createDirectories(into);
            Path work = Files.createTempDirectory(into.toAbsolutePath().getParent(), "src");
            List<Path> files = new ArrayList<>();
            for (String source : sources) {
                int at = source.indexOf(';') + 1;
                String name = source.replaceFirst("(?s).*?(class|interface) (\\w+).*", "$2");
                Path file = work.resolve(files.size() + "/" + name + ".java");
                Files.createDirectories(file.getParent());
                Files.writeString(file, source.substring(0, at) + IMPORTS + source.substring(at));
                files.add(file);
            }
            List<String> path = new ArrayList<>(List.of(System.getProperty("java.class.path")));
            path.add(into.toString());
            classPath.forEach(p -> path.add(p.toString()));
            List<String> arguments = new ArrayList<>();
            arguments.addAll(List.of("-proc:none", "-d", into.toString()));
            arguments.addAll(List.of("-cp", String.join(File.pathSeparator, path)));
            files.forEach(file -> arguments.add(file.toString()));
            StringWriter errors = new StringWriter();
            PrintWriter out = new PrintWriter(errors);
            // Tests run on the class path, where the tool's own package cannot be named.
            int code =
                    ToolProvider.findFirst("javac")
                            .orElseThrow()
                            .run(out, out, arguments.toArray(String[]::new));
            if (code != 0) {
                throw new AssertionError(errors.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A jar of a directory of classes (which may be null) and texts by name. */
    static Path jar(Path jar, Path classes, Map<String, String> texts) {
        try {
            Files.createDirectories(jar.getParent());
            try (OutputStream out = Files.newOutputStream(jar);
                    JarOutputStream zip = new JarOutputStream(out)) {
                for (Map.Entry<String, String> text : texts.entrySet()) {
                    zip.putNextEntry(new JarEntry(text.getKey()));
                    zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
                    zip.closeEntry();
                }
                if (classes != null) {
                    try (Stream<Path> walk = Files.walk(classes)) {
                        for (Path file : walk.filter(Files::isRegularFile).toList()) {
                            String name = classes.relativize(file).toString().replace('\\', '/');
                            zip.putNextEntry(new JarEntry(name));
                            zip.write(Files.readAllBytes(file));
                            zip.closeEntry();
                        }
                    }
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
