package dev.serval.jsp;

import dev.serval.pages.ApplicationObjects;
import jakarta.servlet.ServletException;
import java.lang.reflect.InvocationTargetException;
import org.apache.tomcat.InstanceManager;

/** Initialises and destroys pages and tags like servlets. Thread-safe. */
final class PageObjects implements InstanceManager {
    private final ApplicationObjects objects;

    PageObjects(ApplicationObjects objects) {
        this.objects = objects;
    }

    @Override
    public Object newInstance(Class<?> type)
            throws IllegalAccessException,
                    InvocationTargetException,
                    InstantiationException,
                    NoSuchMethodException {
        Object made = type.getConstructor().newInstance();
        newInstance(made);
        return made;
    }

    @Override
    public Object newInstance(String name)
            throws IllegalAccessException,
                    InvocationTargetException,
                    InstantiationException,
                    ClassNotFoundException,
                    NoSuchMethodException {
        return newInstance(name, Thread.currentThread().getContextClassLoader());
    }

    @Override
    public Object newInstance(String name, ClassLoader loader)
            throws IllegalAccessException,
                    InvocationTargetException,
                    InstantiationException,
                    ClassNotFoundException,
                    NoSuchMethodException {
        return newInstance(loader.loadClass(name));
    }

    @Override
    public void newInstance(Object made) throws InvocationTargetException {
        try {
            objects.begin(made, "page or tag");
        } catch (ServletException e) {
            throw new InvocationTargetException(e);
        }
    }

    @Override
    public void destroyInstance(Object made) {
        objects.end(made);
    }
}
