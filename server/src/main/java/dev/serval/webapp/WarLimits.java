package dev.serval.webapp;

/**
 * The limits of an unpacked WAR. Immutable.
 *
 * @param entries files and directories; default 200000
 * @param bytes of all files together; default 8 GiB, and never more than the disk has room for
 */
public record WarLimits(int entries, long bytes) {
    public static final WarLimits DEFAULTS = new WarLimits(200_000, 8L << 30);

    /** Throws IllegalArgumentException unless both are positive. */
    public WarLimits {
        if (entries <= 0 || bytes <= 0) {
            throw new IllegalArgumentException("entries and bytes must be positive");
        }
    }
}
