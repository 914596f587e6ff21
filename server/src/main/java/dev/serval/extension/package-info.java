/**
 * The additions of a jar to the server: an {@link dev.serval.extension.Extension} declares its
 * class names in server.xml with their attributes ({@code dev.serval.settings}), and makes the
 * objects. The server's own realms, credential handlers, authenticators and valves are offered the
 * same way. This package is exported with {@code settings}, so that the dependencies of an
 * extension are few and explicit; each kind has its own package: {@code security}, {@code
 * lifecycle}, {@code http}. Independent of XML and the container. Start reading at {@link
 * dev.serval.extension.Offer}.
 */
package dev.serval.extension;
