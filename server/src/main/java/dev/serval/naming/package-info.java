/**
 * What applications look up below {@code java:comp/env}: entries of descriptors, for reading only.
 * Knows nothing of descriptors, loaders or the rest of the server; the entries belong to the class
 * loader of their application, so nothing has to be removed here when the loader goes. Start
 * reading at {@link dev.serval.naming.NamingContext}.
 */
package dev.serval.naming;
