package dev.serval.servlet.registration;

import dev.serval.naming.NamingEntries;
import dev.serval.servlet.settings.ComponentSettings;
import jakarta.annotation.Resource;
import jakarta.servlet.ServletException;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.naming.NamingException;

/**
 * A field or setter of a class that gets a value of {@code java:comp/env} before any method of the
 * object is called (Servlet 6.1 §15.5.5). Immutable.
 *
 * @param member the field or the setter
 * @param type of what it takes
 * @param entry below {@code java:comp/env}, or with its scheme
 * @param lookup another name, used if that one is not bound; null if there is none
 */
record Injection(Member member, Class<?> type, String entry, String lookup) {
    // The deployer may set the value; the field then keeps what it has.
    private static final Set<Class<?>> VALUES =
            Set.of(
                    String.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    Character.class,
                    Class.class);

    /** Adds the injections of one class, without its superclasses. Throws for an invalid one. */
    static void addTo(List<Injection> all, Class<?> type, ComponentSettings settings)
            throws ServletException {
        List<Injection> own = new ArrayList<>();
        if (settings.annotations()) {
            for (Field field : type.getDeclaredFields()) {
                Resource resource = field.getAnnotation(Resource.class);
                if (resource != null) {
                    own.add(annotated(resource, field, field.getName(), field.getType()));
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                Resource resource = method.getAnnotation(Resource.class);
                if (resource != null && !method.isBridge()) {
                    requireSetter(method);
                    own.add(
                            annotated(
                                    resource,
                                    method,
                                    property(method),
                                    method.getParameterTypes()[0]));
                }
            }
        }
        for (ComponentSettings.Target target : settings.targets()) {
            if (target.className().equals(type.getName())) {
                Injection given = described(type, target);
                own.removeIf(other -> other.member.equals(given.member));
                own.add(given);
            }
        }
        all.addAll(own);
    }

    private static Injection annotated(
            Resource resource, Member member, String property, Class<?> type)
            throws ServletException {
        requireChangeable(member);
        String name = resource.name();
        String entry =
                name.isEmpty() ? member.getDeclaringClass().getName() + "/" + property : name;
        return new Injection(
                member, type, entry, resource.lookup().isEmpty() ? null : resource.lookup());
    }

    /** The setter of a property, otherwise its field. */
    private static Injection described(Class<?> type, ComponentSettings.Target target)
            throws ServletException {
        String setter =
                "set"
                        + target.member().substring(0, 1).toUpperCase(Locale.ROOT)
                        + target.member().substring(1);
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(setter)
                    && method.getParameterCount() == 1
                    && method.getReturnType() == void.class) {
                requireChangeable(method);
                return new Injection(method, method.getParameterTypes()[0], target.entry(), null);
            }
        }
        try {
            Field field = type.getDeclaredField(target.member());
            requireChangeable(field);
            return new Injection(field, field.getType(), target.entry(), null);
        } catch (NoSuchFieldException e) {
            throw new ServletException(
                    "the injection-target of "
                            + target.entry()
                            + " is not there: "
                            + type.getName()
                            + " has neither a field "
                            + target.member()
                            + " nor a method "
                            + setter);
        }
    }

    /** As JavaBeans have it: {@code setURL} is of URL, {@code setName} of name. */
    private static String property(Method setter) {
        String name = setter.getName().substring(3);
        boolean acronym =
                name.length() > 1
                        && Character.isUpperCase(name.charAt(0))
                        && Character.isUpperCase(name.charAt(1));
        return acronym ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static void requireSetter(Method method) throws ServletException {
        String name = method.getName();
        if (!name.startsWith("set")
                || name.length() == 3
                || method.getParameterCount() != 1
                || method.getReturnType() != void.class) {
            throw new ServletException(
                    "Jakarta Annotations 3.0 §2.3: "
                            + shown(method)
                            + " cannot have @Resource: it is no setter, void and with one"
                            + " parameter");
        }
    }

    private static void requireChangeable(Member member) throws ServletException {
        boolean fixed = member instanceof Field && Modifier.isFinal(member.getModifiers());
        if (fixed || Modifier.isStatic(member.getModifiers())) {
            throw new ServletException(
                    "Jakarta Annotations 3.0 §2.3: "
                            + shown(member)
                            + " cannot be injected: it is "
                            + (fixed ? "final" : "static"));
        }
    }

    private static String shown(Member member) {
        return member.getDeclaringClass().getName() + "." + member.getName();
    }

    /**
     * Injects it.
     *
     * @return why there is nothing to inject; null if it was injected
     * @throws ServletException if what is there does not fit, or the setter fails
     */
    String into(Object target, NamingEntries entries) throws ServletException {
        Object value;
        try {
            value = entries.find(entry);
            if (value == null && lookup != null) {
                value = entries.find(lookup);
            }
        } catch (NamingException e) {
            throw new ServletException(shown(member) + " cannot be injected: " + e.getMessage(), e);
        }
        if (value == null) {
            return VALUES.contains(boxed(type)) || type.isEnum()
                    ? null
                    : shown(member) + " (" + type.getName() + "): " + entries.absence(entry);
        }
        if (!boxed(type).isInstance(value)) {
            throw new ServletException(
                    shown(member)
                            + " cannot be injected: "
                            + entry
                            + " is of "
                            + value.getClass().getName()
                            + " and not of "
                            + type.getName());
        }
        try {
            ((AccessibleObject) member).setAccessible(true);
            if (member instanceof Field field) {
                field.set(target, value);
            } else {
                ((Method) member).invoke(target, value);
            }
            return null;
        } catch (InvocationTargetException e) {
            throw new ServletException(shown(member) + " failed: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new ServletException(shown(member) + " cannot be injected: " + e, e);
        }
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }
}
