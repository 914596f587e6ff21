/**
 * HTTP/1.1 and HTTP/1.0 (RFC 9112). {@link dev.serval.http1.Http1Connection} is the conversation:
 * it lets {@link dev.serval.http1.RequestParser} turn bytes into a head, hands the exchange out,
 * lets {@link dev.serval.http1.BodyDecoder} take the framing off the body, and decides what happens
 * to the connection. Parser and decoder are pure: they see bytes, never a socket. Knows nothing of
 * servlets, TLS or the other protocols. Start reading at Http1Connection; to be stricter or laxer
 * in parsing, go to RequestParser, FieldParser, KnownFields and BodyDecoder.
 */
package dev.serval.http1;
