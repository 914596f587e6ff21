package dev.serval.websocket.coder;

import jakarta.websocket.DeploymentException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

/** Creates objects of classes that an application names. Stateless. */
public final class NewInstance {
    private NewInstance() {}

    /**
     * Whether one can be created.
     *
     * @param what its purpose, for the message
     */
    public static void check(Class<?> type, String what) throws DeploymentException {
        boolean inner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        boolean able = !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && !inner;
        try {
            if (able) {
                type.getDeclaredConstructor();
                return;
            }
        } catch (NoSuchMethodException e) {
            // Reported below.
        }
        throw new DeploymentException(
                "the "
                        + what
                        + " "
                        + type.getName()
                        + " cannot be made: it has to be a class with a constructor without"
                        + " parameters");
    }

    /** Throws the exception of the constructor as the cause of an InstantiationException. */
    public static <T> T of(Class<T> type) throws InstantiationException {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            InstantiationException failure =
                    new InstantiationException(type.getName() + " cannot be made: " + cause);
            failure.initCause(cause);
            throw failure;
        }
    }
}
