package dev.serval.webapp;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings of a {@link Deployer}. Immutable but for the paths that are taken.
 *
 * @param host its name, for threads
 * @param appBase the directory of WARs and directories
 * @param legacyAppBase the same for applications that are converted, whether or not it exists; null
 *     if there is none
 * @param descriptors the directory of descriptors; null if there is none
 * @param ignore names in the appBase that are ignored; null if there is none
 * @param taken paths that belong to applications declared elsewhere; may change
 * @param removesOldVersions whether a version is removed when a newer one has taken its place
 * @param threads how many applications are deployed at a time; at least 1
 */
public record DeployerSettings(
        String host,
        Path appBase,
        Path legacyAppBase,
        Path descriptors,
        Pattern ignore,
        Set<String> taken,
        boolean removesOldVersions,
        int threads) {}
