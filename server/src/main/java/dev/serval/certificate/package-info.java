/**
 * The certificates that the configuration leaves to somebody else to obtain, as interfaces and data
 * for the Listener that does it: which ones, where the proofs go that an authority asks for, and
 * who takes the result. It knows nothing of authorities and their protocols. Start reading at
 * {@link dev.serval.certificate.CertificateOrders}.
 */
package dev.serval.certificate;
