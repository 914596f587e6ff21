/**
 * The access log: a line for each exchange that has ended, written behind the requests. It knows
 * exchanges and nothing of servlets, containers or configuration files. Start reading at {@link
 * dev.serval.valve.accesslog.AccessLog}.
 */
package dev.serval.valve.accesslog;
