package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads a {@code Valve} that is an ErrorReportValve: error pages are no valve here, and show as
 * little as Tomcat's with both attributes false. Stateless.
 */
final class ErrorReportReader {
    /** All that it is called. */
    static final List<String> NAMES =
            List.of("org.apache.catalina.valves.ErrorReportValve", "ErrorReportValve");

    private static final Attribute<String> CLASS_NAME =
            Attribute.of(
                            "className",
                            Format.text(),
                            null,
                            "ErrorReportValve, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<Boolean> SHOW_REPORT =
            Attribute.of(
                            "showReport",
                            Format.bool(),
                            false,
                            "True is a warning: the log has the stack trace, by the code and the"
                                    + " id of the request that the page shows.")
                    .differs("true", "stack traces tell attackers what to look for");
    private static final Attribute<Boolean> SHOW_SERVER_INFO =
            Attribute.of(
                            "showServerInfo",
                            Format.bool(),
                            false,
                            "True is a warning: no page names the server or its version.")
                    .differs("true", "a version tells attackers what to try");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "ErrorReportValve",
                    "A Valve, accepted for its settings: the built-in error pages show neither"
                            + " reports nor the server. Pages of one's own are error-page elements"
                            + " in web.xml.",
                    List.of(CLASS_NAME, SHOW_REPORT, SHOW_SERVER_INFO));

    private ErrorReportReader() {}

    static boolean is(String className) {
        return NAMES.contains(className);
    }

    static void read(XmlElement xml, Reading reading) {
        XmlElement known = new XmlElement(xml.name, xml.at);
        for (XmlElement.Attr attribute : xml.attributes.values()) {
            String name = attribute.name();
            if (Stream.of("errorCode.", "exceptionType.").anyMatch(name::startsWith)) {
                reading.warning(
                        attribute.at(),
                        name
                                + " of ErrorReportValve has no effect: an error-page in web.xml, of"
                                + " an application or in conf/web.xml for all, gives an error its"
                                + " page");
            } else {
                known.attributes.put(name, attribute);
            }
        }
        Values values = AttributeReader.read(TABLE, known, reading);
        for (Attribute<Boolean> shown : List.of(SHOW_REPORT, SHOW_SERVER_INFO)) {
            if (values.get(shown)) {
                reading.warning(
                        values.at(shown),
                        shown.name()
                                + "=\"true\" of ErrorReportValve has no effect: error pages show a"
                                + " code and the id of the request, under which the log has more");
            }
        }
        OtherElements.reportAll(xml, reading);
    }
}
