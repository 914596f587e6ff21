package dev.serval.webapp;

import java.util.ArrayList;
import java.util.List;

/** Which servlet executes the JSP pages of an application that brings one. Stateless. */
final class BroughtEngine {
    /** Tomcat's and Jetty's, those that are built upon it, and that of the JSP project. */
    private static final List<String> KNOWN =
            List.of(
                    "org.apache.jasper.servlet.JspServlet",
                    "org.eclipse.jetty.ee11.jsp.JettyJspServlet",
                    "org.eclipse.jetty.ee10.jsp.JettyJspServlet",
                    "org.glassfish.wasp.servlet.JspServlet");

    private BroughtEngine() {}

    /** Whether pages are executed by such a class. */
    static boolean isKnown(String type) {
        return KNOWN.contains(type);
    }

    /**
     * The class of its servlet; null if there is none.
     *
     * @param loader of the application
     */
    static String of(WebXml xml, ClassLoader loader) {
        Definition pages = xml.servlets().get(Contribution.PAGES);
        String given = pages == null ? null : pages.setting(Definition.CLASS);
        if (given != null && isThere(given, loader)) {
            return given;
        }
        for (String name : KNOWN) {
            if (isThere(name, loader)) {
                return name;
            }
        }
        return null;
    }

    /** Whether the servlet with Tomcat's name for pages has a class of the application. */
    static boolean isNamed(WebXml xml, ClassLoader loader) {
        Definition pages = xml.servlets().get(Contribution.PAGES);
        String given = pages == null ? null : pages.setting(Definition.CLASS);
        return given != null && !isKnown(given) && isThere(given, loader);
    }

    /** Whether any servlet of the application is mapped to pages. */
    static boolean isMapped(WebXml xml, ClassLoader loader) {
        return xml.servletMappings().stream()
                .filter(mapping -> mapping.patterns().contains("*.jsp"))
                .map(mapping -> xml.servlets().get(mapping.servlet()))
                .anyMatch(
                        servlet ->
                                servlet != null
                                        && servlet.setting(Definition.CLASS) != null
                                        && isThere(servlet.setting(Definition.CLASS), loader));
    }

    static boolean isThere(String type, ClassLoader loader) {
        return loader.getResource(file(type)) != null;
    }

    /** The class files of the known engines. */
    static List<String> files() {
        List<String> files = new ArrayList<>();
        for (String name : KNOWN) {
            files.add(file(name));
        }
        return files;
    }

    private static String file(String type) {
        return type.replace('.', '/') + ".class";
    }
}
