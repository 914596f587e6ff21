package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.reference.AttributePage;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The page of what Serval does with each attribute of Tomcat's reference: its rows are those of
 * {@code tomcat-11.txt}, what is said of them comes from the tables by which files are read. Pure,
 * but for the sources of the filters. It is kept as {@code webapps/docs/tomcat.html}, which {@link
 * TomcatPageTest} writes and checks.
 */
final class TomcatPage extends AttributePage {
    private static final List<Kind<?>> KINDS =
            List.of(
                    Kind.VALVE,
                    BuiltInValves.SINGLE_SIGN_ON,
                    Kind.AUTHENTICATOR,
                    Kind.REALM,
                    Kind.CREDENTIAL_HANDLER,
                    Kind.LISTENER,
                    Kind.PROTOCOL,
                    BuiltInManagers.MANAGER,
                    BuiltInManagers.ID_GENERATOR,
                    Kind.SESSION_STORE);

    /** Of elements that no offer makes, by the last part of a class name or their own name. */
    private static final Map<String, AttributeTable> TABLES =
            Map.ofEntries(
                    Map.entry("StandardServer", ServerReader.SERVER),
                    Map.entry("StandardService", ServerReader.SERVICE),
                    Map.entry("StandardEngine", EngineReader.TABLE),
                    Map.entry("StandardHost", HostReader.TABLE),
                    Map.entry("StandardContext", ContextReader.TABLE),
                    Map.entry("StandardThreadExecutor", ExecutorReader.TABLE),
                    Map.entry("StandardVirtualThreadExecutor", ExecutorReader.TABLE),
                    Map.entry("Connector", ConnectorTable.TABLE),
                    Map.entry("Http11NioProtocol", ConnectorTable.TABLE),
                    Map.entry("Http11Nio2Protocol", ConnectorTable.TABLE),
                    Map.entry("AjpNioProtocol", ConnectorTable.TABLE),
                    Map.entry("AjpNio2Protocol", ConnectorTable.TABLE),
                    Map.entry("SocketProperties", ConnectorTable.TABLE),
                    Map.entry("SSLHostConfig", SslHostConfigTable.TABLE),
                    Map.entry("SSLHostConfigCertificate", CertificateReader.TABLE),
                    Map.entry("StandardRoot", ResourcesReader.TABLE),
                    Map.entry("PreResources", OverlayReader.TABLE),
                    Map.entry("WebappLoader", LoaderReader.TABLE),
                    Map.entry("Rfc6265CookieProcessor", CookieProcessorReader.TABLE),
                    Map.entry("StandardJarScanner", JarScannerReader.SCANNER),
                    Map.entry("StandardJarScanFilter", JarScannerReader.FILTER),
                    Map.entry("Resource", ResourceTables.TABLE),
                    Map.entry("ResourceLink", ResourceTables.LINK),
                    Map.entry("ResourceEnvRef", ResourceTables.TABLE),
                    Map.entry("Transaction", ResourceTables.TABLE),
                    Map.entry("Environment", EntryReader.ENVIRONMENT),
                    Map.entry("Parameter", EntryReader.PARAMETER),
                    Map.entry("UserDatabase", UserDatabaseReader.TABLE));

    private static final String SESSIONS =
            "sessions of several servers come with a part of their own; until then a warning, and"
                    + " sessions are kept as without it";
    private static final String ACCESS_LOGS =
            "access logs of more kinds and conditions come with a part of their own; until then a"
                    + " warning, and AccessLogValve writes the usual one";

    /** What is made apart from the rest, by class or by class and attribute: its present state. */
    private static final Map<String, String> APART = apart();

