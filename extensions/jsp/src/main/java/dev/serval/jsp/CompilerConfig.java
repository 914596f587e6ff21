package dev.serval.jsp;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;

/** The configuration of the compiler without a servlet. Immutable. */
record CompilerConfig(ServletContext context, Map<String, String> parameters)
        implements ServletConfig {
    @Override
    public String getServletName() {
        return "jsp";
    }

    @Override
    public ServletContext getServletContext() {
        return context;
    }

    @Override
    public String getInitParameter(String name) {
        return parameters.get(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }
}
