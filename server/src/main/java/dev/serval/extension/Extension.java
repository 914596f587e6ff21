package dev.serval.extension;

import java.util.List;
import java.util.Set;

/**
 * An addition of a jar to the server. Found as by {@link java.util.ServiceLoader}: the jar names
 * its class, which has a public constructor without parameters, in {@code
 * META-INF/services/dev.serval.extension.Extension}. Immutable.
 */
public interface Extension {
    /** Everything that can be configured. */
    List<Offer<?>> offers();

    /**
     * The packages of this extension that applications see, for example {@code com.example.api},
     * and single classes by their full names; subpackages are not included. Lists of providers in
     * META-INF/services are seen with the package of their service. Applications see them before
     * their own classes. Default none. An embedded server ignores it: applications see the class
     * path, and with it the whole extension, after their own classes.
     */
    default Set<String> api() {
        return Set.of();
    }
}
