package dev.serval.servlet.registration;

import dev.serval.servlet.settings.ComponentSettings;
import jakarta.servlet.ServletException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The injections and life cycle methods of a class, from annotations and descriptors (Servlet 6.1
 * §15.5). Immutable.
 *
 * @param injections the values that it gets after the constructor, those of superclasses first
 * @param postConstruct methods to be called then, those of superclasses first
 * @param preDestroy methods to be called at the end, those of superclasses last
 * @param skipped annotations that require something unavailable
 */
record LifecycleMethods(
        List<Injection> injections,
        List<Method> postConstruct,
        List<Method> preDestroy,
        Set<String> skipped) {
    private static final String POST_CONSTRUCT = "jakarta.annotation.PostConstruct";
    private static final String PRE_DESTROY = "jakarta.annotation.PreDestroy";
    private static final Set<String> INJECTING =
            Set.of(
                    "jakarta.jms.JMSConnectionFactoryDefinition",
                    "jakarta.jms.JMSConnectionFactoryDefinitions",
                    "jakarta.jms.JMSDestinationDefinition",
                    "jakarta.jms.JMSDestinationDefinitions",
                    "jakarta.mail.MailSessionDefinition",
                    "jakarta.mail.MailSessionDefinitions",
                    "jakarta.resource.AdministeredObjectDefinition",
                    "jakarta.resource.AdministeredObjectDefinitions",
                    "jakarta.resource.ConnectionFactoryDefinition",
                    "jakarta.resource.ConnectionFactoryDefinitions",
                    "jakarta.ejb.EJB",
                    "jakarta.ejb.EJBs",
                    "jakarta.persistence.PersistenceContext",
                    "jakarta.persistence.PersistenceContexts",
                    "jakarta.persistence.PersistenceUnit",
                    "jakarta.persistence.PersistenceUnits",
                    "jakarta.xml.ws.WebServiceRef",
                    "jakarta.xml.ws.WebServiceRefs",
                    "jakarta.inject.Inject");

    /** Reads a class; throws ServletException for an invalid method. */
    static LifecycleMethods of(Class<?> type, ComponentSettings settings) throws ServletException {
        List<Method> begin = new ArrayList<>();
        List<Method> end = new ArrayList<>();
        Set<String> skipped = new TreeSet<>();
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            classes.add(0, c);
            if (settings.annotations()) {
                note(c, skipped);
            }
            add(c, POST_CONSTRUCT, settings.postConstruct(), settings.annotations(), begin);
            add(c, PRE_DESTROY, settings.preDestroy(), settings.annotations(), end);
        }
        Collections.reverse(begin);
        List<Injection> injections = new ArrayList<>();
        for (Class<?> c : classes) {
            Injection.addTo(injections, c, settings);
        }
        return new LifecycleMethods(
                List.copyOf(injections),
                List.copyOf(begin),
                List.copyOf(end),
                Collections.unmodifiableSet(skipped));
    }

    private static void note(Class<?> type, Set<String> skipped) {
        note((AnnotatedElement) type, skipped);
        for (var field : type.getDeclaredFields()) {
            note(field, skipped);
        }
        for (Method method : type.getDeclaredMethods()) {
            note(method, skipped);
        }
    }

    private static void note(AnnotatedElement element, Set<String> skipped) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            String name = annotation.annotationType().getName();
            if (INJECTING.contains(name)) {
                skipped.add("@" + name.substring(name.lastIndexOf('.') + 1));
            }
        }
    }

    /**
     * Adds the method of a class, unless a subclass has overridden it. That of a descriptor
     * replaces an annotated one.
     */
    private static void add(
            Class<?> type,
            String name,
            Map<String, String> described,
            boolean annotations,
            List<Method> methods)
            throws ServletException {
        String given = described.get(type.getName());
        Method found = null;
        for (Method method : type.getDeclaredMethods()) {
            boolean meant =
                    given != null
                            ? method.getName().equals(given) && method.getParameterCount() == 0
                            : annotations && has(method, name);
            if (method.isBridge() || !meant) {
                continue;
            }
            if (found != null
                    || method.getParameterCount() > 0
                    || method.getReturnType() != void.class
                    || Modifier.isStatic(method.getModifiers())) {
                throw new ServletException(
                        "Jakarta Annotations 3.0 §2.5, §2.6: "
                                + type.getName()
                                + "."
                                + method.getName()
                                + " cannot be its @"
                                + name.substring(name.lastIndexOf('.') + 1)
                                + " method, the only one, void, without parameters and not static");
            }
            found = method;
        }
        if (found == null && given != null) {
            throw new ServletException(
                    "a descriptor names the method "
                            + type.getName()
                            + "."
                            + given
                            + " for @"
                            + name.substring(name.lastIndexOf('.') + 1)
                            + ", which is not there");
        }
        if (found != null && !isOverridden(found, methods)) {
            methods.add(found);
        }
    }

    private static boolean has(Method method, String name) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            if (annotation.annotationType().getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOverridden(Method method, List<Method> ofSubclasses) {
        return !Modifier.isPrivate(method.getModifiers())
                && ofSubclasses.stream().anyMatch(m -> m.getName().equals(method.getName()));
    }

    /** Calls methods of an object; throws what the first one that fails throws. */
    static void call(List<Method> methods, Object target) throws Throwable {
        for (Method method : methods) {
            method.setAccessible(true);
            try {
                method.invoke(target);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
