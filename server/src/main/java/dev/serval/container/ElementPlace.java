package dev.serval.container;

import dev.serval.certificate.CertificateOrders;
import dev.serval.config.AuthenticatorConfig;
import dev.serval.config.ElementFactory;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.lifecycle.ApplicationStatuses;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.metrics.Metering;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.StartedWith;
import dev.serval.naming.NamingEntries;
import dev.serval.naming.NamingScope;
import dev.serval.security.Authenticator;
import dev.serval.security.LoginConfig;
import dev.serval.security.LoginThreads;
import dev.serval.security.RealmResources;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserFiles;
import dev.serval.security.Users;
import dev.serval.servlet.ContextBuilder;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;

/**
 * Where the object of an element is made. Immutable.
 *
 * @param parent the parent element
 * @param login how users log in to an application; null outside of one
 * @param directory of its own files; null if there is none
 * @param host the name of its host; null outside of one
 */
record ElementPlace(String parent, Layout layout, LoginConfig login, Path directory, String host)
        implements Place, UserFiles, RealmResources {
    private static final String GLOBAL = "java:global/";

    /**
     * Makes the object of an element.
     *
     * @param at its place, for messages
     * @throws LifecycleException that names the place
     */
    <T> T make(Factory<T> factory, Location at, String element) throws LifecycleException {
        return ElementFactory.make(factory, at, element, this);
    }

    /** One of each offer that needs no configuration. */
    <T> List<T> all(Kind<T> kind) throws LifecycleException {
        List<T> all = new ArrayList<>();
        for (Offer<T> offer : layout.loaders().extensions().all(kind)) {
            Factory<T> factory = offer.declaration().get().reader().read(null);
            all.add(make(factory, Location.NONE, kind.type().getSimpleName()));
        }
        return all;
    }

    /**
     * Sets how users log in to an application; the result is to be started and stopped with it.
     *
     * @param config null if users are not asked to log in
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
        Object found = this;
        if (type == LoginConfig.class) {
            found = login;
        } else if (type == ApplicationStatuses.class) {
            found = layout.statuses().in(host);
        } else if (type == RunningServer.class) {
            found = layout.monitored();
        } else if (type == Metering.class) {
            found = layout.monitored().metering();
        } else if (type == StartedWith.class) {
            found = layout.monitored().given();
        } else if (type == CertificateOrders.class) {
            found = layout.orders().claim();
        } else if (type == ClassLoader.class) {
            found = shared();
        }
        if (!type.isInstance(found)) {
            throw new IllegalArgumentException("the server has no " + type.getName());
        }
        return type.cast(found);
    }

    /** The classes that all applications see. */
    private ClassLoader shared() {
        try {
            return layout.loaders().parent(layout);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Object global(String name) throws NamingException {
        Map<String, Object> entries = new HashMap<>();
        try {
            layout.loaders()
                    .globals(layout)
                    .forEach((each, value) -> entries.put(GLOBAL + each, value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found(new NamingEntries(entries), GLOBAL + name);
    }

    @Override
    public Object ofApplication(String name) throws NamingException {
        NamingScope scope = NamingScope.ofThread();
        return found(scope == null ? NamingEntries.NONE : scope.namingEntries(), name);
    }

    private static Object found(NamingEntries entries, String name) throws NamingException {
        Object found = entries.find(name);
        if (found == null) {
            throw new NameNotFoundException(entries.absence(name));
        }
        return found;
    }

    @Override
    public Supplier<Users> users(String file) {
        return layout.databases().of(file, layout);
    }

    @Override
    public UserDatabase database(String name) {
        return layout.databases().named(name, this);
    }

    @Override
    public LoginThreads hashThreads() {
        return layout.databases().hashThreads();
    }
}
