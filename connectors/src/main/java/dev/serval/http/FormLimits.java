package dev.serval.http;

/**
 * The limits of the parameters and parts of one request. Immutable. Names and defaults are those of
 * the {@code Connector} attributes of the same name; a negative number means no limit.
 *
 * @param maxParameterCount parameters of query and form together, and parts that are one; default
 *     1000
 * @param maxPostSize bytes of a form, and of the fields of a multipart one together; default
 *     2097152
 * @param maxSavePostSize bytes of a body that is kept until the client has logged in; 0 keeps none;
 *     default 4096
 * @param maxPartCount parts of a multipart body; default 50 (CVE-2025-48988)
 * @param maxPartHeaderSize bytes of the fields of a part; default 512 (CVE-2025-48976)
 */
public record FormLimits(
        int maxParameterCount,
        int maxPostSize,
        int maxSavePostSize,
        int maxPartCount,
        int maxPartHeaderSize) {

    public static final FormLimits DEFAULTS = new FormLimits(1000, 2 * 1024 * 1024, 50, 512);

    /** Limits with the default for bodies that are kept. */
    public FormLimits(
            int maxParameterCount, int maxPostSize, int maxPartCount, int maxPartHeaderSize) {
        this(maxParameterCount, maxPostSize, 4096, maxPartCount, maxPartHeaderSize);
    }
}
