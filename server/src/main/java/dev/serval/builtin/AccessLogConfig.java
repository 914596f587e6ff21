package dev.serval.builtin;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Place;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import dev.serval.valve.accesslog.AccessLog;
import dev.serval.valve.accesslog.AccessLogPattern;
import dev.serval.valve.accesslog.LineForm;
import dev.serval.valve.accesslog.LineFormat;
import dev.serval.valve.accesslog.LineRules;
import dev.serval.valve.accesslog.LogFiles;
import dev.serval.valve.accesslog.LogRotation;
import java.util.function.Consumer;

/**
 * A {@code Valve} of class AccessLogValve, JsonAccessLogValve or ExtendedAccessLogValve. Immutable.
 *
 * @param at the place of the element
 * @param directory of the files, relative to the base; default logs
 * @param prefix of a file's name; default access_log
 * @param suffix of a file's name; default empty
 * @param fileDateFormat the part of a file's name between them, a pattern of SimpleDateFormat;
 *     default .yyyy-MM-dd
 * @param rotatable whether a new file begins when that part changes; default true
 * @param rotation further rules for the files
 * @param format of the lines
 * @param pattern the content of a line, in the syntax of the format; default common
 * @param form of dates and text in it
 * @param rules which requests get a line, and whom it shows
 * @param receiver takes the lines in place of files; given in Java, otherwise null
 */
public record AccessLogConfig(
        Location at,
        String directory,
        String prefix,
        String suffix,
        String fileDateFormat,
        boolean rotatable,
        LogRotation rotation,
        LineFormat format,
        String pattern,
        LineForm form,
        LineRules rules,
        Consumer<String> receiver)
        implements Factory<Valve> {
    /** A log in files, with the defaults of the other settings. */
    public AccessLogConfig(
            Location at, String directory, String prefix, String suffix, String pattern) {
        this(
                at,
                directory,
                prefix,
                suffix,
                LogFiles.DAILY,
                true,
                LogRotation.USUAL,
                LineFormat.TEXT,
                pattern,
                LineForm.usual(),
                LineRules.all(false),
                null);
    }

    /** A log for the embedding program. */
    public static AccessLogConfig to(Consumer<String> receiver, String pattern) {
        return new AccessLogConfig(
                Location.NONE,
                "",
                "",
                "",
                "",
                false,
                LogRotation.USUAL,
                LineFormat.TEXT,
                pattern,
                LineForm.usual(),
                LineRules.all(false),
                receiver);
    }

    @Override
    public Valve make(Place place) {
        AccessLogPattern parsed = format.parse(pattern, form);
        return receiver != null
                ? new AccessLog(receiver, parsed, rules)
                : new AccessLog(
                        new LogFiles(
                                place.file(directory),
                                prefix,
                                suffix,
                                fileDateFormat,
                                rotatable,
                                rotation),
                        parsed,
                        rules);
    }
}
