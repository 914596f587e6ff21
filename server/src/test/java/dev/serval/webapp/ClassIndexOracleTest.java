package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The server's own index of classes says of real jars what Jandex says of them: those of the class
 * path of the tests, or of the directory {@code -Dserval.oracle.jars}.
 */
class ClassIndexOracleTest {
    private static final List<Archive> JARS = new ArrayList<>();
    private static final List<Index> THEIRS = new ArrayList<>();
    private static IndexView oracle;
    private static ClassIndex ours;

    @BeforeAll
    static void scan() throws IOException {
        for (Path jar : jars()) {
            Archive archive = Archive.jar(jar, jar.getFileName().toString());
            JARS.add(archive);
            Indexer indexer = new Indexer();
            archive.content(
                    true,
                    new Archive.Content() {
                        @Override
                        public void classFile(String name, byte[] bytes, int length) {
                            try {
                                indexer.index(new java.io.ByteArrayInputStream(bytes, 0, length));
                            } catch (IOException e) {
                                throw new AssertionError(name, e);
                            }
                        }

                        @Override
                        public void skipped(String name) {
                            throw new AssertionError(name);
                        }

                        @Override
                        public void file(String name) {}
                    });
            THEIRS.add(indexer.complete());
        }
        oracle = CompositeIndex.create(List.copyOf(THEIRS));
        Problems problems = new Problems();
        // Whatever is in none of the jars is nowhere, as for the oracle.
        ours = new ClassIndex(ClassLoader.getPlatformClassLoader(), IndexCache.NONE, problems);
        ours.add(JARS, ScanFilter.NONE, "oracle");
        assertThat(problems.all).isEmpty();
    }

    private static List<Path> jars() throws IOException {
        String directory = System.getProperty("serval.oracle.jars");
        if (directory != null) {
            return Jars.in(Path.of(directory));
        }
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar"))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
    }

    @Test
    void everyJarHasTheSameClassesWithTheSameSuperclasses() {
        assertThat(JARS).hasSizeGreaterThan(5);
        for (int i = 0; i < JARS.size(); i++) {
            ArchiveIndex own = ours.of(JARS.get(i));
            Set<String> names = new TreeSet<>();
            own.classes(names::add);
            Set<String> expected = new TreeSet<>();
            for (ClassInfo type : THEIRS.get(i).getKnownClasses()) {
                expected.add(type.name().toString());
                DotName superName = type.superName();
                assertThat(own.superName(type.name().toString()))
                        .isEqualTo(superName == null ? null : superName.toString());
            }
            assertThat(names).as(JARS.get(i).shown()).isEqualTo(expected);
        }
    }

    @Test
    void forEveryTypeTheSameClassesAreHandled() {
        Set<DotName> types = new LinkedHashSet<>();
        for (Index index : THEIRS) {
            for (ClassInfo type : index.getKnownClasses()) {
                types.addAll(type.interfaceNames());
                types.addAll(type.annotationsMap().keySet());
                if (type.superName() != null) {
                    types.add(type.superName());
                }
            }
        }
        types.removeIf(type -> ServerClasses.isOfJdk(type.toString()));
        assertThat(types).hasSizeGreaterThan(500);
        for (DotName type : types) {
            assertThat(new TreeSet<>(ours.handled(type.toString())))
                    .as(type.toString())
                    .isEqualTo(handled(type));
        }
    }

    private static Set<String> handled(DotName type) {
        Set<String> names = new TreeSet<>();
        Stream.of(
                        oracle.getAllKnownSubclasses(type),
                        oracle.getAllKnownImplementations(type),
                        oracle.getAllKnownSubinterfaces(type))
                .forEach(found -> found.forEach(each -> names.add(each.name().toString())));
        for (AnnotationInstance annotation : oracle.getAnnotations(type)) {
            ClassInfo found = declaring(annotation.target());
            if (found != null) {
                names.add(found.name().toString());
            }
        }
        names.remove(type.toString());
        return names;
    }

    private static ClassInfo declaring(AnnotationTarget target) {
        if (target == null) {
            return null;
        }
        return switch (target.kind()) {
            case CLASS -> target.asClass();
            case FIELD -> target.asField().declaringClass();
            case METHOD -> target.asMethod().declaringClass();
            case METHOD_PARAMETER -> target.asMethodParameter().method().declaringClass();
            case RECORD_COMPONENT -> target.asRecordComponent().declaringClass();
            case TYPE -> null;
        };
    }
}
