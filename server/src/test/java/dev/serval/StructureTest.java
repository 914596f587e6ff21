package dev.serval;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How much has to be read to understand one thing, in connectors and server: the circles of
 * references between the top-level types of a package, and the lines of a source file.
 */
class StructureTest {
    private static final int LARGEST_CIRCLE = 5;
    private static final int LONGEST_FILE = 500;

    /** By package, each top-level type with those of its package that it refers to. */
    private static Map<String, Map<String, Set<String>>> references() {
        Map<String, Map<String, Set<String>>> references = new TreeMap<>();
        for (JavaClass type :
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.serval")) {
            String name = topLevel(type);
            Set<String> targets =
                    references
                            .computeIfAbsent(type.getPackageName(), key -> new TreeMap<>())
                            .computeIfAbsent(name, key -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().equals(type.getPackageName())) {
                    targets.add(topLevel(target));
                }
            }
            targets.remove(name);
        }
        return references;
    }

    private static String topLevel(JavaClass type) {
        return type.getName().split("\\$", 2)[0];
    }

    @Test
    void circlesOfReferencesAreSmall() {
        List<String> tooLarge = new ArrayList<>();
        references()
                .forEach(
                        (name, graph) -> {
                            for (Set<String> circle : Circles.of(graph)) {
                                if (circle.size() > LARGEST_CIRCLE) {
                                    tooLarge.add(name + ": " + circle);
                                }
                            }
                        });

        assertThat(tooLarge).isEmpty();
    }

    @Test
    void aCircleIsFoundWithoutWhatLeadsIntoItAndOut() {
        Map<String, Set<String>> graph =
                Map.of(
                        "in", Set.of("a"),
                        "a", Set.of("b"),
                        "b", Set.of("c", "elsewhere"),
                        "c", Set.of("a", "out"),
                        "out", Set.of());

        assertThat(Circles.of(graph)).containsExactly(Set.of("a", "b", "c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"connectors", "server"})
    void sourceFilesAreShort(String module) throws IOException {
        Map<String, Integer> tooLong = new TreeMap<>();
        try (Stream<Path> files = Files.walk(checkout().resolve(module).resolve("src/main/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                int lines = Files.readAllLines(file).size();
                if (lines > LONGEST_FILE) {
                    tooLong.put(file.getFileName().toString(), lines);
                }
            }
        }

        assertThat(tooLong).isEmpty();
    }

    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
