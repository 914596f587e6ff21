/**
 * AJP/1.3, by which a web server in front passes requests on. {@link dev.serval.ajp.AjpConnection}
 * is the conversation: it lets {@link dev.serval.ajp.ForwardRequest} turn a packet into a head and
 * what the front says of its client, passes the exchange to the handler, lets {@link
 * dev.serval.ajp.BodyPackets} take the body out of its packets, and decides what happens to the
 * connection. Parsers work on bytes, never on a socket. Knows nothing of servlets, TLS or the other
 * protocols. Start reading at AjpConnection; to accept more or less, go to ForwardRequest and
 * BodyPackets.
 */
package dev.serval.ajp;