    private static Map<String, String> apart() {
        Map<String, String> apart = new LinkedHashMap<>();
        apart.put(
                "org.apache.coyote.http2.Http2Protocol",
                "HTTP/2 comes with a part of its own; until then a warning, and the port answers by"
                        + " HTTP/1.1");
        for (String type : List.of("util.StandardSessionIdGenerator")) {
            apart.put("org.apache.catalina." + type, SESSIONS);
        }
        for (String type : List.of("JsonAccessLogValve", "ExtendedAccessLogValve")) {
            apart.put("org.apache.catalina.valves." + type, ACCESS_LOGS);
        }
        for (String name :
                List.of(
                        "condition",
                        "conditionIf",
                        "conditionUnless",
                        "encoding",
                        "ipv6Canonical",
                        "locale")) {
            apart.put("org.apache.catalina.valves.AccessLogValve " + name, ACCESS_LOGS);
        }
        apart.put(
                "org.apache.catalina.valves.StuckThreadDetectionValve",
                "it comes with a part of its own; until then a warning");
        return apart;
    }

    /** A row; what it says of it is never MAPPED, which depends on a value. */
    record Row(String type, String asked, String attribute, String usual, Finding finding) {
        /** Whether it is not there, and made apart from the rest. */
        boolean isApart() {
            return finding.verdict() == Verdict.UNSUPPORTED && state() != null;
        }

        /** What there is in the meantime; null of what is not made apart. */
        private String state() {
            String own = APART.get(type + " " + attribute);
            return own != null ? own : APART.get(type);
        }
    }

    private final List<Row> rows;

    TomcatPage(List<Row> rows) {
        this.rows = rows;
    }

