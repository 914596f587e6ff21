package dev.serval.extension;

import dev.serval.security.LoginConfig;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Location;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An object that can be configured by the name of a class. Immutable.
 *
 * @param kind with the place of its element
 * @param classNames its names in {@code className}: often Tomcat's; such classes need not exist
 * @param declaration called when one of the names is used
 * @param authMethod its further name in the login-config of a web.xml; null if there is none
 * @param placement of its elements
 */
public record Offer<T>(
        Kind<T> kind,
        List<String> classNames,
        Supplier<Declaration<T>> declaration,
        String authMethod,
        Placement placement) {

    public Offer {
        classNames = List.copyOf(classNames);
        authMethod = authMethod == null ? null : LoginConfig.canonical(authMethod);
    }

    /** An offer with the places of its kind. */
    public Offer(Kind<T> kind, List<String> classNames, Supplier<Declaration<T>> declaration) {
        this(
                kind,
                classNames,
                declaration,
                null,
                new Placement(kind.parents(), "", false, Protection.UNKNOWN));
    }

    /**
     * An offer without inner elements.
     *
     * @param table className may be omitted
     */
    public static <T> Offer<T> of(
            Kind<T> kind, AttributeTable table, Reader<T> reader, String... classNames) {
        return new Offer<>(
                kind, List.of(classNames), () -> new Declaration<>(table, Set.of(), reader));
    }

    /** An offer that needs no configuration. */
    public static <T> Offer<T> always(Kind<T> kind, Factory<T> factory) {
        AttributeTable none = new AttributeTable(kind.type().getSimpleName(), "", List.of());
        return of(kind, none, settings -> factory);
    }

    /** The same, also for that auth-method in the login-config of a web.xml. */
    public Offer<T> answering(String method) {
        return new Offer<>(kind, classNames, declaration, method, placement);
    }

    /**
     * The same in fewer elements.
     *
     * @param elsewhere the message for other elements, after its name: where it belongs, and why
     */
    public Offer<T> in(List<String> fewer, String elsewhere) {
        return placed(new Placement(fewer, elsewhere, placement.once, placement.protection));
    }

    /** The same, where a second one in an element is an error. */
    public Offer<T> single() {
        return placed(
                new Placement(placement.parents, placement.elsewhere, true, placement.protection));
    }

    /** The same, where it is known whether it protects applications. */
    public Offer<T> with(Protection known) {
        return placed(new Placement(placement.parents, placement.elsewhere, placement.once, known));
    }

    private Offer<T> placed(Placement other) {
        return new Offer<>(kind, classNames, declaration, authMethod, other);
    }

    /**
     * The places of an offer's elements, and the consequences. Immutable.
     *
     * @param parents the elements that may contain it, out of those of its kind
     * @param elsewhere the message for other elements
     * @param once whether an element may have only one; for valves
     * @param protection whether it protects applications; for valves
     */
    public record Placement(
            List<String> parents, String elsewhere, boolean once, Protection protection) {
        public Placement {
            parents = List.copyOf(parents);
        }
    }

    /** Whether an element protects applications. */
    public enum Protection {
        /**
         * It does: an unknown attribute is an error; and it is read in every context descriptor of
         * an application, even in one of which nothing else is read.
         */
        YES,
        /** It does not: applications are served even if it has no effect. */
        NO,
        /** Unknown: if it is not read, the application is not served. */
        UNKNOWN
    }

    /**
     * Its settings and their reader. Immutable.
     *
     * @param table its attributes; those of all of a kind, such as className, may be omitted
     * @param parts the kinds of its inner elements
     */
    public record Declaration<T>(AttributeTable table, Set<Kind<?>> parts, Reader<T> reader) {
        public Declaration {
            parts = Set.copyOf(parts);
        }
    }

    /** Reads an element with parsed attributes. Stateless. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reports errors by {@link Settings#error}; opens nothing, since the file is only checked.
         *
         * @return null for a valve that is switched off
         */
        Factory<T> read(Settings settings);
    }

    /** The result of reading. Immutable. */
    @FunctionalInterface
    public interface Factory<T> {
        /**
         * Makes an object that is not started; called once for each place in the configuration.
         *
         * @throws Exception with a message for the operator; the server does not start then
         */
        T make(Place place) throws Exception;

        /**
         * The errors that a test of the configuration reports beside those of the reader: for
         * example a missing file, without which the object is made but does not work. Opens no
         * port, and writes nothing. Called for listeners. Empty by default.
         *
         * @return the mistakes by their places
         */
        default Map<Location, String> mistakes(Place place) {
            return Map.of();
        }
    }
}
