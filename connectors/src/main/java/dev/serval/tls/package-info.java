/**
 * TLS 1.2 and 1.3 by JSSE: the settings ({@link dev.serval.tls.TlsConfig}), keys and certificates
 * from PEM files and keystores, and the engines ({@link dev.serval.tls.TlsContexts}) that a port
 * uses, by server name. Must not know HTTP. Start reading at TlsContexts; to accept another kind of
 * key, go to {@code PemKey}.
 */
package dev.serval.tls;
