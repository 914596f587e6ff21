package dev.serval.servlet;

import dev.serval.servlet.registration.Components;
import dev.serval.servlet.registration.Listeners;
import dev.serval.servlet.registration.RegisteredFilter;
import dev.serval.servlet.registration.RegisteredFilterMapping;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.Registrations;
import jakarta.servlet.ServletException;
import java.util.EventListener;
import java.util.List;
import java.util.Map;

/** Registers what the description of a context contains. Stateless. */
final class Descriptions {
    private Descriptions() {}

    /** Servlets, filters and mappings; throws IllegalArgumentException for what does not fit. */
    static void register(ContextDescription description, Registrations target) {
        GivenComponents components = description.given;
        components.servlets.forEach(
                (name, given) -> {
                    RegisteredServlet servlet =
                            new RegisteredServlet(
                                    target,
                                    name,
                                    given.className(),
                                    null,
                                    given.instance(),
                                    given.loadOnStartup());
                    if (given.instance() == null && !description.components.annotations()) {
                        servlet.ignoreAnnotations();
                    }
                    servlet.map(given.patterns());
                    servlet.map(components.servletMappings.getOrDefault(name, List.of()));
                    given.init().forEach(servlet::setInitParameter);
                    if (components.servletParameters.containsKey(name)) {
                        components.servletParameters.get(name).forEach(servlet::setInitParameter);
                    }
                    servlet.setAsyncSupported(given.asyncSupported());
                    if (given.multipart() != null) {
                        servlet.setMultipartConfig(given.multipart());
                    }
                    if (components.servletSecurity.containsKey(name)) {
                        servlet.described(components.servletSecurity.get(name).orElse(null));
                    }
                    servlet.links(components.roleLinks.getOrDefault(name, Map.of()));
                    if (components.runAs.containsKey(name)) {
                        servlet.setRunAsRole(components.runAs.get(name));
                    }
                    target.add(servlet);
                });
        for (GivenComponents.GivenFilter given : components.filters) {
            RegisteredFilter filter =
                    new RegisteredFilter(
                            target, given.name(), given.className(), null, given.instance());
            given.init().forEach(filter::setInitParameter);
            filter.setAsyncSupported(given.asyncSupported());
            target.add(filter);
        }
        for (GivenComponents.GivenMapping given : components.filterMappings) {
            RegisteredFilter filter = target.filtersByName().get(given.filter());
            if (filter == null) {
                throw new IllegalArgumentException(
                        "context '" + description.path + "' has no filter named " + given.filter());
            }
            target.map(
                    new RegisteredFilterMapping(
                            filter, given.types(), given.urlPatterns(), given.servletNames()),
                    true);
        }
    }

    /** Makes the listeners of descriptors; those of initializers follow them. */
    static void listen(
            List<GivenComponents.GivenListener> described, Components components, Listeners target)
            throws ServletException {
        for (GivenComponents.GivenListener given : described) {
            EventListener listener = given.instance();
            if (listener == null) {
                listener = components.make(given.className(), EventListener.class, "listener");
            }
            try {
                target.add(listener, false);
            } catch (IllegalArgumentException e) {
                throw new ServletException(e.getMessage(), e);
            }
        }
        target.described();
    }
}
