package dev.serval;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.serval.ajp.AjpConfig;
import dev.serval.net.AddressBlocks;
import dev.serval.net.ClientNetwork;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.LoadLimits;
import dev.serval.net.Overload;
import dev.serval.net.Pace;
import dev.serval.net.Pause;
import dev.serval.net.Peer;
import dev.serval.net.RequestInFlight;
import dev.serval.net.SocketConfig;
import dev.serval.net.ThreadUse;
import dev.serval.net.TlsSession;
import dev.serval.net.UnixSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The direction of the server's packages. */
class ServerArchitectureTest {
    private static final Set<String> CONNECTORS =
            Set.of(
                    "buffer",
                    "thread",
                    "net",
                    "tls",
                    "proxy",
                    "http",
                    "jfr",
                    "http1",
                    "http2",
                    "ajp",
                    "connector");

    private static final Set<String> TLS =
            Set.of(
                    "CertificateVerification",
                    "CipherList",
                    "KeyGroups",
                    "KeystoreFile",
                    "ObtainedCertificate",
                    "Password",
                    "Protocols",
                    "ServedCertificate",
                    "TlsCertificate",
                    "TlsConfig",
                    "TlsContexts",
                    "TlsEngines",
                    "TlsException",
                    "TlsHost",
                    "TlsState",
                    "TlsTrust");

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.serval");

    private static boolean isOfConnectors(JavaClass type) {
        String[] parts = type.getPackageName().split("\\.");
        return parts.length > 2 && CONNECTORS.contains(parts[2]);
    }

    private static final JavaClasses SERVER =
            ALL.that(describe("of the server", type -> !isOfConnectors(type)));

    @Test
    void packagesFormNoCycle() {
        slices().matching("dev.serval.(*)..").should().beFreeOfCycles().check(SERVER);
    }

    @Test
    void packagesWithinAPackageFormNoCycleWithIt() {
        slices().matching("dev.serval.(**)").should().beFreeOfCycles().check(SERVER);
    }

    @Test
    void connectorsAreReachedThroughTheirContractsOnly() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        "dev.serval.buffer..",
                                        "dev.serval.net..",
                                        "dev.serval.tls..",
                                        "dev.serval.proxy..",
                                        "dev.serval.http1..",
                                        "dev.serval.http2..",
                                        "dev.serval.ajp..")
                                .and(
                                        not(
                                                belongToAnyOf(
                                                        AddressBlocks.class,
                                                        AjpConfig.class,
                                                        ClientNetwork.class,
                                                        FileRegion.class,
                                                        Interest.class,
                                                        Overload.class,
                                                        Peer.class,
                                                        RequestInFlight.class,
                                                        ThreadUse.class,
                                                        SocketConfig.class,
                                                        UnixSocket.class,
                                                        LoadLimits.class,
                                                        Pace.class,
                                                        Pause.class,
                                                        TlsSession.class)))
                                .and(
                                        not(
                                                describe(
                                                        "settings of TLS",
                                                        type ->
                                                                TLS.contains(
                                                                        type.getSimpleName())))))
                .check(SERVER);
    }

    @Test
    void noSimpleNameStandsForTwoClasses() {
        Map<String, List<String>> named =
                ALL.stream()
                        .filter(type -> type.isTopLevelClass() && !type.getSimpleName().isEmpty())
                        .filter(type -> !type.getSimpleName().endsWith("-info"))
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getSimpleName,
                                        Collectors.mapping(
                                                JavaClass::getName, Collectors.toList())));
        named.values().removeIf(types -> types.size() == 1);
        assertThat(named).isEmpty();
    }

    @Test
    void connectorsDoNotKnowTheServer() {
        JavaClasses connectors =
                ALL.that(describe("of connectors", ServerArchitectureTest::isOfConnectors));
        classes()
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "javax..", "jdk.jfr..", "org.slf4j..")
                                .or(
                                        describe(
                                                "of connectors",
                                                ServerArchitectureTest::isOfConnectors)))
                .check(connectors);
    }

    /** Each package, and those above it: it must not know them. */
    @ParameterizedTest(name = "{0} does not know {1}")
    @CsvSource({
        "files, webdav servlet routing container webapp config startup embed session security"
                + " valve",
        "webdav, servlet routing container webapp config startup embed session security valve",
        "naming, servlet routing files webdav session security valve container webapp config"
                + " startup embed lifecycle",
        "classpath, webapp extension lifecycle container config startup embed",
        "session.store, session.saved extension lifecycle servlet security",
        "session, servlet routing container webapp config startup embed",
        "security, servlet routing container webapp config startup embed",
        "valve, extension builtin servlet container webapp config startup embed",
        "builtin, servlet routing files webdav naming container webapp config startup embed",
        "servlet, routing container webapp config startup embed",
        "servlet.settings, servlet.registration servlet.application servlet.request"
                + " servlet.dispatch servlet.security servlet.async",
        "servlet.registration, servlet.application servlet.request servlet.dispatch"
                + " servlet.security servlet.async",
        "servlet.application, servlet.request servlet.dispatch servlet.security servlet.async",
        "servlet.request, servlet.dispatch servlet.security servlet.async",
        "servlet.dispatch, servlet.security servlet.async",
        "servlet.security, servlet.async",
        "routing, container webapp config startup embed",
        "lifecycle, servlet routing files webdav session security valve container webapp config"
                + " startup embed",
        "container, adopt control startup embed",
        "control, startup",
        "webapp, container adopt startup embed",
        "config, adopt startup embed",
        "adopt, startup embed",
        "config.xml, lifecycle servlet routing files webdav session security naming valve"
                + " container webapp startup embed",
        "extension, builtin servlet routing files webdav naming session.saved container webapp config startup"
                + " embed",
        "settings, extension lifecycle servlet routing files webdav naming session security valve"
                + " container"
                + " webapp config startup embed"
    })
    void dependenciesPointOneWay(String lower, String upper) {
        String[] above = upper.split(" ");
        for (int i = 0; i < above.length; i++) {
            above[i] = "dev.serval." + above[i] + "..";
        }
        noClasses()
                .that(resideInAPackage("dev.serval." + lower + ".."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(above))
                .allowEmptyShould(true)
                .check(SERVER);
    }
}
