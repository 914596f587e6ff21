package dev.serval.tests;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Gives a test class the shared {@link SecuredSite} of its wires. Used by JUnit. */
sealed class SecuredSites implements ArgumentsProvider {
    private final List<Wire> wires;

    private SecuredSites(List<Wire> wires) {
        this.wires = wires;
    }

    /** BIO and NIO. */
    static final class Plain extends SecuredSites {
        Plain() {
            super(List.of(Wire.BIO, Wire.NIO));
        }
    }

    /** Where clients can show certificates. */
    static final class Encrypted extends SecuredSites {
        Encrypted() {
            super(List.of(Wire.NIO_TLS));
        }
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
            ParameterDeclarations parameters, ExtensionContext context) {
        // The root's store closes what it holds once, when the last test has run.
        ExtensionContext.Store store =
                context.getRoot().getStore(ExtensionContext.Namespace.create(SecuredSites.class));
        return Wire.tested().stream()
                .filter(wires::contains)
                .map(
                        wire ->
                                Arguments.of(
                                        store.getOrComputeIfAbsent(
                                                wire, SecuredSite::new, SecuredSite.class)));
    }
}
