package dev.serval.servlet;

import jakarta.servlet.ServletException;
import java.util.EventListener;
import java.util.List;
import java.util.Map;

/** Makes what a context was described with into registrations. Stateless. */
final class Descriptions {
    private Descriptions() {}

    /** Servlets, filters and mappings; throws IllegalArgumentException for what does not fit. */
    static void register(ContextBuilder builder, AppContext context, Registrations target) {
        builder.servlets.forEach(
                (name, given) -> {
                    RegisteredServlet servlet =
                            new RegisteredServlet(
                                    context,
                                    name,
                                    given.className(),
                                    null,
                                    given.instance(),
                                    given.loadOnStartup());
                    if (given.instance() == null && !builder.components.annotations()) {
                        servlet.ignoreAnnotations();
                    }
                    servlet.map(given.patterns());
                    servlet.map(builder.servletMappings.getOrDefault(name, List.of()));
                    given.init().forEach(servlet::setInitParameter);
                    if (builder.servletParameters.containsKey(name)) {
                        builder.servletParameters.get(name).forEach(servlet::setInitParameter);
                    }
                    servlet.setAsyncSupported(given.asyncSupported());
                    if (given.multipart() != null) {
                        servlet.setMultipartConfig(given.multipart());
                    }
                    if (builder.servletSecurity.containsKey(name)) {
                        servlet.described(builder.servletSecurity.get(name).orElse(null));
                    }
                    servlet.links(builder.roleLinks.getOrDefault(name, Map.of()));
                    if (builder.runAs.containsKey(name)) {
                        servlet.setRunAsRole(builder.runAs.get(name));
                    }
                    target.add(servlet);
                });
        for (ContextBuilder.GivenFilter given : builder.filters) {
            RegisteredFilter filter =
                    new RegisteredFilter(
                            context, given.name(), given.className(), null, given.instance());
            given.init().forEach(filter::setInitParameter);
            filter.setAsyncSupported(given.asyncSupported());
            target.add(filter);
        }
        for (ContextBuilder.GivenMapping given : builder.filterMappings) {
            RegisteredFilter filter = target.filtersByName().get(given.filter());
            if (filter == null) {
                throw new IllegalArgumentException(
                        "context '" + builder.path + "' has no filter named " + given.filter());
            }
            target.map(
                    new FilterMapping(
                            filter, given.types(), given.urlPatterns(), given.servletNames()),
                    true);
        }
    }

    /** Makes the listeners, those of descriptors first. */
    static void listen(
            List<ContextBuilder.GivenListener> described,
            Components components,
            Listeners target,
            List<EventListener> added)
            throws ServletException {
        for (ContextBuilder.GivenListener given : described) {
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
        added.forEach(listener -> target.add(listener, true));
    }
}
