package dev.serval.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.serval.net.Transport;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What others may use of the server, and that it is said in one way. */
class SpiTest {
    /** What embedding shows beside, and applications. */
    private static final Set<String> PUBLIC =
            Set.of(
                    "dev.serval.ajp",
                    "dev.serval.connector",
                    "dev.serval.embed",
                    "dev.serval.files",
                    "dev.serval.operations",
                    "dev.serval.servlet",
                    "dev.serval.servlet.settings",
                    "dev.serval.tls");

    private static Stream<String> exported(Class<?> ofModule) throws Exception {
        URI classes = ofModule.getProtectionDomain().getCodeSource().getLocation().toURI();
        String file = classes.getPath().endsWith(".jar") ? "jar:" + classes + "!/" : "" + classes;
        try (InputStream in = URI.create(file + "module-info.class").toURL().openStream()) {
            return ModuleDescriptor.read(in).exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .toList()
                    .stream();
        }
    }

    @Test
    void modulesExportTheSpiAndWhatEmbeddingShows() throws Exception {
        Set<String> exported =
                Stream.concat(exported(Extension.class), exported(Transport.class))
                        .collect(Collectors.toSet());

        assertThat(exported)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Extensions.SPI.stream(), PUBLIC.stream()).toList());
    }

    /** Whoever calls a method has to see what it takes and gives. */
    @Test
    void theSpiShowsNoTypeThatIsNotOfIt() {
        Set<String> shown = new TreeSet<>();
        for (JavaClass type :
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(Extensions.SPI)) {
            if (!Extensions.SPI.contains(type.getPackageName()) || !isSeen(type)) {
                continue;
            }
            for (JavaCodeUnit unit : type.getCodeUnits()) {
                if (isSeen(unit.getModifiers())) {
                    Stream.concat(
                                    unit.getRawParameterTypes().stream(),
                                    Stream.of(unit.getRawReturnType()))
                            .map(JavaClass::getBaseComponentType)
                            .filter(SpiTest::isHidden)
                            .forEach(other -> shown.add(unit.getFullName() + ": " + other));
                }
            }
        }

        assertThat(shown).isEmpty();
    }

    private static boolean isSeen(JavaClass type) {
        return isSeen(type.getModifiers())
                && type.getEnclosingClass().map(SpiTest::isSeen).orElse(true);
    }

    private static boolean isSeen(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC)
                || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static boolean isHidden(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith("dev.serval.") && !Extensions.SPI.contains(name);
    }
}
