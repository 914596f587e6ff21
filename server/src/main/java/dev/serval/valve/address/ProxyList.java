package dev.serval.valve.address;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which addresses are those of proxies. Immutable. */
public final class ProxyList {
    /** Loopback, link-local and private blocks (RFC 1918, RFC 3927, RFC 6598, RFC 4193). */
    public static final String INTERNAL =
            "10.0.0.0/8, 192.168.0.0/16, 172.16.0.0/12, 169.254.0.0/16, 100.64.0.0/10,"
                    + " 127.0.0.0/8, ::1/128, fc00::/7, fe80::/10";

    private final String text;
    private final AddressBlocks blocks;
    // Null where blocks are given.
    private final Pattern pattern;

    private ProxyList(String text, AddressBlocks blocks, Pattern pattern) {
        this.text = text;
        this.blocks = blocks;
        this.pattern = pattern;
    }

    /**
     * A list of blocks with commas, or a regular expression for whole addresses, as older versions
     * of Tomcat have it; null and blank mean no address. Throws IllegalArgumentException when it is
     * neither.
     */
    public static ProxyList of(String text) {
        if (text != null && text.matches(".*[\\\\|()*+?^$\\[{].*")) {
            try {
                return new ProxyList(text, null, Pattern.compile(text.strip()));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "it is no regular expression: " + e.getDescription(), e);
            }
        }
        return new ProxyList(String.valueOf(text), AddressBlocks.of(text), null);
    }

    boolean contains(InetAddress address) {
        return pattern == null
                ? blocks.contains(address)
                : pattern.matcher(Client.text(address)).matches();
    }

    /** As it was given. */
    @Override
    public String toString() {
        return text;
    }
}
