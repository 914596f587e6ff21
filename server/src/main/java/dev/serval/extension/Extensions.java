package dev.serval.extension;

import dev.serval.extension.ExtensionFolder.Loaded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;

/** The extensions of a server: their offers, and their packages for applications. Immutable. */
public final class Extensions implements AutoCloseable {
    /** The directory in the installation, and in the base. */
    public static final String FOLDER = "lib/extensions";

    /**
     * The packages of the server for extensions: in an installed server they see these of its
     * classes and no others.
     */
    public static final Set<String> SPI =
            Set.of(
                    "dev.serval.buffer",
                    "dev.serval.certificate",
                    "dev.serval.extension",
                    "dev.serval.http",
                    "dev.serval.lifecycle",
                    "dev.serval.metrics",
                    "dev.serval.net",
                    "dev.serval.pages",
                    "dev.serval.security",
                    "dev.serval.session",
                    "dev.serval.session.store",
                    "dev.serval.settings",
                    "dev.serval.thread",
                    "dev.serval.valve",
                    "dev.serval.valve.address");

    /** No extensions. */
    public static final Extensions NONE = new Extensions();

    /** No extensions, since one of them cannot be used, which is reported. */
    public static final Extensions BROKEN = new Extensions();

    // Applications get these from elsewhere, or not at all.
    private static final List<String> SERVERS_OWN =
            List.of("dev.serval.", "java.", "javax.", "jakarta.annotation.", "org.slf4j.");

    // The filters that run in any container: an extension shows them, whose package is another.
    private static final String FILTERS = "dev.serval.filters";

    // The packages of the Servlet API itself; others below the name are of other APIs.
    private static final Set<String> SERVLET_API =
            Set.of(
                    "jakarta.servlet",
                    "jakarta.servlet.annotation",
                    "jakarta.servlet.descriptor",
                    "jakarta.servlet.http");

    private final Map<Kind<?>, Map<String, Offer<?>>> offers = new HashMap<>();
    private final List<Offer<?>> all = new ArrayList<>();
    private final Map<Offer<?>, String> origins = new IdentityHashMap<>();
    private final Map<String, ClassLoader> api = new HashMap<>();
    private final List<ExtensionLoader> loaders = new ArrayList<>();

    private Extensions() {}

    /**
     * The extensions of an installed server.
     *
     * @param roots base and home, in order
     * @throws ExtensionException if one cannot be used
     */
    public static Extensions in(Path... roots) throws ExtensionException {
        Extensions extensions = new Extensions();
        LinkedHashSet<Path> folders = new LinkedHashSet<>();
        for (Path root : roots) {
            folders.add(root.resolve(FOLDER).toAbsolutePath().normalize());
        }
        for (Path folder : folders) {
            for (Loaded loaded : ExtensionFolder.read(folder)) {
                extensions.loaders.add(loaded.loader());
                try {
                    extensions.add(loaded.extension(), loaded.loader());
                } catch (RuntimeException | LinkageError e) {
                    throw ExtensionFolder.failure(loaded.part(), "cannot be used", e);
                }
            }
        }
        return extensions;
    }

    /**
     * The extensions on the class path, for embedding. Throws {@link
     * java.util.ServiceConfigurationError} if one cannot be loaded.
     */
    public static Extensions onClassPath() {
        Extensions extensions = new Extensions();
        for (Extension extension : ServiceLoader.load(Extension.class)) {
            extensions.add(extension, extension.getClass().getClassLoader());
        }
        return extensions;
    }

    private void add(Extension extension, ClassLoader loader) {
        for (Offer<?> offer : extension.offers()) {
            String method = offer.authMethod();
            for (Offer<?> other : all) {
                if (method != null && method.equals(other.authMethod())) {
                    throw taken("the auth-method " + method, other);
                }
            }
            all.add(offer);
            for (String name : offer.classNames()) {
                Offer<?> other = taker(offer.kind().element(), name);
                if (other != null) {
                    throw taken(name, other);
                }
                offers.computeIfAbsent(offer.kind(), key -> new LinkedHashMap<>()).put(name, offer);
            }
            origins.put(
                    offer,
                    loader instanceof ExtensionLoader
                            ? loader.toString()
                            : "extension " + extension.getClass().getName());
        }
        for (String name : extension.api()) {
            boolean below =
                    name.equals(FILTERS)
                            || name.startsWith(extension.getClass().getPackageName() + ".");
            boolean own =
                    SERVLET_API.contains(name)
                            || SERVERS_OWN.stream().anyMatch(each -> (name + ".").startsWith(each));
            if (!below && own) {
                throw new IllegalStateException(
                        "its api() names the package " + name + ", which is not its own");
            }
            if (api.putIfAbsent(name, loader) != null) {
                throw new IllegalStateException(
                        "its api() names the package " + name + ", as another extension's does");
            }
        }
    }

    /** The offer that has a name, also of another kind with the same element; null if none has. */
    private Offer<?> taker(String element, String name) {
        return offers.entrySet().stream()
                .filter(each -> Objects.equals(each.getKey().element(), element))
                .map(each -> each.getValue().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private IllegalStateException taken(String name, Offer<?> by) {
        return new IllegalStateException(
                "the "
                        + origins.getOrDefault(by, "same extension")
                        + " answers to "
                        + name
                        + " already");
    }

    /** The extension that has thrown an exception, for messages; null if none has. */
    public static String thrower(Throwable thrown) {
        return ExtensionLoader.thrower(thrown);
    }

    /** The extension of a class, for messages; null if there is none. */
    public static String of(Class<?> type) {
        return type.getClassLoader() instanceof ExtensionLoader loader ? loader.toString() : null;
    }

    /** All of them, each with the name of its extension for messages. */
    public Map<Offer<?>, String> origins() {
        return Collections.unmodifiableMap(origins);
    }

    /** The offers of a kind by their class names. */
    public Map<String, Offer<?>> offers(Kind<?> kind) {
        return offers.getOrDefault(kind, Map.of());
    }

    /** The offers of a kind that is not configured by name, in order. */
    @SuppressWarnings("unchecked") // offers of a kind make its type
    public <T> List<Offer<T>> all(Kind<T> kind) {
        return all.stream()
                .filter(offer -> offer.kind().equals(kind))
                .map(offer -> (Offer<T>) offer)
                .toList();
    }

    /** The packages for applications by name, each with the loader of its classes. */
    public Map<String, ClassLoader> api() {
        return Map.copyOf(api);
    }

    /** Closes the jars. Loaded classes stay usable. */
    @Override
    public void close() {
        try {
            for (ExtensionLoader loader : loaders) {
                loader.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
