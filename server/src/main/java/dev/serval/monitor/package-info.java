/**
 * What monitoring sees of a running server, as a few interfaces and records: the container gives
 * it, whatever tells operators of the server reads it. It knows connectors and applications, and
 * nothing of who asks. Start reading at {@link dev.serval.monitor.RunningServer}.
 */
package dev.serval.monitor;
