/**
 * What stands around requests without being an application, in four kinds: before routing, around a
 * call, told when an exchange has ended, asked for the page of an error. These are interfaces,
 * which extensions implement; they know exchanges and the Servlet API, and nothing of servers,
 * hosts or configuration files. {@link dev.serval.valve.BoundedText} is for those that match what
 * clients send. Start reading at {@link dev.serval.valve.Valve}.
 */
package dev.serval.valve;
