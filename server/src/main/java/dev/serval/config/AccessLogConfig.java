package dev.serval.config;

/**
 * A {@code Valve} of class AccessLogValve. Immutable.
 *
 * @param at where it stands
 * @param directory of the files, relative to the base; default logs
 * @param prefix of a file's name; default access_log
 * @param suffix of a file's name; default empty
 * @param pattern what a line holds: common, combined, or letters; default common
 * @param requestAttributesEnabled whether it shows what a RemoteIpValve has found out; default
 *     false
 */
public record AccessLogConfig(
        Location at,
        String directory,
        String prefix,
        String suffix,
        String pattern,
        boolean requestAttributesEnabled) {
    /** With the default of the last. */
    public AccessLogConfig(
            Location at, String directory, String prefix, String suffix, String pattern) {
        this(at, directory, prefix, suffix, pattern, false);
    }
}
