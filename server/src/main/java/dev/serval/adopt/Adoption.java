package dev.serval.adopt;

import dev.serval.config.Compatibility;
import dev.serval.config.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory of Tomcat that is served as it is. Immutable. The values of its property files are
 * put into the system properties, as in Tomcat.
 */
public final class Adoption {
    private final Path base;
    private final Path home;
    private final CatalinaProperties properties;
    private final LoggingProperties logging;

    private Adoption(Path base, Path home) {
        this.base = base;
        this.home = home;
        this.properties = CatalinaProperties.of(base);
        this.logging = LoggingProperties.of(base);
    }

    /**
     * Reads the property files; to be called before the log is configured.
     *
     * @param base Tomcat's {@code CATALINA_BASE}
     * @param home Tomcat's {@code CATALINA_HOME}; often the base itself
     */
    public static Adoption of(Path base, Path home) {
        return new Adoption(base, home);
    }

    /** Tomcat's defaults, and what all applications see of the directory. */
    public Compatibility compatibility() {
        return new Compatibility(true, properties.classPath());
    }

    /** Sets the levels of loggers; to be called when the log has been configured. */
    public void setLevels() {
        logging.apply();
    }

    Path base() {
        return base;
    }

    /** The findings for all files that are not XML. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(properties.findings());
        findings.addAll(logging.findings());
        findings.addAll(SetenvScript.findings(base, home));
        return findings;
    }
}
