/**
 * Converts applications for {@code javax.servlet} by the classes of Apache's migration tool, which
 * change class files, texts and manifests; archives are read and written here, within limits. Knows
 * nothing of the server except {@code dev.serval.extension}. Start reading at {@link
 * dev.serval.javax.Conversion}.
 */
package dev.serval.javax;
