package dev.serval.webapp;

import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which paths lead to the server's servlet of pages. Stateless. */
final class PageMappings {
    /** The mappings of pages in Tomcat's conf/web.xml. */
    static final WebXml DEFAULTS = defaults();

    private static final String PAGE = "*.jsp";

    private PageMappings() {}

    private static WebXml defaults() {
        WebXml.Draft draft = new WebXml.Draft(Location.NONE);
        String name = Contribution.PAGES;
        draft.servlets.put(name, new Definition(name, Location.NONE, Map.of(), Map.of()));
        draft.servletMappings.add(new ServletMapping(name, List.of(PAGE, "*.jspx"), Location.NONE));
        return draft.toWebXml();
    }

    /**
     * Adds the patterns of property groups: they lead to the servlet of pages, and take precedence
     * over the same pattern of another servlet (Pages 4.0 §3.3.1).
     */
    static WebXml ofGroups(WebXml xml) {
        Set<String> patterns = new LinkedHashSet<>();
        if (xml.jspConfig() != null) {
            xml.jspConfig().groups().forEach(group -> patterns.addAll(group.patterns()));
        }
        String servlet =
                xml.servletMappings().stream()
                        .filter(mapping -> mapping.patterns().contains(PAGE))
                        .map(ServletMapping::servlet)
                        .findFirst()
                        .orElse(Contribution.PAGES);
        patterns.remove(PAGE);
        if (patterns.isEmpty()) {
            return xml;
        }
        WebXml.Draft draft = new WebXml.Draft(xml);
        draft.servletMappings.clear();
        for (ServletMapping mapping : xml.servletMappings()) {
            List<String> left = new ArrayList<>(mapping.patterns());
            left.removeAll(patterns);
            if (!left.isEmpty()) {
                draft.servletMappings.add(
                        new ServletMapping(mapping.servlet(), left, mapping.at()));
            }
        }
        draft.servletMappings.add(
                new ServletMapping(servlet, List.copyOf(patterns), Location.NONE));
        return draft.toWebXml();
    }
}
