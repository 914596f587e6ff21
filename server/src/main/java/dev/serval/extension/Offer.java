package dev.serval.extension;

import dev.serval.security.LoginConfig;
import dev.serval.settings.AttributeTable;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One thing that can be configured by the name of a class. Immutable.
 *
 * @param kind what it is, and where its element may stand
 * @param classNames that it answers to in {@code className}: often Tomcat's; they need not be those
 *     of classes
 * @param declaration asked for when one of the names is met
 * @param authMethod of the login-config of a web.xml that it answers to, besides; null if there is
 *     none
 * @param placement where its elements may stand, and what follows from them
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

    /** One that may stand wherever its kind may. */
    public Offer(Kind<T> kind, List<String> classNames, Supplier<Declaration<T>> declaration) {
        this(
                kind,
                classNames,
                declaration,
                null,
                new Placement(kind.parents(), "", false, Protection.UNKNOWN));
    }

    /**
     * One without elements in it.
     *
     * @param table className need not be in it
     */
    public static <T> Offer<T> of(
            Kind<T> kind, AttributeTable table, Reader<T> reader, String... classNames) {
        return new Offer<>(
                kind, List.of(classNames), () -> new Declaration<>(table, Set.of(), reader));
    }

    /** Of a kind that is there without being configured. */
    public static <T> Offer<T> always(Kind<T> kind, Factory<T> factory) {
        AttributeTable none = new AttributeTable(kind.type().getSimpleName(), "", List.of());
        return of(kind, none, settings -> factory);
    }

    /** The same, also where the login-config of a web.xml has that auth-method. */
    public Offer<T> answering(String method) {
        return new Offer<>(kind, classNames, declaration, method, placement);
    }

    /**
     * The same in fewer elements.
     *
     * @param elsewhere what is said of it in others, behind its name: where it belongs, and why
     */
    public Offer<T> in(List<String> fewer, String elsewhere) {
        return placed(new Placement(fewer, elsewhere, placement.once, placement.protection));
    }

    /** The same, where a second one in an element is an error. */
    public Offer<T> single() {
        return placed(
                new Placement(placement.parents, placement.elsewhere, true, placement.protection));
    }

    /** The same, where it is known whether it keeps anybody out. */
    public Offer<T> with(Protection known) {
        return placed(new Placement(placement.parents, placement.elsewhere, placement.once, known));
    }

    private Offer<T> placed(Placement other) {
        return new Offer<>(kind, classNames, declaration, authMethod, other);
    }

    /**
     * Where the elements of an offer may stand, and what follows from them. Immutable.
     *
     * @param parents the elements in which one may stand, of those of its kind
     * @param elsewhere what is said of one in others
     * @param once whether an element has one of it at most; for valves
     * @param protection whether it keeps anybody out; for valves
     */
    public record Placement(
            List<String> parents, String elsewhere, boolean once, Protection protection) {
        public Placement {
            parents = List.copyOf(parents);
        }
    }

    /** Whether something keeps anybody out. */
    public enum Protection {
        /**
         * It does: an attribute that is not known is an error; and it counts wherever the context
         * descriptor of an application has it, also one of which nothing else is read.
         */
        YES,
        /** It does not: where it has no effect, applications are served without it. */
        NO,
        /** That is not said: where it is not read, the application is not served. */
        UNKNOWN
    }

    /**
     * Its settings, and how they are read. Immutable.
     *
     * @param table its attributes; what all of a kind have, such as className, need not be in it
     * @param parts the kinds whose elements may stand in it
     */
    public record Declaration<T>(AttributeTable table, Set<Kind<?>> parts, Reader<T> reader) {
        public Declaration {
            parts = Set.copyOf(parts);
        }
    }

    /** Reads an element whose attributes are understood. Stateless. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Says what is wrong by {@link Settings#error}; opens nothing, for it is only a look.
         *
         * @return null for a valve that is not to be there, such as one that is switched off
         */
        Factory<T> read(Settings settings);
    }

    /** What has been read. Immutable. */
    @FunctionalInterface
    public interface Factory<T> {
        /**
         * Makes one that is not started; called once for each place where it is configured.
         *
         * @throws Exception with a message for the operator; the server does not start then
         */
        T make(Place place) throws Exception;
    }
}
