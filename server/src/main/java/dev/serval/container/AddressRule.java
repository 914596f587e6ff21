package dev.serval.container;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;

/**
 * Which addresses may come in. Immutable; also for filters. What is denied stays out; of the others
 * those that are allowed come in, and all of them when only denials are given.
 */
public final class AddressRule {
    private final AddressBlocks allow;
    private final AddressBlocks deny;

    private AddressRule(AddressBlocks allow, AddressBlocks deny) {
        this.allow = allow;
        this.deny = deny;
    }

    /**
     * Two lists of blocks such as {@code 127.0.0.0/8, ::1}. Throws IllegalArgumentException when
     * one is malformed, or when both are empty.
     */
    public static AddressRule of(String allow, String deny) {
        AddressRule rule = new AddressRule(AddressBlocks.of(allow), AddressBlocks.of(deny));
        if (rule.allow.isEmpty() && rule.deny.isEmpty()) {
            throw new IllegalArgumentException("neither allow nor deny is given");
        }
        return rule;
    }

    /**
     * The same for an address in numbers, as requests tell it; what is none is not allowed.
     *
     * @param client null: of a client without an address
     */
    public boolean allows(String client) {
        try {
            return client != null && allows(AddressBlocks.address(client.replaceAll("%.*", "")));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    boolean allows(InetAddress client) {
        return !deny.contains(client) && (allow.isEmpty() || allow.contains(client));
    }
}
