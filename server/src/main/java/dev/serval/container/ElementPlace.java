package dev.serval.container;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.HashThreads;
import dev.serval.security.UserFiles;
import dev.serval.security.Users;
import dev.serval.settings.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where something that is configured is made. Immutable.
 *
 * @param parent the element that it stands in
 */
record ElementPlace(String parent, Layout layout) implements Place, UserFiles {
    /**
     * Makes what an element stands for.
     *
     * @param at where it stands, for messages
     * @throws LifecycleException that names the place
     */
    <T> T make(Factory<T> factory, Location at, String element) throws LifecycleException {
        try {
            return factory.make(this);
        } catch (LifecycleException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new LifecycleException(at + ": " + element + " cannot be made: " + reason, e);
        }
    }

    /** One of each that is there without being configured. */
    <T> List<T> all(Kind<T> kind) throws LifecycleException {
        List<T> all = new ArrayList<>();
        for (Offer<T> offer : layout.loaders().extensions().all(kind)) {
            Factory<T> factory = offer.declaration().get().reader().read(null);
            all.add(make(factory, Location.NONE, kind.type().getSimpleName()));
        }
        return all;
    }

    @Override
    public Path file(String path) {
        return layout.resolve(path);
    }

    @Override
    public <S> S service(Class<S> type) {
        if (!type.isInstance(this)) {
            throw new IllegalArgumentException("the server has no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public Supplier<Users> users(String file) {
        return layout.databases().of(layout.resolveEither(file));
    }

    @Override
    public String database(String name) {
        return layout.databases().path(name);
    }

    @Override
    public HashThreads hashThreads() {
        return layout.databases().hashThreads();
    }
}
