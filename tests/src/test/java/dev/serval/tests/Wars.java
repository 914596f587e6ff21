package dev.serval.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Web applications that are compiled and packed by a test. For all threads. */
final class Wars {
    private static final String IMPORTS =
            "import jakarta.servlet.*; import jakarta.servlet.annotation.*;"
                    + " import jakarta.servlet.http.*; import java.util.*; import java.io.*; ";

    /** Class files by their sources: a class of tests often needs the same for each of them. */
    private static final Map<List<String>, Map<String, byte[]>> COMPILED =
            new ConcurrentHashMap<>();

    private Wars() {}

    /**
     * Compiles public classes, each {@code package a; public class B ...}, against what the tests
     * see; the same sources once for each process.
     *
     * @param scratch any directory
     * @return the class files, not to be changed, by their names below the root of packages
     */
    static Map<String, byte[]> compile(Path scratch, String... sources) throws IOException {
        List<String> key = List.of(sources);
        Map<String, byte[]> classes = COMPILED.get(key);
        if (classes == null) {
            classes = compile(scratch, List.of(), sources);
            COMPILED.put(key, classes);
        }
        return new LinkedHashMap<>(classes);
    }

    /** The same, also against these jars and directories. */
    static Map<String, byte[]> compile(Path scratch, List<Path> classPath, String... sources)
            throws IOException {
        Path in = Files.createTempDirectory(scratch, "src");
        Path out = Files.createTempDirectory(scratch, "out");
        List<String> path = new ArrayList<>(List.of(System.getProperty("java.class.path")));
        classPath.forEach(part -> path.add(part.toString()));
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-proc:none", "-nowarn", "--release", "17"));
        arguments.addAll(List.of("-d", out.toString()));
        arguments.addAll(List.of("-cp", String.join(System.getProperty("path.separator"), path)));
        for (String source : sources) {
            String name = source.replaceFirst("(?s).*?\\b(class|interface) (\\w+).*", "$2");
            Path file = in.resolve(arguments.size() + "/" + name + ".java");
            Files.createDirectories(file.getParent());
            int afterPackage = source.indexOf(';') + 1;
            Files.writeString(
                    file,
                    source.substring(0, afterPackage) + IMPORTS + source.substring(afterPackage));
            arguments.add(file.toString());
        }
        StringWriter errors = new StringWriter();
        PrintWriter print = new PrintWriter(errors);
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        if (javac.run(print, print, arguments.toArray(String[]::new)) != 0) {
            throw new AssertionError(errors.toString());
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = out.relativize(file).toString().replace('\\', '/');
                classes.put(name, Files.readAllBytes(file));
            }
        }
        return classes;
    }

    /** The same files below a directory. */
    static Map<String, byte[]> below(String directory, Map<String, byte[]> files) {
        Map<String, byte[]> moved = new LinkedHashMap<>();
        files.forEach((name, bytes) -> moved.put(directory + name, bytes));
        return moved;
    }

    /** Writes files below a directory, which need not be there. */
    static void write(Path directory, Map<String, byte[]> files) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path target = directory.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
        }
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A WAR or a jar. */
    static byte[] zip(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }
}
