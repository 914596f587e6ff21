package dev.serval.config;

import dev.serval.servlet.settings.ContextRule;
import java.util.Map;

/**
 * The settings of a {@code Host} for the applications that are found. Immutable.
 *
 * @param xmlBase the directory of descriptors; null means conf/engine/host
 * @param deployXml whether META-INF/context.xml of an application is read; default true
 * @param copyXml whether it is copied to the xmlBase if there is none yet; default false
 * @param undeployOldVersions whether a version is removed once it has no session and a newer one is
 *     served; default false
 * @param startStopThreads how many are deployed at a time; 0 means the number of processors, a
 *     negative number means that many fewer; default 0
 * @param legacyAppBase the directory of applications for javax.servlet, which are converted,
 *     absolute or relative to the base, whether or not it exists; default webapps-javaee
 * @param failing whether an application is not served when one of its servlets fails at the start,
 *     if its Context does not say it; null for the default of a Context
 */
public record DeploymentConfig(
        String xmlBase,
        boolean deployXml,
        boolean copyXml,
        boolean undeployOldVersions,
        int startStopThreads,
        String legacyAppBase,
        Boolean failing) {
    /** The default directory of applications that are converted, as in Tomcat. */
    static final String LEGACY_APP_BASE = "webapps-javaee";

    public static final DeploymentConfig DEFAULTS =
            new DeploymentConfig(null, true, false, false, 0, LEGACY_APP_BASE, null);

    /** Attributes that apply to its applications if their Context does not set them. */
    public Map<String, String> inherited() {
        return failing == null
                ? Map.of()
                : Map.of(
                        ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS.attribute(),
                        failing.toString());
    }

    /** At least 1. */
    public int threads() {
        int processors = Runtime.getRuntime().availableProcessors();
        return startStopThreads > 0 ? startStopThreads : Math.max(1, processors + startStopThreads);
    }
}
