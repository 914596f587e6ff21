/**
 * Filters for any container of Servlet 6.1. Must not know anything but the Servlet API and the JDK:
 * the few classes of the server that read addresses and compare names are packed into the jar under
 * names of this package. Start with {@link dev.serval.filters.FilterParameters}: every filter reads
 * its settings by it, and refuses to start with one that it does not know.
 */
package dev.serval.filters;
