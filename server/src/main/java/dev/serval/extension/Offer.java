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
 * @param authMethod of the login-config of a web.xml that it answers to, besides; null if there is
 *     none
 * @param declaration asked for when one of the names is met
 */
public record Offer<T>(
        Kind<T> kind,
        List<String> classNames,
        String authMethod,
        Supplier<Declaration<T>> declaration) {

    public Offer {
        classNames = List.copyOf(classNames);
        authMethod = authMethod == null ? null : LoginConfig.canonical(authMethod);
    }

    /** One that answers to class names alone. */
    public Offer(Kind<T> kind, List<String> classNames, Supplier<Declaration<T>> declaration) {
        this(kind, classNames, null, declaration);
    }

    /** The same, also where the login-config of a web.xml has that auth-method. */
    public Offer<T> answering(String authMethod) {
        return new Offer<>(kind, classNames, authMethod, declaration);
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
        /** Says what is wrong by {@link Settings#error}; opens nothing, for it is only a look. */
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
