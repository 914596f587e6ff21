package dev.serval.valve.address;

import dev.serval.net.AddressBlocks;
import dev.serval.valve.BoundedText.NoneLeft;
import java.net.InetAddress;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Decides which addresses belong to proxies. Immutable. */
public final class ProxyList {
    /** Loopback, link-local and private blocks (RFC 1918, RFC 3927, RFC 6598, RFC 4193). */
    public static final String INTERNAL =
            "10.0.0.0/8, 192.168.0.0/16, 172.16.0.0/12, 169.254.0.0/16, 100.64.0.0/10,"
                    + " 127.0.0.0/8, ::1/128, fc00::/7, fe80::/10";

    /** The addresses of the computer itself. */
    public static final String LOOPBACK = "127.0.0.0/8, ::1/128";

    /** Every address. */
    public static final String EVERYBODY = "0.0.0.0/0, ::/0";

    private final String text;
    private final AddressBlocks blocks;
    // Null if blocks are given.
    private final Pattern pattern;

    private ProxyList(String text, AddressBlocks blocks, Pattern pattern) {
        this.text = text;
        this.blocks = blocks;
        this.pattern = pattern;
    }

    /**
     * A list of blocks separated by commas, or a regular expression for whole addresses, as in
     * older versions of Tomcat; null and blank mean no address. Throws IllegalArgumentException for
     * other texts.
     */
    public static ProxyList of(String text) {
        if (text != null && text.matches(".*[\\\\|()*+?^$\\[{].*")) {
            try {
                return new ProxyList(text, null, Pattern.compile(text.strip()));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "it is not a regular expression: " + e.getDescription(), e);
            }
        }
        return new ProxyList(String.valueOf(text), AddressBlocks.of(text), null);
    }

    /** Whether it is the address of a proxy; false if an expression takes too many steps. */
    public boolean contains(InetAddress address) {
        try {
            return pattern == null
                    ? blocks.contains(address)
                    : ClientRule.matches(pattern, Client.text(address));
        } catch (NoneLeft e) {
            return false;
        }
    }

    /** The text as given. */
    @Override
    public String toString() {
        return text;
    }
}
