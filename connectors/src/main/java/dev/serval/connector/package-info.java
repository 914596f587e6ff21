/**
 * One port: builds acceptor, driver and protocol from its configuration, starts and stops them.
 * Above everything else in this module; only the server calls it. Start reading at {@link
 * dev.serval.connector.Connector}.
 */
package dev.serval.connector;
