package dev.serval.jsp;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The configuration of the servlet of pages, with a place for compiled ones. Immutable.
 *
 * @param scratch null for the engine's own default
 */
record PageConfig(ServletConfig given, String scratch) implements ServletConfig {
    static final String SCRATCH = "scratchdir";

    @Override
    public String getServletName() {
        return given.getServletName();
    }

    @Override
    public ServletContext getServletContext() {
        return given.getServletContext();
    }

    @Override
    public String getInitParameter(String name) {
        return name.equals(SCRATCH) ? scratch : given.getInitParameter(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        List<String> names = new ArrayList<>(Collections.list(given.getInitParameterNames()));
        if (scratch != null && !names.contains(SCRATCH)) {
            names.add(SCRATCH);
        }
        return Collections.enumeration(names);
    }
}
