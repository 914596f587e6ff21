package dev.serval.acme;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of a Listener; the terms of service are agreed to. Immutable.
 *
 * @param directory of the authority; https
 * @param email to which the authority writes; null if there is none
 * @param challenge by which names are proved
 * @param renewBefore how long before its end a certificate is renewed; one that is valid for less
 *     than three times as long is renewed when a third is left
 * @param accountKey the file of the account's key
 * @param trusted PEM: the issuers of the authority's own certificate; null for those that Java
 *     trusts
 * @param bindingKeyId of an account that is bound to another one (RFC 8555 §7.3.4); null if there
 *     is none
 * @param bindingKey its key in base64url; null if there is none
 */
record AcmeSettings(
        URI directory,
        String email,
        ControlProof challenge,
        Duration renewBefore,
        Path accountKey,
        Path trusted,
        String bindingKeyId,
        String bindingKey) {
    // Written out, so that no log gets the key.
    @Override
    public String toString() {
        return "AcmeListener " + directory;
    }
}
