package dev.serval.servlet.settings;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.PathRules;

/**
 * How a context reads the paths that its applications give to request dispatchers. Immutable. Names
 * and meanings are those of Tomcat's attributes of {@code Context}.
 *
 * @param dispatchersUseEncodedPaths whether a percent sign begins an escape; default true
 * @param encodedSolidusHandling of {@code %2f}; default REJECT: such a path has no dispatcher
 * @param encodedReverseSolidusHandling of {@code %5c}; default REJECT
 */
public record DispatchRules(
        boolean dispatchersUseEncodedPaths,
        EncodedSolidusHandling encodedSolidusHandling,
        EncodedSolidusHandling encodedReverseSolidusHandling) {

    public static final DispatchRules DEFAULTS =
            new DispatchRules(true, EncodedSolidusHandling.REJECT, EncodedSolidusHandling.REJECT);

    public PathRules path() {
        // A decoded backslash counts as a slash, since it comes from the application itself.
        return new PathRules(
                encodedSolidusHandling,
                encodedReverseSolidusHandling,
                encodedReverseSolidusHandling == EncodedSolidusHandling.DECODE,
                true);
    }
}
