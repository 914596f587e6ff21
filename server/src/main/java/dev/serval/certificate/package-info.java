/**
 * The certificates that a Listener obtains for the configuration, as interfaces and data for this
 * Listener: which certificates, where the proofs for an authority go, and what takes the result. It
 * knows nothing of authorities and their protocols. Start reading at {@link
 * dev.serval.certificate.CertificateOrders}.
 */
package dev.serval.certificate;
