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

/** The extensions of a server: what they offer, and what applications see of them. Immutable. */
public final class Extensions implements AutoCloseable {
    /** The directory in the installation, and in the base. */
    public static final String FOLDER = "lib/extensions";

    /**
     * The packages of the server that an extension uses: of its classes, one of an installed server
     * sees these and no others.
     */
    public static final Set<String> SPI =
            Set.of(
                    "dev.serval.buffer",
                    "dev.serval.extension",
                    "dev.serval.http",
                    "dev.serval.lifecycle",
                    "dev.serval.net",
                    "dev.serval.pages",
                    "dev.serval.security",
                    "dev.serval.session",
                    "dev.serval.settings",
                    "dev.serval.thread",
                    "dev.serval.valve",
                    "dev.serval.valve.address");

    /** None at all. */
    public static final Extensions NONE = new Extensions();

    /** None, where there would be some: one of them cannot be used, which is told. */
    public static final Extensions BROKEN = new Extensions();

    // Applications have these from elsewhere, or not at all.
    private static final List<String> SERVERS_OWN =
            List.of("dev.serval.", "java.", "javax.", "jakarta.annotation.", "org.slf4j.");

    // Those with which the Servlet API has its own; others below the name are of other APIs.
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
     * Those of an installed server.
     *
     * @param roots base and home; in the order in which they are looked at
     * @throws ExtensionException when one cannot be used
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
                    throw ExtensionFolder.failure(
                            folder, "has " + loaded.loader() + " which cannot be used", e);
                }
            }
        }
        return extensions;
    }

    /**
     * Those on the class path, for whoever embeds. Throws {@link
     * java.util.ServiceConfigurationError} when one cannot be loaded.
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
            if (method != null && all.stream().anyMatch(o -> method.equals(o.authMethod()))) {
                throw new IllegalStateException(
                        "another one answers to the auth-method " + method + " already");
            }
            all.add(offer);
            for (String name : offer.classNames()) {
                if (isTaken(offer.kind().element(), name)) {
                    throw new IllegalStateException("another one answers to " + name + " already");
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
            if (SERVLET_API.contains(name)
                    || SERVERS_OWN.stream().anyMatch(own -> (name + ".").startsWith(own))) {
                throw new IllegalStateException(
                        "its api() names the package " + name + ", which is not its own");
            }
            if (api.putIfAbsent(name, loader) != null) {
                throw new IllegalStateException(
                        "its api() names the package " + name + ", as another extension's does");
            }
        }
    }

    /** Also by something of another kind: its element would be the same. */
    private boolean isTaken(String element, String name) {
        return offers.entrySet().stream()
                .anyMatch(
                        each ->
                                Objects.equals(each.getKey().element(), element)
                                        && each.getValue().containsKey(name));
    }

    /** What messages call the extension that has thrown something; null if none has. */
    public static String thrower(Throwable thrown) {
        return ExtensionLoader.thrower(thrown);
    }

    /** All of them, each with what messages call its extension. */
    public Map<Offer<?>, String> origins() {
        return Collections.unmodifiableMap(origins);
    }

    /** By the names that they answer to. */
    public Map<String, Offer<?>> offers(Kind<?> kind) {
        return offers.getOrDefault(kind, Map.of());
    }

    /** Those of a kind that is not configured by a name, in order. */
    @SuppressWarnings("unchecked") // the kind says what its offers make
    public <T> List<Offer<T>> all(Kind<T> kind) {
        return all.stream()
                .filter(offer -> offer.kind().equals(kind))
                .map(offer -> (Offer<T>) offer)
                .toList();
    }

    /** By their names, the packages that applications see, each with the loader of its classes. */
    public Map<String, ClassLoader> api() {
        return Map.copyOf(api);
    }

    /** Closes the jars. Classes stay usable as far as they are loaded. */
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
