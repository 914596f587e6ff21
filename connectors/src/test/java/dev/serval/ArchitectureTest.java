package dev.serval;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The direction of the packages: buffer and thread, net, tls; then http; then the protocols; then
 * connector.
 */
class ArchitectureTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.serval");

    private static void check(ArchRule rule) {
        // Some packages are still to come.
        rule.allowEmptyShould(true).check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "buffer, ''",
        "thread, ''",
        "jfr, ''",
        "net, buffer thread jfr",
        "tls, buffer thread jfr net",
        "proxy, buffer thread net",
        "http, buffer thread jfr net",
        "http1, buffer thread net http",
        "http2, buffer thread net http",
        "ajp, buffer thread net http"
    })
    void aPackageKnowsOnlyThoseBelowIt(String name, String below) {
        String own = "dev.serval." + name;
        String known =
                below.isEmpty() ? own : own + " dev.serval." + below.replace(" ", " dev.serval.");
        check(
                noClasses()
                        .that()
                        .resideInAPackage(own)
                        .should()
                        .dependOnClassesThat(
                                resideInAPackage("dev.serval..")
                                        .and(not(resideInAnyPackage(known.split(" "))))));
    }

    @Test
    void nothingHereKnowsTheWiring() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("dev.serval.connector")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.serval.connector"));
    }

    /** Each protocol is an entry of a list: what is above the connectors knows none of them. */
    @ParameterizedTest
    @ValueSource(strings = {"http1", "http2", "ajp"})
    void aProtocolIsKnownToTheWiringAlone(String protocol) {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("dev.serval.connector", "dev.serval." + protocol)
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.serval." + protocol));
    }

    /** Whoever makes connectors gives them their protocols, HTTP/1.1 as the first of them. */
    @Test
    void oneClassOfTheWiringNamesHttp1() {
        check(
                noClasses()
                        .that()
                        .resideInAPackage("dev.serval.connector")
                        .and()
                        .doNotHaveSimpleName("Connector")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.serval.http1"));
    }

    @Test
    void packagesFormNoCycle() {
        check(slices().matching("dev.serval.(*)..").should().beFreeOfCycles());
    }

    @Test
    void theJdkAndTheLoggingInterfaceAreEnough() {
        check(
                classes()
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(
                                "dev.serval..", "java..", "javax..", "jdk.jfr..", "org.slf4j"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Abstract.*",
                "Standard.*",
                "Base[A-Z].*",
                ".*Impl",
                ".*Utils?",
                ".*Helper",
                ".*Manager"
            })
    void namesSayTheRole(String forbidden) {
        check(noClasses().should().haveNameMatching("(.*[.$])?" + forbidden));
    }

    @ParameterizedTest
    @ValueSource(strings = {"util", "common", "misc", "helper", "impl", "internal", "core"})
    void packagesAreNamedByRole(String forbidden) {
        check(noClasses().should().resideInAPackage(".." + forbidden + ".."));
    }
}
