package dev.serval.builtin;

import static dev.serval.settings.Attribute.flag;
import static dev.serval.settings.Attribute.text;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.valve.Valve;
import dev.serval.valve.accesslog.ExtendedPattern;
import dev.serval.valve.accesslog.LineForm;
import dev.serval.valve.accesslog.LineFormat;
import dev.serval.valve.accesslog.LineRules;
import dev.serval.valve.accesslog.LogFiles;
import dev.serval.valve.accesslog.LogRotation;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads elements {@code Valve} that are access logs, in any format. Stateless. */
final class AccessLogReader {
    private static final int LEAST_BYTES = 64 * 1024;

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
            flag(
                    "rotatable",
                    true,
                    "False writes one file of prefix and suffix alone, which may be a device or a"
                            + " pipe: /dev/stdout is what the process was started with.");
    private static final Attribute<Boolean> RENAME =
            flag(
                    "renameOnRotate",
                    false,
                    "The file that is written is prefix and suffix alone; it gets its date when its"
                            + " time is over, and also at a start that comes later.");
    private static final Attribute<Integer> MAX_DAYS =
            Attribute.of(
                    "maxDays",
                    Format.integer(Unit.NONE, -1, 100_000),
                    -1,
                    "For how many days files are kept that are not written any more, by the time of"
                            + " their last line; looked at whenever a file begins. 0 or -1 keeps"
                            + " them for ever. Only files of this log's own names are removed.");
    private static final Attribute<Integer> MAX_FILE_SIZE =
            Attribute.of(
                    "maxFileSize",
                    Format.limit(Unit.BYTES, LEAST_BYTES),
                    -1,
                    "Serval's own: no file becomes larger. Before it would, its lines move to a"
                            + " file with a number behind the date: access_log.2026-11-21.1.txt,"
                            + " then .2; the file that is written keeps its name.");
    private static final Attribute<Boolean> CHECK_EXISTS =
            flag(
                    "checkExists",
                    false,
                    "Look before each write if the file is still there, and begin a new one if"
                            + " something else has moved it away.");
    private static final Attribute<Boolean> BUFFERED =
            flag(
                    "buffered",
                    true,
                    "False writes lines as soon as they come; else they wait up to half a second"
                            + " for others. No request waits for either.");
    private static final Attribute<Integer> BUFFER_SIZE =
            Attribute.of(
                    "maxLogMessageBufferSize",
                    Format.integer(Unit.NONE, 1, Integer.MAX_VALUE),
                    256,
                    "Accepted: lines are made where they wait, without a buffer of their own.");
    private static final Attribute<Charset> ENCODING =
            Attribute.of(
                            "encoding",
                            new Format<>("charset", AccessLogReader::charset),
                            StandardCharsets.UTF_8,
                            "Of the pattern's own text and of dates; one that has US-ASCII within."
                                    + " What clients send is in US-ASCII, with escapes.")
                    .shown("UTF-8");
    private static final Attribute<Locale> LOCALE =
            Attribute.of(
                            "locale",
                            new Format<>("language, as en, de or pt_BR", AccessLogReader::locale),
                            Locale.US,
                            "Of the names of days and months in dates.")
                    .shown("en");
    private static final Attribute<String> CONDITION_IF =
            text("conditionIf", "Only requests that have an attribute of that name get a line.");
    private static final Attribute<String> CONDITION_UNLESS =
            text("conditionUnless", "Requests that have an attribute of that name get no line.");
    private static final Attribute<String> CONDITION = text("condition", "As conditionUnless.");
    private static final Attribute<Boolean> ENABLED =
            flag("enabled", true, "False writes nothing.");
    private static final Attribute<Boolean> REQUEST_ATTRIBUTES_ENABLED =
            flag(
                    "requestAttributesEnabled",
                    false,
                    "Show the client, server name and port that a RemoteIpValve has found out.");
    private static final Attribute<Boolean> IPV6_CANONICAL =
            flag("ipv6Canonical", false, "Show IPv6 addresses in their short form (RFC 5952).");
    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "AccessLog, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<String> OTHER_CLASS_NAME =
            Attribute.of("className", Format.text(), null, "This, or Tomcat's name of it.")
                    .needed();

    static final Declaration<Valve> DECLARATION =
            declaration(
                    "AccessLogValve",
                    "A Valve: one line for every request, in a file per day. In a Context it logs"
                            + " the requests of that application.",
                    LineFormat.TEXT,
                    CLASS_NAME,
                    pattern(
                            LineFormat.TEXT,
                            "common, combined, or letters",
                            "common",
                            "What a line holds: common, combined, or a pattern of letters."));