    /** All of the reference; a class without attributes has a row for itself. */
    static List<Row> rows(Path checkout) {
        List<Row> rows = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            String type = words[0];
            for (int i = 2; i < words.length; i++) {
                String[] pair = words[i].split("=", 2);
                String usual = pair.length > 1 ? pair[1].replace('_', ' ') : "";
                rows.add(
                        new Row(
                                type,
                                words[1],
                                pair[0],
                                usual,
                                finding(type, pair[0], usual, checkout)));
            }
            if (words.length == 2) {
                rows.add(new Row(type, words[1], "", "", finding(type, "", "", checkout)));
            }
        }
        return rows;
    }

    private static List<String> lines() {
        try (var in = TomcatPage.class.getResourceAsStream("tomcat-11.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Finding finding(String type, String attribute, String usual, Path checkout) {
        if (type.startsWith("org.apache.catalina.filters.")) {
            return filter(type, attribute, checkout);
        }
        AttributeTable table = table(type);
        if (table == null && KnownNames.get().classes("anyway").contains(type)) {
            return Finding.anyway(Location.NONE, type);
        }
        String instead = KnownNames.get().remark("listener", type);
        if (table == null && !instead.isEmpty()) {
            return new Finding(Location.NONE, type, Verdict.WITHOUT_EFFECT, instead);
        }
        if (table == null) {
            return new Finding(Location.NONE, type, Verdict.UNSUPPORTED, absence(type));
        }
        if (attribute.isEmpty()) {
            return Finding.honoured(Location.NONE, type);
        }
        String name = type.endsWith("SocketProperties") ? "socket." + attribute : attribute;
        Finding any = AttributeReader.finding(table, name, "", Location.NONE);
        boolean same =
                any.verdict() == Verdict.UNSUPPORTED
                        && KnownNames.get().holdsAnyway(table.element(), name, usual);
        return same
                ? new Finding(
                        Location.NONE,
                        any.what(),
                        Verdict.WITHOUT_EFFECT,
                        "Serval does as with " + usual + "; another value is a warning")
                : any;
    }

    private static AttributeTable table(String type) {
        for (Kind<?> kind : KINDS) {
            Offer<?> offer = OfferReader.offers(kind, Extensions.NONE).get(type);
            if (offer != null) {
                return CommonAttributes.with(kind, offer.declaration().get().table());
            }
        }
        return TABLES.get(type.substring(type.lastIndexOf('.') + 1));
    }

    private static String absence(String type) {
        KnownNames known = KnownNames.get();
        for (String kind : List.of("protects", "realm")) {
            if (known.classes(kind).contains(type)) {
                String remark = known.remark(kind, type);
                return "not there yet, and nothing is served without it"
                        + (remark.isEmpty() ? "" : ": " + remark);
            }
        }
        return "not there yet";
    }

    /** An init-param that its sources read. */
    private static Finding filter(String type, String attribute, Path checkout) {
        String own = type.replace('.', '/') + ".java";
        try (Stream<Path> all = Files.walk(checkout.resolve("extensions"))) {
            List<Path> sources =
                    all.filter(file -> file.toString().contains("src/main/java"))
                            .filter(file -> file.getParent().endsWith("filters"))
                            .filter(Files::isRegularFile)
                            .toList();
            if (sources.stream().noneMatch(file -> file.endsWith(own))) {
                return new Finding(Location.NONE, type, Verdict.UNSUPPORTED, "not there yet");
            }
            boolean read = attribute.isEmpty();
            for (Path source : sources) {
                read |= Files.readString(source).contains('"' + attribute + '"');
            }
            return read
                    ? Finding.honoured(Location.NONE, type)
                    : new Finding(Location.NONE, type, Verdict.UNSUPPORTED, "not read");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many rows fare how, by who asks for them. */
    static Map<String, Map<Verdict, Integer>> counts(List<Row> rows) {
        Map<String, Map<Verdict, Integer>> counts = new TreeMap<>();
        for (Row row : rows) {
            counts.computeIfAbsent(row.asked(), key -> new TreeMap<>())
                    .merge(row.finding().verdict(), 1, Integer::sum);
        }
        return counts;
    }

    /** The whole page. */
    String html() {
        begin("Tomcat’s attributes · Serval", "the tables by which files are read; edit those");
        lines(
                "  <a class=\"skip\" href=\"#main\">Skip to content</a>",
                "  <header class=\"bar\">",
                "    <a class=\"brand\" href=\"./\"><img src=\"logo.svg\" alt=\"\" width=\"36\""
                        + " height=\"36\">Serval <small>Documentation</small></a>",
                "  </header>",
                "  " + ReferencePage.NAVIGATION,
                "  <main id=\"main\">",
                "    <h1>Tomcat’s attributes</h1>",
                "    <p class=\"lead\">Every attribute of Tomcat 11’s classes, its default there,"
                        + " and what Serval does with it. <code>bin/serval.sh adopt CATALINA_BASE"
                        + " --check</code> says the same of your files.</p>");
        lines("    <h2 id=\"counted\">Counted</h2>");
        open("Asked for", "honoured", "without effect", "not yet, made apart", "unsupported");
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("A", "by all (A)");
        asked.put("B", "by many (B)");
        asked.put("C", "by few (C)");
        Map<String, Map<Verdict, Integer>> counts = counts(rows);
        asked.forEach(
                (key, words) ->
                        row(
                                "counted-" + key.toLowerCase(java.util.Locale.ROOT),
                                words,
                                number(counts.get(key), Verdict.HONOURED),
                                number(counts.get(key), Verdict.WITHOUT_EFFECT),
                                String.valueOf(apart(key)),
                                String.valueOf(
                                        counts.get(key).getOrDefault(Verdict.UNSUPPORTED, 0)
                                                - apart(key))));
        close();
        lines("    <h2 id=\"attributes\">One by one</h2>");
        String type = "";
        for (Row row : rows) {
            if (!row.type().equals(type)) {
                if (!type.isEmpty()) {
                    close();
                }
                type = row.type();
                lines("    <h3><code>" + text(type) + "</code></h3>");
                open("Attribute", "Default in Tomcat", "Asked for", "In Serval", "Why");
            }
            String said = row.finding().why().replace(row.finding().what() + " ", "");
            String why = row.isApart() ? row.state() : said;
            row(
                    "",
                    row.attribute().isEmpty() ? "(none)" : code(row.attribute()),
                    code(row.usual()),
                    row.asked(),
                    row.isApart() ? "not yet" : row.finding().verdict().words(),
                    text(why));
        }
        close();
        lines(
                "  </main>",
                "  <footer>",
                "    <p>Serval is free software under the Apache License 2.0.</p>",
                "  </footer>",
                "</body>",
                "</html>");
        return written();
    }

    private long apart(String asked) {
        return rows.stream().filter(row -> row.asked().equals(asked) && row.isApart()).count();
    }

    private static String number(Map<Verdict, Integer> counts, Verdict verdict) {
        return String.valueOf(counts.getOrDefault(verdict, 0));
    }
}
