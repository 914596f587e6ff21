package dev.serval.webapp;

/** Reports filters whose class is missing before any code of an application runs. Stateless. */
final class MissingFilters {
    private MissingFilters() {}

    /**
     * Adds an error for each such filter that is mapped: it may protect something, so nothing is
     * served without it. Reports nothing if there are other errors.
     *
     * @param loader of the application
     */
    static void check(WebXml xml, ClassLoader loader, Problems problems) {
        if (problems.failed()) {
            return;
        }
        for (Definition filter : xml.filters().values()) {
            Setting type = filter.settings().get(Definition.FILTER_CLASS);
            boolean mapped =
                    xml.filterMappings().stream().anyMatch(m -> m.filter().equals(filter.name()));
            if (type != null && mapped && !isThere(type.value(), loader)) {
                problems.error(
                        type.at(),
                        "filter "
                                + filter.name()
                                + " needs the class "
                                + type.value()
                                + advice(type.value()));
            }
        }
    }

    private static boolean isThere(String type, ClassLoader loader) {
        return loader.getResource(type.replace('.', '/') + ".class") != null;
    }

    private static String advice(String type) {
        return type.startsWith("org.apache.catalina.")
                ? ", which is Tomcat's and which this server does not have; take the filter and its"
                        + " mappings out, or map a filter of the application in its place"
                : ", which is neither in WEB-INF/classes nor in a jar of WEB-INF/lib";
    }
}
