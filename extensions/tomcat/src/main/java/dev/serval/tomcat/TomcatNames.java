package dev.serval.tomcat;

import dev.serval.extension.Extension;
import dev.serval.extension.Offer;
import java.util.List;
import java.util.Set;

/**
 * Shows applications the filters, the logging and the type of users that they know from Tomcat, and
 * the filters under their own names. There is nothing to configure in server.xml.
 */
public final class TomcatNames implements Extension {
    @Override
    public List<Offer<?>> offers() {
        return List.of();
    }

    @Override
    public Set<String> api() {
        return Set.of(
                "dev.serval.filters",
                "org.apache.catalina",
                "org.apache.catalina.filters",
                "org.apache.juli.logging",
                "org.apache.tomcat.util.json");
    }
}
