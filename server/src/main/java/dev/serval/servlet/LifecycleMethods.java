package dev.serval.servlet;

import jakarta.servlet.ServletException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the annotations of a class ask for (Servlet 6.1 §15.5). Immutable. Annotations are known by
 * their names, since an application may have its own copy of their classes.
 *
 * @param postConstruct methods to be called after the constructor, those of superclasses first
 * @param preDestroy methods to be called at the end, those of superclasses last
 * @param injections annotations that want something injected, which nobody does
 */
record LifecycleMethods(
        List<Method> postConstruct, List<Method> preDestroy, Set<String> injections) {
    private static final String POST_CONSTRUCT = "jakarta.annotation.PostConstruct";
    private static final String PRE_DESTROY = "jakarta.annotation.PreDestroy";
    private static final Set<String> INJECTING =
            Set.of(
                    "jakarta.annotation.Resource",
                    "jakarta.annotation.Resources",
                    "jakarta.ejb.EJB",
                    "jakarta.ejb.EJBs",
                    "jakarta.persistence.PersistenceContext",
                    "jakarta.persistence.PersistenceContexts",
                    "jakarta.persistence.PersistenceUnit",
                    "jakarta.persistence.PersistenceUnits",
                    "jakarta.xml.ws.WebServiceRef",
                    "jakarta.xml.ws.WebServiceRefs",
                    "jakarta.inject.Inject");

    /** Looks at a class; throws ServletException for a method that cannot be what it says. */
    static LifecycleMethods of(Class<?> type) throws ServletException {
        List<Method> begin = new ArrayList<>();
        List<Method> end = new ArrayList<>();
        Set<String> injections = new TreeSet<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            note(c, injections);
            for (var field : c.getDeclaredFields()) {
                note(field, injections);
            }
            add(c, POST_CONSTRUCT, begin);
            add(c, PRE_DESTROY, end);
            for (Method method : c.getDeclaredMethods()) {
                note(method, injections);
            }
        }
        Collections.reverse(begin);
        return new LifecycleMethods(
                List.copyOf(begin), List.copyOf(end), Collections.unmodifiableSet(injections));
    }

    private static void note(AnnotatedElement element, Set<String> injections) {
        for (Annotation annotation : element.getAnnotations()) {
            String name = annotation.annotationType().getName();
            if (INJECTING.contains(name)) {
                injections.add("@" + name.substring(name.lastIndexOf('.') + 1));
            }
        }
    }

    /** Adds the one method of a class, unless a subclass has overridden it. */
    private static void add(Class<?> type, String name, List<Method> methods)
            throws ServletException {
        Method found = null;
        for (Method method : type.getDeclaredMethods()) {
            if (method.isBridge() || !has(method, name)) {
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
