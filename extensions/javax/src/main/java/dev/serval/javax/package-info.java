/**
 * Converts applications for {@code javax.servlet} by the classes of Apache's migration tool, which
 * change class files, texts and manifests; archives are read and written here, within limits. Knows
 * of the server what {@code dev.serval.extension} has. Start reading at {@link
 * dev.serval.javax.Conversion}.
 */
package dev.serval.javax;
