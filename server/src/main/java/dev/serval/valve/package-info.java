/**
 * Valves, of four kinds: called before routing, around a call, after an exchange has ended, and for
 * the page of an error. These are interfaces, which extensions implement; they know exchanges and
 * the Servlet API, and nothing of servers, hosts or configuration files. {@link
 * dev.serval.valve.BoundedText} is for valves that match what clients send. Start reading at {@link
 * dev.serval.valve.Valve}.
 */
package dev.serval.valve;
