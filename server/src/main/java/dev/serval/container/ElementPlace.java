package dev.serval.container;

import dev.serval.config.AuthenticatorConfig;
import dev.serval.config.ElementFactory;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.Authenticator;
import dev.serval.security.HashThreads;
import dev.serval.security.LoginConfig;
import dev.serval.security.UserFiles;
import dev.serval.security.Users;
import dev.serval.servlet.ContextBuilder;
import dev.serval.settings.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where something that is configured is made. Immutable.
 *
 * @param parent the element that it stands in
 * @param login how users log in to an application; null outside of one
 */
record ElementPlace(String parent, Layout layout, LoginConfig login) implements Place, UserFiles {
    /**
     * Makes what an element stands for.
     *
     * @param at where it stands, for messages
     * @throws LifecycleException that names the place
     */
    <T> T make(Factory<T> factory, Location at, String element) throws LifecycleException {
        return ElementFactory.make(factory, at, element, this);
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

    /**
     * Says how users log in to an application; that is to be started and stopped with it.
     *
     * @param config null where nobody is asked to
     */
    ContextAuthenticator login(ContextBuilder builder, AuthenticatorConfig config)
            throws LifecycleException {
        if (config == null) {
            return new ContextAuthenticator(null);
        }
        Authenticator made = make(config.factory(), config.at(), "Authenticator");
        builder.authenticator(made, config.settings());
        return new ContextAuthenticator(made);
    }

    @Override
    public Path file(String path) {
        return layout.resolve(path);
    }

    @Override
    public <S> S service(Class<S> type) {
        Object found = type == LoginConfig.class ? login : this;
        if (!type.isInstance(found)) {
            throw new IllegalArgumentException("the server has no " + type.getName());
        }
        return type.cast(found);
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
