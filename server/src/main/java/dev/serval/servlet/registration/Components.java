package dev.serval.servlet.registration;

import dev.serval.naming.NamingEntries;
import dev.serval.naming.NamingScope;
import dev.serval.pages.ApplicationObjects;
import dev.serval.servlet.settings.ComponentSettings;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that a context makes from classes of its application, from constructor and
 * PostConstruct to PreDestroy (Servlet 6.1 §15.5). Thread-safe. Objects that an application has
 * made itself are not managed.
 */
public final class Components implements ApplicationObjects {
    private static final Logger LOG = LoggerFactory.getLogger(Components.class);

    private final ContextIdentity identity;
    private final ComponentSettings settings;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    // Objects with a PreDestroy, by identity, in the order of their creation.
    private final Map<Object, LifecycleMethods> made = new IdentityHashMap<>();
    private final List<Object> order = new ArrayList<>();

    // In the class, which may go before its application does.
    private final ClassValue<AtomicReference<LifecycleMethods>> known =
            new ClassValue<>() {
                @Override
                protected AtomicReference<LifecycleMethods> computeValue(Class<?> type) {
                    return new AtomicReference<>();
                }
            };

    public Components(ContextIdentity identity, ComponentSettings settings) {
        this.identity = identity;
        this.settings = settings;
    }

    /**
     * A new object of a class that is given by name. Throws ServletException, with the class, what
     * it was to be and the root cause in its message.
     *
     * @param what for the message: servlet, filter, listener
     */
    public <T> T make(String className, Class<T> kind, String what) throws ServletException {
        return make(Instances.load(identity.loader(), className, kind, what), what);
    }

    /** A new object of a class, which {@link #end} ends. */
    public <T> T make(Class<? extends T> type, String what) throws ServletException {
        LifecycleMethods methods = methods(type, what);
        T component = begun(type, methods, what);
        keep(component, methods);
        return component;
    }

    private void keep(Object component, LifecycleMethods methods) {
        if (!methods.preDestroy().isEmpty()) {
            synchronized (this) {
                made.put(component, methods);
                order.add(component);
            }
        }
    }

    /** Tags of pages are many: what their classes say is found out once. */
    @Override
    public void begin(Object given, String what) throws ServletException {
        AtomicReference<LifecycleMethods> kept = known.get(given.getClass());
        LifecycleMethods methods = kept.get();
        if (methods == null) {
            methods = methods(given.getClass(), what);
            kept.set(methods);
        }
        begin(given, methods, what);
        keep(given, methods);
    }

    /** A new object that lives no longer than a request, and is not ended. */
    public <T> T makeForRequest(Class<? extends T> type, String what) throws ServletException {
        return begun(type, methods(type, what), what);
    }

    private <T> T begun(Class<? extends T> type, LifecycleMethods methods, String what)
            throws ServletException {
        T component = Instances.of(type, what);
        begin(component, methods, what);
        return component;
    }

    private void begin(Object component, LifecycleMethods methods, String what)
            throws ServletException {
        inject(component, methods.injections(), what);
        try {
            LifecycleMethods.call(methods.postConstruct(), component);
        } catch (Throwable e) {
            throw new ServletException(
                    what
                            + " class "
                            + component.getClass().getName()
                            + " failed in its PostConstruct: "
                            + e,
                    e);
        }
    }

    private void inject(Object component, List<Injection> injections, String what)
            throws ServletException {
        if (injections.isEmpty()) {
            return;
        }
        NamingEntries entries =
                identity.loader() instanceof NamingScope scope
                        ? scope.namingEntries()
                        : NamingEntries.NONE;
        for (Injection injection : injections) {
            String absence = injection.into(component, entries);
            if (absence != null && warned.add(absence)) {
                LOG.warn(
                        "SRV-0645 {} of context '{}' has a @Resource that is not there: {}",
                        what,
                        identity.path(),
                        absence);
            }
        }
    }

    private LifecycleMethods methods(Class<?> type, String what) throws ServletException {
        LifecycleMethods methods;
        try {
            methods = LifecycleMethods.of(type, settings);
        } catch (LinkageError e) {
            throw new ServletException(
                    what + " class " + type.getName() + " cannot be linked: " + e, e);
        }
        if (!methods.skipped().isEmpty() && warned.add(type.getName())) {
            LOG.warn(
                    "SRV-0625 {} class {} of context '{}' has {}: skipped, there is nothing of that"
                            + " kind here",
                    what,
                    type.getName(),
                    identity.path(),
                    String.join(", ", methods.skipped()));
        }
        return methods;
    }

    /** The object goes out of service: calls its PreDestroy, once. */
    @Override
    public void end(Object component) {
        LifecycleMethods methods;
        synchronized (this) {
            methods = made.remove(component);
            if (methods == null) {
                return;
            }
            order.removeIf(one -> one == component);
        }
        try {
            LifecycleMethods.call(methods.preDestroy(), component);
        } catch (Throwable e) {
            // A failure of one object must not keep the others from being ended.
            LOG.warn(
                    "SRV-0626 {} of context '{}' failed in its PreDestroy",
                    component.getClass().getName(),
                    identity.path(),
                    e);
        }
    }

    /** Ends what is left, the last one first. */
    public void endAll() {
        List<Object> left;
        synchronized (this) {
            left = new ArrayList<>(order);
        }
        Collections.reverse(left);
        left.forEach(this::end);
    }
}
