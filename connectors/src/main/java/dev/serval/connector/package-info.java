/**
 * One port: makes its endpoint, TLS and protocols from its settings, starts and stops them. Above
 * everything else in this module; only the server calls it. Start reading at {@link
 * dev.serval.connector.Connector}.
 */
package dev.serval.connector;
