package dev.serval.container;

import dev.serval.config.ContextEntry;
import dev.serval.config.ResourceConfig;
import dev.serval.config.ResourceLinkConfig;
import dev.serval.config.ResourceReader;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Place;
import dev.serval.extension.PoolFigures;
import dev.serval.extension.ResourceElement;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.naming.NamedObject;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserFiles;
import dev.serval.settings.NearestName;
import dev.serval.webapp.Bindings;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources of one application, or of all: each is created at its look-up, and closed when its
 * owner stops. Thread-safe.
 */
final class NamedResources implements Bindings, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NamedResources.class);

    /** The limit of remembered messages, which may all be different. */
    private static final int MOST_TOLD = 100;

    private final Place place;
    private final Extensions extensions;
    private final ClassLoader loader;
    private final Map<String, Object> globals;
    private final Map<String, ContextEntry<Object>> context = new LinkedHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Deque<Made> made = new ArrayDeque<>(); // the last one first
    private boolean closed;

    private record Made(ResourceConfig config, Object object) {}

    private record Within(Place outer, ResourceElement element) implements Place {
        @Override
        public String parent() {
            return outer.parent();
        }

        @Override
        public Path file(String path) {
            return outer.file(path);
        }

        @Override
        public <S> S service(Class<S> type) {
            return type == ResourceElement.class ? type.cast(element) : outer.service(type);
        }
    }

    /**
     * @param place of their elements
     * @param extensions offered beside those of the server itself
     * @param loader of the classes that create them
     * @param given values and factories, by name
     * @param globals the targets of links, by name
     */
    NamedResources(
            Place place,
            Extensions extensions,
            ClassLoader loader,
            Map<String, ContextEntry<Object>> given,
            Map<String, Object> globals) {
        this.place = place;
        this.extensions = extensions;
        this.loader = loader;
        this.globals = globals;
        given.forEach(
                (name, entry) ->
                        context.put(
                                name, new ContextEntry<>(bound(entry.value()), entry.override())));
    }

    @Override
    public Map<String, ContextEntry<Object>> context() {
        return context;
    }

    @Override
    public Map<String, Object> globals() {
        return globals;
    }

    @Override
    public Object defined(XmlElement resource, Consumer<Problem> problems) {
        return bound(ResourceReader.described(resource, extensions, problems));
    }

    /** A value is bound to itself. */
    private Object bound(Object value) {
        if (value instanceof ResourceConfig config) {
            return new NamedObject(
                    String.valueOf(config.element().type()),
                    config.singleton(),
                    () -> make(config));
        }
        return value instanceof ResourceLinkConfig link ? linked(link) : value;
    }

    private Object make(ResourceConfig config) throws NamingException {
        ResourceElement element = config.element();
        if (config.absence() != null) {
            throw new NameNotFoundException(element + " is not bound: " + config.absence());
        }
        Object object;
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            object = config.factory().make(new Within(place, element.with(loader)));
        } catch (Exception | LinkageError e) {
            throw failure(element, e);
        } finally {
            ContextClassLoader.leave(before);
        }
        if (config.singleton()) {
            keep(config, object);
        }
        return object;
    }

    private void keep(ResourceConfig config, Object object) throws NamingException {
        synchronized (made) {
            if (!closed) {
                made.push(new Made(config, object));
                return;
            }
        }
        end(config, object);
        throw new NamingException(config.element() + " is closed: its owner has stopped");
    }

    /** The pools of connections that were made so far. */
    List<RunningPool> pools() {
        synchronized (made) {
            List<RunningPool> pools = new ArrayList<>();
            for (Made each : made) {
                ResourceElement element = each.config().element();
                if (each.object() instanceof PoolFigures figures) {
                    pools.add(
                            new RunningPool(
                                    element.name(), String.valueOf(element.type()), figures));
                }
            }
            return pools;
        }
    }

    private NamingException failure(ResourceElement element, Throwable thrown) {
        Throwable cause =
                thrown instanceof InvocationTargetException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown;
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        String message =
                "SRV-0672 " + element + " cannot be made: " + element.withoutSecrets(reason);
        if (told.size() < MOST_TOLD && told.add(message)) {
            LOG.warn(message);
        }
        NamingException failure = new NamingException(message);
        boolean discreet = true;
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String text = String.valueOf(each.getMessage());
            discreet &= element.withoutSecrets(text).equals(text);
        }
        if (discreet) {
            failure.setRootCause(cause);
        }
        return failure;
    }

    private Object linked(ResourceLinkConfig link) {
        String type = link.element().type();
        return new NamedObject(
                String.valueOf(type),
                false,
                () -> {
                    // Only an application with such a link sees the stored passwords.
                    UserDatabase users = place.service(UserFiles.class).database(link.global());
                    if (users != null) {
                        return users;
                    }
                    Object target = globals.get(link.global());
                    if (target == null) {
                        throw new NameNotFoundException(
                                link + " is not bound: " + absence(link, globals.keySet()));
                    }
                    Object object = target instanceof NamedObject named ? named.get() : target;
                    if (type != null && !isOf(object.getClass(), type)) {
                        throw new NamingException(
                                link
                                        + " is to be of the type "
                                        + type
                                        + ", but "
                                        + link.global()
                                        + " of GlobalNamingResources is of "
                                        + object.getClass().getName());
                    }
                    return object;
                });
    }

    /**
     * The links without a target, as warnings.
     *
     * @param globals the names in GlobalNamingResources
     */
    static List<Problem> vain(Map<String, ContextEntry<Object>> given, Set<String> globals) {
        List<Problem> vain = new ArrayList<>();
        for (ContextEntry<Object> entry : given.values()) {
            if (entry.value() instanceof ResourceLinkConfig link
                    && !globals.contains(link.global())) {
                vain.add(
                        Problem.of(
                                Severity.WARNING,
                                link.element().at(),
                                "the ResourceLink "
                                        + link.element().name()
                                        + " is not bound: "
                                        + absence(link, globals)));
            }
        }
        return vain;
    }

    private static String absence(ResourceLinkConfig link, Set<String> globals) {
        return "GlobalNamingResources has nothing named "
                + link.global()
                + NearestName.hint(link.global(), new TreeSet<>(globals));
    }

    /** By name, as a class of the same name from another loader would not fit anyway. */
    private static boolean isOf(Class<?> type, String name) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals(name) || isOf(type.getSuperclass(), name)) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isOf(each, name)) {
                return true;
            }
        }
        return false;
    }

    /** Closes the created resources, the last one first. */
    @Override
    public void close() {
        Deque<Made> all;
        synchronized (made) {
            closed = true;
            all = new ArrayDeque<>(made);
            made.clear();
        }
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            all.forEach(each -> end(each.config(), each.object()));
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    private static void end(ResourceConfig config, Object object) {
        String method = config.closeMethod();
        try {
            if (method == null) {
                if (object instanceof AutoCloseable closeable) {
                    closeable.close();
                }
            } else if (!method.isEmpty()) {
                object.getClass().getMethod(method).invoke(object);
            }
        } catch (Exception | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            String reason = config.element().withoutSecrets(String.valueOf(cause));
            LOG.warn("SRV-0673 {} could not be closed: {}", config.element(), reason);
        }
    }
}
