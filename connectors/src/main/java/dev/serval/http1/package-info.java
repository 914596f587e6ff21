/**
 * HTTP/1.1 and HTTP/1.0 (RFC 9112). {@link dev.serval.http1.Http1Connection} is the conversation:
 * it lets {@link dev.serval.http1.RequestParser} turn bytes into a head, passes the exchange to the
 * handler, lets {@link dev.serval.http1.BodyDecoder} remove the framing of the body, and decides
 * what happens to the connection. Parser and decoder work on bytes, never on a socket. Knows
 * nothing of servlets, TLS or the other protocols. Start reading at Http1Connection; to parse more
 * or less strictly, go to RequestParser, FieldParser, KnownFields and BodyDecoder.
 */
package dev.serval.http1;
