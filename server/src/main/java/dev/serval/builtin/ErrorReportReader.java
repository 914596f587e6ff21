package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.valve.Valve;
import java.util.List;
import java.util.Set;

/**
 * Reads a {@code Valve} that is an ErrorReportValve. Error pages are no valve here; they show as
 * little as Tomcat's with both attributes false. Stateless.
 */
final class ErrorReportReader {
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
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "ErrorReportValve",
                    "A Valve, accepted for its settings: the built-in error pages show neither"
                            + " reports nor the server. Pages of one's own are error-page elements"
                            + " in web.xml.",
                    List.of(CLASS_NAME, SHOW_REPORT, SHOW_SERVER_INFO));

    static final Declaration<Valve> DECLARATION =
            new Declaration<>(TABLE, Set.of(), ErrorReportReader::read);

    private ErrorReportReader() {}

    private static Factory<Valve> read(Settings given) {
        for (Attribute<Boolean> shown : List.of(SHOW_REPORT, SHOW_SERVER_INFO)) {
            if (given.get(shown)) {
                given.warning(
                        given.at(shown),
                        shown.name()
                                + "=\"true\" of ErrorReportValve has no effect: error pages show a"
                                + " code and the id of the request, under which the log has more");
            }
        }
        return null;
    }
}
