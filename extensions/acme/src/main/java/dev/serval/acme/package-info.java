/**
 * Certificates by ACME (RFC 8555): obtained and renewed by acme4j, with http-01 or tls-alpn-01. It
 * is an extension, as the core does not depend on a client of authorities; the core says which
 * certificates are wanted, shows the proofs and takes the results ({@link
 * dev.serval.certificate.CertificateOrders}).
 *
 * <pre>
 *   Renewals ------ is one due, and may it be tried? ---&gt; Attempts
 *      |
 *      v
 *   Issuance ------ account, order --------------------&gt; Authority (acme4j)
 *      |            proof of each name ----------------&gt; ControlProof: HttpProof, TlsProof
 *      v            request, certificate
 *   CertificateOrders.keep
 * </pre>
 *
 * Start reading at {@link dev.serval.acme.AcmeListener}.
 */
package dev.serval.acme;
