package dev.serval.config;

/**
 * The elements JarScanner and JarScanFilter of a Context: which jars are scanned. Immutable. Lists
 * are patterns of file names separated by commas; null if not given.
 *
 * @param pluggabilitySkip jars without classes for annotations and initializers
 * @param pluggabilityScan jars that are scanned although the former list contains them
 * @param defaultPluggabilityScan whether jars in neither list are scanned; default true
 * @param tldSkip jars without tag libraries
 * @param tldScan like {@code pluggabilityScan}
 * @param defaultTldScan like {@code defaultPluggabilityScan}
 */
public record JarScanConfig(
        String pluggabilitySkip,
        String pluggabilityScan,
        boolean defaultPluggabilityScan,
        String tldSkip,
        String tldScan,
        boolean defaultTldScan) {
    /** Nothing is given. */
    public static final JarScanConfig DEFAULT =
            new JarScanConfig(null, null, true, null, null, true);
}
