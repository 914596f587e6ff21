package dev.serval.config;

/**
 * The elements JarScanner and JarScanFilter of a Context: which jars are looked through. Immutable.
 * Lists are patterns of file names separated by commas; null where nothing is said.
 *
 * @param pluggabilitySkip jars in which there are no classes for annotations and initializers
 * @param pluggabilityScan jars that are looked through although the list before names them
 * @param defaultPluggabilityScan whether those are that neither names; default true
 * @param tldSkip jars in which there are no tag libraries
 * @param tldScan as {@code pluggabilityScan}
 * @param defaultTldScan as {@code defaultPluggabilityScan}
 */
public record JarScanConfig(
        String pluggabilitySkip,
        String pluggabilityScan,
        boolean defaultPluggabilityScan,
        String tldSkip,
        String tldScan,
        boolean defaultTldScan) {
    /** Nothing is said. */
    public static final JarScanConfig DEFAULT =
            new JarScanConfig(null, null, true, null, null, true);
}
