/**
 * TLS 1.2 and 1.3 by JSSE, over any transport: the settings ({@link dev.serval.tls.TlsConfig}),
 * keys and certificates from PEM files and keystores, the engines of a port by server name, the
 * handshake (a conversation that leads to the next one) and the transport that it installs. Must
 * not know HTTP. Start reading at {@link dev.serval.tls.TlsContexts} for the settings, at {@link
 * dev.serval.tls.TlsHandshake} for the wire; to accept another kind of key, go to {@code PemKey}.
 */
package dev.serval.tls;
