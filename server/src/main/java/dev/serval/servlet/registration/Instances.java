package dev.serval.servlet.registration;

import jakarta.servlet.ServletException;
import java.lang.reflect.InvocationTargetException;

/** Makes the objects of an application from its classes. Stateless. */
final class Instances {
    private Instances() {}

    /**
     * The class of that name; it is not initialised. Throws ServletException, with the class, what
     * it was to be and the root cause in its message.
     *
     * @param what for the message: servlet, filter, listener
     */
    static <T> Class<? extends T> load(
            ClassLoader loader, String className, Class<T> kind, String what)
            throws ServletException {
        try {
            return Class.forName(className, false, loader).asSubclass(kind);
        } catch (ClassNotFoundException e) {
            throw new ServletException(what + " class " + className + " is not there", e);
        } catch (ClassCastException e) {
            // Without its cause, which would say less.
            throw new ServletException(what + " class " + className + " is no " + kind.getName());
        } catch (LinkageError e) {
            throw new ServletException(what + " class " + className + " cannot be loaded: " + e, e);
        }
    }

    /** A new object of a class, by its constructor without parameters. */
    static <T> T of(Class<? extends T> type, String what) throws ServletException {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw new ServletException(
                    what + " class " + type.getName() + " failed in its constructor: " + cause,
                    cause);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new ServletException(
                    what + " class " + type.getName() + " cannot be instantiated: " + e, e);
        }
    }
}