    static final Declaration<Valve> JSON =
            declaration(
                    "JsonAccessLogValve",
                    "A Valve: as AccessLogValve, but each line is a JSON object. Its names are those"
                            + " of Tomcat's JsonAccessLogValve, and all values are strings.",
                    LineFormat.JSON,
                    OTHER_CLASS_NAME,
                    pattern(
                            LineFormat.JSON,
                            "common, combined, or letters",
                            "common",
                            "Which letters there are in the object; text between them is left"
                                    + " out."));

    static final Declaration<Valve> EXTENDED =
            declaration(
                    "ExtendedAccessLogValve",
                    "A Valve: as AccessLogValve, in the Extended Log File Format of the W3C, with a"
                            + " header of #Fields, #Version and #Software in each file.",
                    LineFormat.EXTENDED,
                    OTHER_CLASS_NAME,
                    pattern(
                            LineFormat.EXTENDED,
                            "fields with blanks between them",
                            ExtendedPattern.USUAL,
                            "The fields of a line."));

    private AccessLogReader() {}

    private static Attribute<String> pattern(
            LineFormat format, String words, String usual, String doc) {
        return Attribute.of(
                "pattern",
                new Format<>(
                        words,
                        text -> {
                            try {
                                format.parse(text, LineForm.usual());
                                return text;
                            } catch (IllegalArgumentException e) {
                                throw new BadValue("cannot be used: " + e.getMessage());
                            }
                        }),
                usual,
                doc);
    }

    private static Declaration<Valve> declaration(
            String name,
            String doc,
            LineFormat format,
            Attribute<String> className,
            Attribute<String> pattern) {
        AttributeTable table =
                new AttributeTable(
                        name,
                        doc,
                        List.of(
                                className,
                                DIRECTORY,
                                PREFIX,
                                SUFFIX,
                                FILE_DATE_FORMAT,
                                ROTATABLE,
                                RENAME,
                                MAX_DAYS,
                                MAX_FILE_SIZE,
                                CHECK_EXISTS,
                                BUFFERED,
                                BUFFER_SIZE,
                                ENCODING,
                                LOCALE,
                                pattern,
                                CONDITION_IF,
                                CONDITION_UNLESS,
                                CONDITION,
                                ENABLED,
                                REQUEST_ATTRIBUTES_ENABLED,
                                IPV6_CANONICAL));
        return new Declaration<>(table, Set.of(), given -> read(given, name, format, pattern));
    }

    private static String dates(String text) throws BadValue {
        try {
            return new SimpleDateFormat(text, Locale.US).toPattern();
        } catch (IllegalArgumentException e) {
            throw new BadValue("cannot be used: " + e.getMessage());
        }
    }

    private static Charset charset(String text) throws BadValue {
        Charset charset;
        try {
            charset = Charset.forName(text);
        } catch (IllegalArgumentException e) {
            throw new BadValue("is no charset that this Java knows");
        }
        if (!LineForm.takes(charset)) {
            throw new BadValue("has no US-ASCII within, in which lines end; use UTF-8");
        }
        return charset;
    }

    private static Locale locale(String text) throws BadValue {
        Locale locale = Locale.forLanguageTag(text.replace('_', '-'));
        if (locale.getLanguage().isEmpty()) {
            throw new BadValue("is no language; use en, de or pt_BR, say");
        }
        return locale;
    }

    /** Empty means one file, as in Tomcat, although elsewhere it counts as not given. */
    private static String fileDateFormat(Settings given) {
        return given.isEmpty(FILE_DATE_FORMAT) ? "" : given.get(FILE_DATE_FORMAT);
    }

    private static Factory<Valve> read(
            Settings given, String name, LineFormat format, Attribute<String> pattern) {
        LineForm form =
                new LineForm(ZoneId.systemDefault(), given.get(LOCALE), given.get(ENCODING));
        for (String unknown : format.parse(given.get(pattern), form).unknown()) {
            given.warning(
                    given.at(pattern),
                    "pattern of "
                            + name
                            + ": "
                            + unknown
                            + " means nothing in access logs and prints a dash");
        }
        if (!given.get(ENABLED)) {
            return null;
        }
        String unless = given.has(CONDITION_UNLESS) ? given.get(CONDITION_UNLESS) : null;
        return new AccessLogConfig(
                given.at(),
                given.get(DIRECTORY),
                given.get(PREFIX),
                given.get(SUFFIX),
                fileDateFormat(given),
                given.get(ROTATABLE),
                new LogRotation(
                        given.get(MAX_DAYS),
                        given.get(MAX_FILE_SIZE),
                        given.get(RENAME),
                        given.get(CHECK_EXISTS),
                        given.get(BUFFERED)),
                format,
                given.get(pattern),
                form,
                new LineRules(
                        given.get(REQUEST_ATTRIBUTES_ENABLED),
                        given.get(IPV6_CANONICAL),
                        given.get(CONDITION_IF),
                        unless != null ? unless : given.get(CONDITION)),
                null);
    }
}
