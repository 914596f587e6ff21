package dev.serval.valve.address;

import java.util.regex.Pattern;

/**
 * Decides by regular expressions which clients are admitted. Immutable; also for filters. Denied
 * clients are refused; of the others the allowed ones are admitted, or all of them if there are
 * only denials. An expression matches the whole text or nothing.
 *
 * @param allow null for all that are not denied
 * @param deny null for none
 */
public record ClientRule(Pattern allow, Pattern deny) {
    /**
     * @param client a name or an address
     */
    public boolean allows(String client) {
        return (deny == null || !deny.matcher(client).matches())
                && (allow == null || allow.matcher(client).matches());
    }
}
