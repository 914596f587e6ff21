package dev.serval.webapp;

/**
 * Recognises Tomcat's manager and host-manager, whose servlets use internals of Tomcat: since a
 * servlet is created late, the rest would be served without them. Stateless.
 */
final class TomcatManager {
    private static final String PACKAGE = "org.apache.catalina.manager.";

    private TomcatManager() {}

    /**
     * Adds an error for the first of their servlets whose class is missing.
     *
     * @param loader of the application
     */
    static void check(WebXml xml, ClassLoader loader, Problems problems) {
        for (Definition servlet : xml.servlets().values()) {
            Setting type = servlet.settings().get(Definition.CLASS);
            if (type != null
                    && is(type.value())
                    && loader.getResource(type.value().replace('.', '/') + ".class") == null) {
                problems.error(type.at(), sentence(type.value()));
                return;
            }
        }
    }

    static boolean is(String type) {
        return type.startsWith(PACKAGE);
    }

    static String sentence(String type) {
        return "servlet-class "
                + type
                + " works with the inside of Tomcat, which is not here; this manager is not served:"
                + " put webapps/manager of Serval's installation in its place";
    }
}
