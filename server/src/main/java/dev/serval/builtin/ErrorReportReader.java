package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Offer.Reader;
import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.Unit;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.Valve;
import dev.serval.valve.report.ErrorTable;
import dev.serval.valve.report.HtmlReport;
import dev.serval.valve.report.JsonReport;
import dev.serval.valve.report.ProxiedReport;
import dev.serval.valve.report.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a {@code Valve} that answers errors: ErrorReportValve, JsonErrorReportValve,
 * ProxyErrorReportValve. Stateless.
 */
final class ErrorReportReader {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorReportReader.class);
    private static final String STATUS = "0|[4-9][0-9][0-9]";
    private static final String PROPERTIES = "lib/ProxyErrorReportValve.properties";

    private static final Attribute<String> CLASS_NAME =
            Attribute.text("className", "This, or Tomcat's name of it.").needed();
    private static final Attribute<Boolean> SHOW_REPORT =
            Attribute.flag(
                            "showReport",
                            null,
                            "True shows the stack trace of an exception too; false not even the"
                                    + " message of the application and the path.")
                    .shown("the message alone")
                    .differs("true", "stack traces tell attackers what to look for");
    private static final Attribute<Boolean> SHOW_SERVER_INFO =
            Attribute.flag("showServerInfo", false, "Whether it shows the server and its version.")
                    .differs("true", "a version tells attackers what to try");
    private static final Attribute<String> ERROR_CODE =
            Attribute.text(
                    "errorCode.*",
                    "errorCode.404 is the file, in HTML and UTF-8, that answers a 404; errorCode.0"
                            + " answers all others. It is read at the start.");
    private static final Attribute<String> EXCEPTION_TYPE =
            Attribute.text(
                    "exceptionType.*",
                    "exceptionType.java.io.IOException is the file that answers when the"
                            + " application throws one, or one of a subclass.");
    private static final Attribute<String> ERROR_URL =
            Attribute.text(
                    "errorCode.*",
                    "errorCode.404 is the URL where the page of a 404 is; errorCode.0 that of all"
                            + " others. It gets requestUri, statusCode, statusDescription,"
                            + " statusReason and message.");
    private static final Attribute<String> EXCEPTION_URL =
            Attribute.text("exceptionType.*", "The same by the class of an exception.");
    private static final Attribute<Boolean> USE_REDIRECT =
            Attribute.flag(
                    "useRedirect",
                    false,
                    "True sends clients there by a 302; false fetches the page, on a worker.");
    private static final Attribute<Boolean> USE_PROPERTIES =
            Attribute.flag(
                    "usePropertiesFile",
                    false,
                    "The URLs are in "
                            + PROPERTIES
                            + ", by status; 0 is that of all others. What it says counts before"
                            + " errorCode.");
    private static final Attribute<Integer> TIMEOUT =
            Attribute.of(
                    "timeout",
                    Format.integer(Unit.MILLISECONDS, 1, Integer.MAX_VALUE),
                    5000,
                    "How long a connection, or a wait for bytes, may take; Serval's own.");

    static final Declaration<Valve> HTML =
            declaration(
                    "ErrorReportValve",
                    "A Valve: what answers errors for which an application has no page. It is asked"
                            + " by all but connectors and valves before routing.",
                    ErrorReportReader::html,
                    SHOW_REPORT,
                    SHOW_SERVER_INFO,
                    ERROR_CODE,
                    EXCEPTION_TYPE);
    static final Declaration<Valve> JSON =
            declaration(
                    "JsonErrorReportValve",
                    "A Valve: answers such errors as JSON, with type, status, message, description,"
                            + " code and request.",
                    given -> {
                        Shown shown = shown(given);
                        return place -> new JsonReport(shown);
                    },
                    SHOW_REPORT,
                    SHOW_SERVER_INFO);
    static final Declaration<Valve> PROXY =
            declaration(
                    "ProxyErrorReportValve",
                    "A Valve: answers such errors by pages of another server.",
                    ErrorReportReader::proxied,
                    SHOW_REPORT,
                    SHOW_SERVER_INFO,
                    ERROR_URL,
                    EXCEPTION_URL,
                    USE_REDIRECT,
                    USE_PROPERTIES,
                    TIMEOUT);

    private ErrorReportReader() {}

    private static Declaration<Valve> declaration(
            String name, String doc, Reader<Valve> reader, Attribute<?>... attributes) {
        List<Attribute<?>> all = new ArrayList<>();
        all.add(CLASS_NAME);
        all.addAll(List.of(attributes));
        return new Declaration<>(new AttributeTable(name, doc, all), Set.of(), reader);
    }

    private static Shown shown(Settings given) {
        Boolean report = given.get(SHOW_REPORT);
        return new Shown(
                report == null || report,
                report != null && report,
                given.get(SHOW_SERVER_INFO) ? VersionLogger.server() : null);
    }

    /** Null if the server's own pages do all that is asked for. */
    private static Factory<Valve> html(Settings given) {
        Shown shown = shown(given);
        Map<Integer, String> codes = codes(given, ERROR_CODE);
        Map<String, String> types = given.family(EXCEPTION_TYPE);
        boolean usual = shown.message() && !shown.trace() && shown.server() == null;
        if (usual && codes.isEmpty() && types.isEmpty()) {
            return null;
        }
        Location at = given.at();
        return place ->
                new HtmlReport(
                        shown, new ErrorTable<>(read(codes, place, at), read(types, place, at)));
    }

    private static Map<Integer, String> codes(Settings given, Attribute<String> attribute) {
        Map<Integer, String> codes = new HashMap<>();
        given.family(attribute)
                .forEach(
                        (code, value) -> {
                            if (code.matches(STATUS)) {
                                codes.put(Integer.valueOf(code), value);
                            } else {
                                given.error(
                                        given.at(),
                                        "errorCode."
                                                + code
                                                + " names no status of an error, nor 0");
                            }
                        });
        return codes;
    }

    /** The contents of files; one that cannot be read is left out, with a warning. */
    private static <K> Map<K, byte[]> read(Map<K, String> files, Place place, Location at) {
        Map<K, byte[]> read = new HashMap<>();
        files.forEach(
                (key, name) -> {
                    Path file = place.file(name);
                    try {
                        read.put(key, Files.readAllBytes(file));
                    } catch (IOException e) {
                        LOG.warn(
                                "SRV-0612 {}: the page {} cannot be read, the server's own answers"
                                        + " in its place: {}",
                                at,
                                file,
                                e.toString());
                    }
                });
        return read;
    }

    private static Factory<Valve> proxied(Settings given) {
        Shown shown = shown(given);
        Map<Integer, String> codes = codes(given, ERROR_URL);
        Map<String, String> types = given.family(EXCEPTION_URL);
        boolean redirects = given.get(USE_REDIRECT);
        boolean properties = given.get(USE_PROPERTIES);
        int millis = given.get(TIMEOUT);
        if (!redirects) {
            List<String> urls = new ArrayList<>(codes.values());
            urls.addAll(types.values());
            urls.stream()
                    .filter(url -> !isUrl(url))
                    .forEach(
                            url ->
                                    given.error(
                                            given.at(),
                                            url + " is no URL from which a page can be fetched"));
        }
        ErrorReport otherwise = new HtmlReport(shown, new ErrorTable<>(Map.of(), Map.of()));
        return place -> {
            Map<Integer, String> urls = new HashMap<>(codes);
            if (properties) {
                urls.putAll(urls(place.file(PROPERTIES)));
            }
            return new ProxiedReport(
                    shown, new ErrorTable<>(urls, types), otherwise, redirects, millis);
        };
    }

    private static boolean isUrl(String text) {
        return text.matches("(?i)https?://[^\\s]+");
    }

    private static Map<Integer, String> urls(Path file) throws IOException {
        Properties properties = new Properties();
        try (java.io.Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        Map<Integer, String> urls = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (!name.matches(STATUS)) {
                throw new IOException(file + ": " + name + " is no status of an error, nor 0");
            }
            urls.put(Integer.valueOf(name), properties.getProperty(name).strip());
        }
        return urls;
    }
}
