package dev.serval.config;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.PathRules;
import dev.serval.http.RequestRules;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The attributes of {@code Connector} that change the rules for requests, and how they are read;
 * for {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class RequestRulesTable {
    private RequestRulesTable() {}

    static RequestRules read(Rows rows, Reading reading) {
        RequestRules rules =
                new RequestRules(
                        rows.get(
                                relaxed(
                                        "relaxedPathChars",
                                        "Characters that a path may have without being encoded.")),
                        rows.get(
                                relaxed(
                                        "relaxedQueryChars",
                                        "Characters that a query may have without being encoded.")),
                        new PathRules(
                                rows.get(
                                        handling(
                                                "encodedSolidusHandling",
                                                "%2f in a path: 400, a slash, or it stays as it is, as %25 does then.")),
                                rows.get(
                                        handling(
                                                        "encodedReverseSolidusHandling",
                                                        "%5c in a path: 400, a backslash (see allowBackslash), or it stays as"
                                                                + " it is, as %25 does then.")
                                                .stricter(
                                                        EncodedSolidusHandling.DECODE,
                                                        "decode",
                                                        "there a decoded backslash is refused too")),
                                rows.flag(
                                        "allowBackslash",
                                        false,
                                        "Whether a backslash separates segments of a path. Takes one only if"
                                                + " relaxedPathChars has it, or if encodedReverseSolidusHandling is"
                                                + " decode."),
                                rows.get(
                                        Attribute.flag(
                                                        "rejectSuspiciousURIs",
                                                        true,
                                                        "Whether dot segments in disguise (/..;x/, /%2e%2e/) and parameters of"
                                                                + " an empty segment are refused; else they are resolved.")
                                                .stricter(
                                                        false,
                                                        "false",
                                                        "proxies read such paths in other ways than servers"))),
                        rows.flag(
                                "allowTrace",
                                false,
                                "Whether TRACE reaches servlets, which answer with the request without"
                                        + " credentials and cookies; files answer 405."),
                        restrictedUserAgents(rows, reading));
        if (rules.path().allowBackslash()
                && rules.relaxedPathChars().indexOf('\\') < 0
                && rules.path().encodedReverseSolidusHandling() != EncodedSolidusHandling.DECODE) {
            reading.warning(
                    rows.at("allowBackslash"),
                    "allowBackslash of Connector has no effect without a backslash in"
                            + " relaxedPathChars, or encodedReverseSolidusHandling=\"decode\"");
        }
        return rules;
    }

    /** Placed after the attribute without effect. */
    private static Pattern restrictedUserAgents(Rows rows, Reading reading) {
        boolean rejects =
                rows.flag(
                        "rejectIllegalHeader",
                        true,
                        "Always: a malformed header field is answered with 400, also with false.");
        if (!rejects) {
            reading.warning(
                    rows.at("rejectIllegalHeader"),
                    "rejectIllegalHeader of Connector is \"false\", which has no effect: a"
                            + " malformed field is always refused, since skipping it lets requests be"
                            + " smuggled");
        }
        return rows.of(
                "restrictedUserAgents",
                Format.regex(),
                (Pattern) null,
                "Clients whose whole User-Agent matches get no persistent connection.");
    }

    static Attribute<EncodedSolidusHandling> handling(String name, String doc) {
        return Attribute.of(
                        name,
                        Format.choice(
                                Map.of(
                                        "reject", EncodedSolidusHandling.REJECT,
                                        "decode", EncodedSolidusHandling.DECODE,
                                        "passthrough", EncodedSolidusHandling.PASSTHROUGH)),
                        EncodedSolidusHandling.REJECT,
                        doc)
                .shown("reject");
    }

    private static Attribute<String> relaxed(String name, String doc) {
        return Attribute.of(name, characters(), "", doc).shown("none");
    }

    private static Format<String> characters() {
        String words = "some of " + String.join(" ", RequestRules.RELAXABLE.split(""));
        return new Format<>(
                words,
                text -> {
                    for (int i = 0; i < text.length(); i++) {
                        if (RequestRules.RELAXABLE.indexOf(text.charAt(i)) < 0) {
                            throw new BadValue(
                                    "holds '" + text.charAt(i) + "'; it may hold " + words);
                        }
                    }
                    return text;
                });
    }
}
