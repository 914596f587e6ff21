package dev.serval.websocket;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rooms of the extension are as ARCHITECTURE.md says. */
class WebSocketArchitectureTest {
    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.serval.websocket");

    @Test
    void packagesFormNoCycle() {
        slices().matching("dev.serval.websocket.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void theLowestRoomsKnowNoOther() {
        for (String room : new String[] {"path", "coder", "wire"}) {
            noClasses()
                    .that()
                    .resideInAPackage("dev.serval.websocket." + room)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.serval.websocket.session",
                            "dev.serval.websocket.endpoint",
                            "dev.serval.websocket.handshake",
                            "dev.serval.websocket.container",
                            "dev.serval.websocket.provider")
                    .check(classes);
        }
    }
}
