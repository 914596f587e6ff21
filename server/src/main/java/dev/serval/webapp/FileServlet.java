package dev.serval.webapp;

import java.util.Set;

/** Which definitions of a descriptor are servlets for files, by Tomcat's names. Stateless. */
final class FileServlet {
    /** The name of the default servlet. */
    static final String NAME = "default";

    private static final Set<String> CLASSES =
            Set.of(
                    "org.apache.catalina.servlets.DefaultServlet",
                    "dev.serval.files.DefaultServlet");

    private FileServlet() {}

    /** Whether a definition is a servlet for files. */
    static boolean is(Definition servlet) {
        String type = servlet.setting(Definition.CLASS);
        return type == null ? servlet.name().equals(NAME) : CLASSES.contains(type);
    }

    /** The default servlet; null if none is defined. */
    static Definition behindAll(WebXml xml) {
        for (ServletMapping mapping : xml.servletMappings()) {
            Definition servlet = xml.servlets().get(mapping.servlet());
            if (mapping.patterns().contains("/") && counts(servlet)) {
                return servlet;
            }
        }
        Definition servlet = xml.servlets().get(NAME);
        return counts(servlet) ? servlet : null;
    }

    private static boolean counts(Definition servlet) {
        return servlet != null && servlet.enabled() && is(servlet);
    }

    static boolean isMapped(String servlet, WebXml xml) {
        return xml.servletMappings().stream().anyMatch(m -> m.servlet().equals(servlet));
    }
}
