package dev.serval.config;

import dev.serval.valve.AccessLogPattern;
import java.util.List;

/** Reads a {@code Valve} that is an access log. Stateless. */
final class AccessLogReader {
    private static final Attribute<String> DIRECTORY =
            Attribute.of("directory", Format.text(), "logs", "Of the files, relative to the base.");
    private static final Attribute<String> PREFIX =
            Attribute.of("prefix", Format.text(), "access_log", "Of a file's name.");
    private static final Attribute<String> SUFFIX =
            Attribute.of("suffix", Format.text(), "", "Of a file's name.");
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
    static final AttributeTable TABLE =
            new AttributeTable(
                    "AccessLogValve",
                    "A Valve: one line for every request, in a file per day.",
                    List.of(
                            CLASS_NAME,
                            DIRECTORY,
                            PREFIX,
                            SUFFIX,
                            PATTERN,
                            ENABLED,
                            REQUEST_ATTRIBUTES_ENABLED));

    private AccessLogReader() {}

    /** The text as it is, once the log has understood it. */
    private static String pattern(String text) throws BadValue {
        try {
            AccessLogPattern.parse(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw new BadValue("cannot be used: " + e.getMessage());
        }
    }

    /** The access log, or null when it is not enabled. */
    static AccessLogConfig read(XmlElement xml, Reading reading) {
        Values values = TABLE.read(xml, reading);
        OtherElements.reportAll(xml, reading);
        if (!values.get(ENABLED)) {
            return null;
        }
        return new AccessLogConfig(
                xml.at,
                values.get(DIRECTORY),
                values.get(PREFIX),
                values.get(SUFFIX),
                values.get(PATTERN),
                values.get(REQUEST_ATTRIBUTES_ENABLED));
    }
}
