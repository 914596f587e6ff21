package dev.serval.webapp;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Classes and jars made in a test. */
public final class Compiled {
    private Compiled() {}

    /** Compiles sources, given by file name, against what the tests see; returns their classes. */
    public static Map<String, byte[]> classes(Path temp, String... namesAndSources)
            throws IOException {
        Path in = Files.createTempDirectory(temp, "src");
        Path out = Files.createTempDirectory(temp, "out");
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-d", out.toString(), "-proc:none", "-nowarn", "--release", "17"));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        for (int i = 0; i < namesAndSources.length; i += 2) {
            Path file = in.resolve(namesAndSources[i] + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, namesAndSources[i + 1]);
            arguments.add(file.toString());
        }
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        if (javac.run(System.out, System.err, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("does not compile");
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                classes.put(
                        out.relativize(file).toString().replace('\\', '/'),
                        Files.readAllBytes(file));
            }
        }
        return classes;
    }

    /** A class with {@code public static String where()} that returns the given text. */
    public static Map<String, byte[]> saying(Path temp, String className, String text)
            throws IOException {
        int dot = className.lastIndexOf('.');
        String source =
                (dot < 0 ? "" : "package " + className.substring(0, dot) + ";")
                        + " public class "
                        + className.substring(dot + 1)
                        + " { public static String where() { return \""
                        + text
                        + "\"; } }";
        return classes(temp, className.replace('.', '/'), source);
    }

    public static Map<String, byte[]> text(String... namesAndTexts) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            files.put(namesAndTexts[i], namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }

    @SafeVarargs
    public static Path jar(Path file, Map<String, byte[]>... contents) throws IOException {
        return jar(file, false, contents);
    }

    @SafeVarargs
    public static Path jar(Path file, boolean multiRelease, Map<String, byte[]>... contents)
            throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (multiRelease) {
            manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        }
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map<String, byte[]> content : contents) {
                for (Map.Entry<String, byte[]> each : content.entrySet()) {
                    jar.putNextEntry(new ZipEntry(each.getKey()));
                    jar.write(each.getValue());
                    jar.closeEntry();
                }
            }
        }
        return file;
    }

    public static void files(Path directory, Map<String, byte[]> contents) throws IOException {
        for (Map.Entry<String, byte[]> each : contents.entrySet()) {
            Path file = directory.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
    }
}
