package dev.serval.valve.address;

import dev.serval.valve.BoundedText;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.BoundedText.Steps;
import java.util.regex.Pattern;

/**
 * Decides by regular expressions which clients are admitted. Immutable; also for filters. Denied
 * clients are refused; of the others the allowed ones are admitted, or all of them if there are
 * only denials. An expression matches the whole text or nothing. A client for whom an expression
 * takes too many steps is refused.
 *
 * @param allow null to allow all that are not denied
 * @param deny null to deny none
 */
public record ClientRule(Pattern allow, Pattern deny) {
    /**
     * @param client a name or an address
     */
    public boolean allows(String client) {
        try {
            return (deny == null || !matches(deny, client))
                    && (allow == null || matches(allow, client));
        } catch (NoneLeft e) {
            return false;
        }
    }

    /** Throws NoneLeft when that takes too many steps. */
    static boolean matches(Pattern pattern, String whole) {
        return BoundedText.match(pattern, whole, new Steps()) != null;
    }
}
