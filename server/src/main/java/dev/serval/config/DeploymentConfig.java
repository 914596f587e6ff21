package dev.serval.config;

/**
 * What a {@code Host} says of the applications that are found. Immutable.
 *
 * @param xmlBase the directory of descriptors; null means conf/engine/host
 * @param deployXml whether META-INF/context.xml of an application counts; default true
 * @param copyXml whether it is copied to the xmlBase when there is none yet; default false
 * @param undeployOldVersions whether a version goes when it has no session left and a newer one is
 *     served; default false
 * @param startStopThreads how many are deployed at a time; 0 means as many as there are processors,
 *     less than 0 that many fewer; default 0
 */
public record DeploymentConfig(
        String xmlBase,
        boolean deployXml,
        boolean copyXml,
        boolean undeployOldVersions,
        int startStopThreads) {
    public static final DeploymentConfig DEFAULTS =
            new DeploymentConfig(null, true, false, false, 0);

    /** At least 1. */
    public int threads() {
        int processors = Runtime.getRuntime().availableProcessors();
        return startStopThreads > 0 ? startStopThreads : Math.max(1, processors + startStopThreads);
    }
}
