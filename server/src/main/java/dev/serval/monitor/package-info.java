/**
 * What monitoring sees of a running server, as a few interfaces and records: the container
 * implements them, and the ways to monitor the server read them. The package knows connectors and
 * applications, and does not depend on its readers. Start reading at {@link
 * dev.serval.monitor.RunningServer}.
 */
package dev.serval.monitor;
