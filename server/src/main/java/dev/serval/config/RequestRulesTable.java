package dev.serval.config;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.PathRules;
import dev.serval.http.RequestRules;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The attributes of {@code Connector} by which it departs from the rules for requests, and how they
 * are read; for {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class RequestRulesTable {
    private static final Attribute<String> RELAXED_PATH_CHARS =
            relaxed("relaxedPathChars", "Characters that a path may have without being encoded.");
    private static final Attribute<String> RELAXED_QUERY_CHARS =
            relaxed("relaxedQueryChars", "Characters that a query may have without being encoded.");
    private static final Attribute<EncodedSolidusHandling> ENCODED_SOLIDUS_HANDLING =
            handling(
                    "encodedSolidusHandling",
                    "%2f in a path: 400, a slash, or it stays as it is, as %25 does then.");
    private static final Attribute<EncodedSolidusHandling> ENCODED_REVERSE_SOLIDUS_HANDLING =
            handling(
                            "encodedReverseSolidusHandling",
                            "%5c in a path: 400, a backslash (see allowBackslash), or it stays as"
                                    + " it is, as %25 does then.")
                    .differs("decode", "there a decoded backslash is refused too");
    private static final Attribute<Boolean> ALLOW_BACKSLASH =
            Attribute.flag(
                    "allowBackslash",
                    false,
                    "Whether a backslash separates segments of a path. Takes one only if"
                            + " relaxedPathChars has it, or if encodedReverseSolidusHandling is"
                            + " decode.");
    private static final Attribute<Boolean> REJECT_SUSPICIOUS_URIS =
            Attribute.flag(
                            "rejectSuspiciousURIs",
                            true,
                            "Whether dot segments in disguise (/..;x/, /%2e%2e/) and parameters of"
                                    + " an empty segment are refused; else they are resolved.")
                    .differs("false", "proxies read such paths in other ways than servers");
    private static final Attribute<Boolean> ALLOW_TRACE =
            Attribute.flag(
                    "allowTrace",
                    false,
                    "Whether TRACE reaches servlets, which answer with the request without"
                            + " credentials and cookies; files answer 405.");
    private static final Attribute<Boolean> REJECT_ILLEGAL_HEADER =
            Attribute.flag(
                    "rejectIllegalHeader",
                    true,
                    "Always: a malformed header field is answered with 400, also with false.");
    private static final Attribute<Pattern> RESTRICTED_USER_AGENTS =
            Attribute.of(
                    "restrictedUserAgents",
                    Format.regex(),
                    (Pattern) null,
                    "Clients whose whole User-Agent matches get no persistent connection.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    RELAXED_PATH_CHARS,
                    RELAXED_QUERY_CHARS,
                    ENCODED_SOLIDUS_HANDLING,
                    ENCODED_REVERSE_SOLIDUS_HANDLING,
                    ALLOW_BACKSLASH,
                    REJECT_SUSPICIOUS_URIS,
                    ALLOW_TRACE,
                    REJECT_ILLEGAL_HEADER,
                    RESTRICTED_USER_AGENTS);

    private RequestRulesTable() {}

    static RequestRules read(Values values, Reading reading) {
        String paths = values.get(RELAXED_PATH_CHARS);
        EncodedSolidusHandling reverse = values.get(ENCODED_REVERSE_SOLIDUS_HANDLING);
        boolean backslash = values.get(ALLOW_BACKSLASH);
        if (!values.get(REJECT_ILLEGAL_HEADER)) {
            reading.warning(
                    values.at(REJECT_ILLEGAL_HEADER),
                    "rejectIllegalHeader of Connector is \"false\", which has no effect: a"
                            + " malformed field is always refused, since skipping it lets requests be"
                            + " smuggled");
        }
        if (backslash && paths.indexOf('\\') < 0 && reverse != EncodedSolidusHandling.DECODE) {
            reading.warning(
                    values.at(ALLOW_BACKSLASH),
                    "allowBackslash of Connector has no effect without a backslash in"
                            + " relaxedPathChars, or encodedReverseSolidusHandling=\"decode\"");
        }
        return new RequestRules(
                paths,
                values.get(RELAXED_QUERY_CHARS),
                new PathRules(
                        values.get(ENCODED_SOLIDUS_HANDLING),
                        reverse,
                        backslash,
                        values.get(REJECT_SUSPICIOUS_URIS)),
                values.get(ALLOW_TRACE),
                values.get(RESTRICTED_USER_AGENTS));
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
