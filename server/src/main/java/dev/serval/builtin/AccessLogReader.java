package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.valve.Valve;
import dev.serval.valve.accesslog.AccessLogPattern;
import dev.serval.valve.accesslog.LogFiles;
import java.text.SimpleDateFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads a {@code Valve} that is an access log. Stateless. */
final class AccessLogReader {
    private static final Attribute<String> DIRECTORY =
            Attribute.of("directory", Format.text(), "logs", "Of the files, relative to the base.");
    private static final Attribute<String> PREFIX =
            Attribute.of("prefix", Format.text(), "access_log", "Of a file's name.");
    private static final Attribute<String> SUFFIX =
            Attribute.of("suffix", Format.text(), "", "Of a file's name.");
    private static final Attribute<String> FILE_DATE_FORMAT =
            Attribute.of(
                    "fileDateFormat",
                    new Format<>("pattern of SimpleDateFormat", AccessLogReader::dates),
                    LogFiles.DAILY,
                    "Between prefix and suffix; a change of its text changes the file.");
    private static final Attribute<Boolean> ROTATABLE =
            Attribute.of(
                    "rotatable",
                    Format.bool(),
                    true,
                    "False writes one file of prefix and suffix alone, which may be a device or a"
                            + " pipe: /dev/stdout is what the process was started with.");
    private static final Attribute<String> PATTERN =
            Attribute.of(
                    "pattern",
                    new Format<>("common, combined, or letters", AccessLogReader::pattern),
                    "common",
                    "What a line holds: common, combined, or a pattern of letters.");
    private static final Attribute<Boolean> ENABLED =
            Attribute.of("enabled", Format.bool(), true, "False writes nothing.");
    private static final Attribute<Boolean> REQUEST_ATTRIBUTES_ENABLED =
            Attribute.of(
                    "requestAttributesEnabled",
                    Format.bool(),
                    false,
                    "Show the client, server name and port that a RemoteIpValve has found out.");
    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "AccessLog, or Tomcat's name of it.")
                    .needed();
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "AccessLogValve",
                    "A Valve: one line for every request, in a file per day. In a Context it logs"
                            + " the requests of that application.",
                    List.of(
                            CLASS_NAME,
                            DIRECTORY,
                            PREFIX,
                            SUFFIX,
                            FILE_DATE_FORMAT,
                            ROTATABLE,
                            PATTERN,
                            ENABLED,
                            REQUEST_ATTRIBUTES_ENABLED));

    static final Declaration<Valve> DECLARATION =
            new Declaration<>(TABLE, Set.of(), AccessLogReader::read);

    private AccessLogReader() {}

    private static String dates(String text) throws BadValue {
        try {
            return new SimpleDateFormat(text, Locale.US).toPattern();
        } catch (IllegalArgumentException e) {
            throw new BadValue("cannot be used: " + e.getMessage());
        }
    }

    /** Returns the text unchanged if the log understands it. */
    private static String pattern(String text) throws BadValue {
        try {
            AccessLogPattern.parse(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw new BadValue("cannot be used: " + e.getMessage());
        }
    }

    /** Empty means one file, as in Tomcat, although elsewhere it counts as not given. */
    private static String fileDateFormat(Settings given) {
        return given.isEmpty(FILE_DATE_FORMAT) ? "" : given.get(FILE_DATE_FORMAT);
    }

    private static Factory<Valve> read(Settings given) {
        for (String letter : AccessLogPattern.parse(given.get(PATTERN)).unknown()) {
            given.warning(
                    given.at(PATTERN),
                    "pattern of AccessLogValve: "
                            + letter
                            + " means nothing in access logs and prints a dash");
        }
        if (!given.get(ENABLED)) {
            return null;
        }
        return new AccessLogConfig(
                given.at(),
                given.get(DIRECTORY),
                given.get(PREFIX),
                given.get(SUFFIX),
                fileDateFormat(given),
                given.get(ROTATABLE),
                given.get(PATTERN),
                given.get(REQUEST_ATTRIBUTES_ENABLED),
                null);
    }
}
