package dev.serval.tests;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Gives a test class the shared server of every {@link Wire}. Used by JUnit. */
final class Connectors implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(
            ParameterDeclarations parameters, ExtensionContext context) {
        // The root's store closes what it holds once, when the last test has run.
        ExtensionContext.Store store =
                context.getRoot().getStore(ExtensionContext.Namespace.create(Connectors.class));
        return Wire.tested().stream()
                .map(
                        wire ->
                                Arguments.of(
                                        store.getOrComputeIfAbsent(
                                                wire,
                                                ServerUnderTest::start,
                                                ServerUnderTest.class)));
    }
}
