package dev.serval.servlet;

import dev.serval.servlet.registration.Registrations;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The servlets, filters, listeners and initializers of a context, as they were given. Not
 * thread-safe.
 */
final class GivenComponents {
    /** A servlet as it was given: an instance, the name of a class, or neither yet. */
    record GivenServlet(
            Servlet instance,
            String className,
            int loadOnStartup,
            boolean asyncSupported,
            List<String> patterns,
            Map<String, String> init,
            MultipartConfigElement multipart) {}

    /** A filter as it was given: an instance, the name of a class, or neither yet. */
    record GivenFilter(
            String name,
            Filter instance,
            String className,
            boolean asyncSupported,
            Map<String, String> init) {}

    /** Which calls a filter is for. */
    record GivenMapping(
            String filter,
            Set<DispatcherType> types,
            List<String> urlPatterns,
            List<String> servletNames) {}

    /** A listener: an instance, or the name of a class. */
    record GivenListener(EventListener instance, String className) {}

    /** An initializer with the classes that it asked for; none when it has not, or found none. */
    record GivenInitializer(ServletContainerInitializer initializer, Set<Class<?>> handled) {
        /**
         * The set for onStartup, a copy that libraries may change; null if there is none (§8.2.4).
         */
        Set<Class<?>> given() {
            return handled.isEmpty() ? null : new LinkedHashSet<>(handled);
        }
    }

    final String path;
    final Map<String, GivenServlet> servlets = new LinkedHashMap<>();
    final Map<String, Map<String, String>> servletParameters = new LinkedHashMap<>();
    final Map<String, String> fileParameters = new LinkedHashMap<>();
    final Map<String, Map<String, String>> fileServlets = new LinkedHashMap<>();
    final Map<String, Map<String, String>> webdavServlets = new LinkedHashMap<>();
    final Map<String, List<String>> servletMappings = new LinkedHashMap<>();
    // Components without a class so far, and where each is declared.
    final Map<String, String> preliminary = new LinkedHashMap<>();
    final List<GivenFilter> filters = new ArrayList<>();
    final List<GivenMapping> filterMappings = new ArrayList<>();
    final List<GivenListener> listeners = new ArrayList<>();
    final List<GivenInitializer> initializers = new ArrayList<>();
    final Map<String, Optional<ServletSecurityElement>> servletSecurity = new LinkedHashMap<>();
    final Map<String, Map<String, String>> roleLinks = new LinkedHashMap<>();
    final Map<String, String> runAs = new LinkedHashMap<>();

    GivenComponents(String path) {
        this.path = path;
    }

    /** Throws IllegalArgumentException if there is a servlet of that name. */
    void requireNew(String servlet) {
        if (isServlet(servlet)) {
            throw new IllegalArgumentException(
                    "context '" + path + "' has two servlets named " + servlet);
        }
    }

    private boolean isServlet(String name) {
        return servlets.containsKey(name)
                || fileServlets.containsKey(name)
                || webdavServlets.containsKey(name);
    }

    /**
     * Throws IllegalArgumentException if there is a parameter or a pattern for an unknown servlet.
     *
     * @param hasFiles whether the server brings a servlet for them
     */
    void requireServlets(boolean hasFiles) {
        for (String servlet : servletParameters.keySet()) {
            if (!servlets.containsKey(servlet)) {
                throw missing(servlet);
            }
        }
        for (String servlet : servletMappings.keySet()) {
            // The server's servlet for files, by the name that Tomcat's users know.
            if (!isServlet(servlet) && !(hasFiles && servlet.equals(Registrations.DEFAULT))) {
                throw missing(servlet);
            }
        }
    }

    private IllegalArgumentException missing(String servlet) {
        return new IllegalArgumentException(
                "context '" + path + "' has no servlet named " + servlet);
    }
}
