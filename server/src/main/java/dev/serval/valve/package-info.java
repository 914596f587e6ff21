/**
 * What may stand around requests without being an application: today the access log. It knows
 * exchanges and nothing of servlets, containers or configuration files. Start reading at {@link
 * dev.serval.valve.AccessLog}.
 */
package dev.serval.valve;
