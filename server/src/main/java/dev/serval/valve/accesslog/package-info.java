/**
 * The access log: a line for each exchange that has ended, written by a thread of its own. It uses
 * exchanges, but no servlets, containers or configuration files. Start reading at {@link
 * dev.serval.valve.accesslog.AccessLog}.
 */
package dev.serval.valve.accesslog;
