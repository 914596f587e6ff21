package dev.serval.tests;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Gives a test class the shared {@link ServletUnderTest} of its wires. Used by JUnit. */
sealed class ServletWires implements ArgumentsProvider {
    private final List<Wire> wires;

    private ServletWires(List<Wire> wires) {
        this.wires = wires;
    }

    /** BIO and NIO, plain. */
    static final class Two extends ServletWires {
        Two() {
            super(List.of(Wire.BIO, Wire.NIO));
        }
    }

    /** All of them. */
    static final class Six extends ServletWires {
        Six() {
            super(List.of(Wire.values()));
        }
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
            ParameterDeclarations parameters, ExtensionContext context) {
        // The root's store closes what it holds once, when the last test has run.
        ExtensionContext.Store store =
                context.getRoot().getStore(ExtensionContext.Namespace.create(ServletWires.class));
        return Wire.tested().stream()
                .filter(wires::contains)
                .map(
                        wire ->
                                Arguments.of(
                                        store.getOrComputeIfAbsent(
                                                wire,
                                                ServletUnderTest::start,
                                                ServletUnderTest.class)));
    }
}
