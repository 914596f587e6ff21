package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.extension.Offer;
import dev.serval.files.DefaultServletParameters;
import dev.serval.http.Leniency;
import dev.serval.reference.AttributePage;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The reference page of server.xml, made from the declarations that the reader uses. Pure. It is
 * kept as {@code webapps/docs/config.html}, which {@link ReferencePageTest} writes and checks.
 */
final class ReferencePage extends AttributePage {
    private static final List<AttributeTable> TABLES =
            Stream.of(
                            List.of(
                                    ServerReader.SERVER,
                                    ServerReader.SERVICE,
                                    ConnectorTable.TABLE,
                                    SslHostConfigTable.TABLE,
                                    CertificateReader.TABLE,
                                    ExecutorReader.TABLE,
                                    EngineReader.TABLE,
                                    HostReader.TABLE,
                                    ContextReader.TABLE,
                                    EntryReader.PARAMETER,
                                    EntryReader.ENVIRONMENT,
                                    CookieProcessorReader.TABLE,
                                    JarScannerReader.SCANNER,
                                    JarScannerReader.FILTER,
                                    ResourcesReader.TABLE,
                                    OverlayReader.TABLE),
                            tables(BuiltInValves.OFFERS),
                            tables(List.of(BuiltInValves.SHARED_LOGINS)),
                            List.of(
                                    RealmReader.TABLE,
                                    CredentialHandlerReader.TABLE,
                                    UserDatabaseReader.TABLE,
                                    AuthenticatorReader.TABLE))
                    .flatMap(List::stream)
                    .toList();

    private ReferencePage() {}

    private static List<AttributeTable> tables(List<? extends Offer<?>> offers) {
        return offers.stream().map(offer -> offer.declaration().get().table()).toList();
    }

    /** The whole page. */
    static String html() {
        ReferencePage page = new ReferencePage();
        page.head();
        page.introduction();
        TABLES.forEach(page::element);
        page.alias();
        page.defaultServlet();
        page.leniencies();
        page.differences();
        page.names();
        page.features();
        page.foot();
        return page.written();
    }

    private void head() {
        begin("Configuration · Serval", "the classes of dev.serval.config; edit those");
        lines(
                "  <a class=\"skip\" href=\"#main\">Skip to content</a>",
                "  <header class=\"bar\">",
                "    <a class=\"brand\" href=\"./\"><img src=\"logo.svg\" alt=\"\" width=\"36\""
                        + " height=\"36\">Serval <small>Documentation</small></a>",
                "  </header>",
                "  <nav class=\"pages\" aria-label=\"Pages\">",
                "    <ul>",
                "      <li><a href=\"./\">Overview</a></li>",
                "      <li><a href=\"quickstart.html\">Quick start</a></li>",
                "      <li><a href=\"deployment.html\">Deployment</a></li>",
                "      <li><a href=\"security.html\">Security</a></li>",
                "      <li><a href=\"migration.html\">Coming from Tomcat</a></li>",
                "      <li><a href=\"jsp.html\">JSP pages</a></li>",
                "      <li><a href=\"embedding.html\">Embedding</a></li>",
                "      <li><a href=\"extensions.html\">Extensions</a></li>",
                "      <li><a href=\"config.html\" aria-current=\"page\">Configuration</a>",
                "        <ul>");
        TABLES.forEach(table -> entry(anchor(table), table.element()));
        entry("default-servlet", "The default servlet");
        entry("leniencies", "Leniencies");
        entry("differences", "Other defaults than Tomcat’s");
        entry("without-effect", "Names without effect");
        entry("features", "What works");
        lines(
                "        </ul>",
                "      </li>",
                "      <li><a href=\"codes.html\">Message codes</a></li>",
                "      <li><a href=\"conformance.html\">HTTP conformance</a></li>",
                "      <li><a href=\"servlet.html\">Servlet 6.1</a></li>",
                "      <li><a href=\"connectors.html\">BIO, NIO or NIO2</a></li>",
                "      <li><a href=\"benchmarks.html\">Benchmarks</a></li>",
                "    </ul>",
                "  </nav>",
                "  <main id=\"main\">");
    }

    private void entry(String anchor, String words) {
        lines("          <li><a href=\"#" + anchor + "\">" + words + "</a></li>");
    }

    private void introduction() {
        lines(
                "    <h1>Configuration</h1>",
                "    <p class=\"lead\">Every element and attribute of <code>conf/server.xml</code>"
                        + " that has an effect. The names are Tomcat’s.</p>",
                "    <ul>",
                "      <li><code>bin/serval.sh configtest</code> lists every problem of the file"
                        + " with line and column, and opens no port.</li>",
                "      <li>An error keeps the server from starting. A warning does not: a name"
                        + " that is not known, or has no effect, is ignored.</li>",
                "      <li>A plain number is in the unit that the table gives. Sizes may end in"
                        + " <code>B</code>, <code>KB</code>, <code>MB</code>, <code>GB</code>"
                        + " (powers of 1024), times in <code>ms</code>, <code>s</code>,"
                        + " <code>m</code>, <code>h</code>, <code>d</code>.</li>",
                "      <li><code>${name}</code> is the value of a system property, else of an"
                        + " environment variable: <code>SERVAL_PORT</code> for"
                        + " <code>serval.port</code>. <code>${name:-default}</code> needs"
                        + " neither.</li>",
                "    </ul>");
    }

    private void alias() {
        lines(
                "    <h2 id=\"alias\"><code>Alias</code></h2>",
                "    <p>Another name of a Host, as the text of the element;"
                        + " <code>*.example.com</code> stands for one more label.</p>");
    }

    private void defaultServlet() {
        lines(
                "    <h2 id=\"default-servlet\">The default servlet</h2>",
                "    <p>Files are served by the servlet <code>default</code>. These are its"
                        + " <code>init-param</code>s, for all applications in"
                        + " <code>conf/web.xml</code>, for one in its <code>WEB-INF/web.xml</code>."
                        + " Its class is <code>org.apache.catalina.servlets.DefaultServlet</code>;"
                        + " a further servlet of that class, with parameters and a mapping of its"
                        + " own, is another one for the same files. A value that is not allowed"
                        + " keeps the application from being served.</p>");
        open("Parameter", "Value", "Default", "Meaning");
        for (DefaultServletParameters.Parameter parameter : DefaultServletParameters.TABLE) {
            String meaning = parameter.works() ? "" : "No effect. ";
            row(
                    "default-servlet-" + parameter.name(),
                    code(parameter.name()),
                    text(parameter.allowed()),
                    code(parameter.usual()),
                    text(meaning + parameter.meaning()));
        }
        close();
    }

    private void leniencies() {
        lines(
                "    <h2 id=\"leniencies\">Leniencies</h2>",
                "    <p>All are off. One that is on is named in the log at the start with its code,"
                        + " and when a request needs it: the first at once, then their number each"
                        + " minute.</p>");
        open("Code", "Attribute of Connector", "Rule that it bends", "What it lets pass");
        for (Leniency leniency : Leniency.values()) {
            row(
                    "",
                    code(leniency.code()),
                    code(leniency.attribute()),
                    text(leniency.rule()),
                    text(leniency.passes()));
        }
        close();
    }

    private void differences() {
        lines("    <h2 id=\"differences\">Other defaults than Tomcat’s</h2>");
        open("Attribute", "Serval", "Tomcat 11", "Because");
        for (AttributeTable table : TABLES) {
            for (Attribute<?> attribute : table.attributes()) {
                if (attribute.tomcat() != null) {
                    row(
                            "",
                            code(table.element() + " " + attribute.name()),
                            code(attribute.shownDefault()),
                            text(attribute.tomcat()),
                            text(attribute.reason()));
                }
            }
        }
        for (OtherDefault other : OtherDefault.values()) {
            row(
                    "",
                    code(other.where()),
                    text(other.serval()),
                    text(other.tomcat()),
                    text(other.reason()));
        }
        close();
    }

    private void names() {
        KnownNames known = KnownNames.get();
        lines(
                "    <h2 id=\"without-effect\">Names without effect</h2>",
                "    <p>Names that Tomcat knows. Each gives one warning, unless it asks for what"
                        + " Serval does anyway; a realm, and a class that may protect something, is"
                        + " an error, since nothing is served without it.</p>");
        open("Element", "Attributes", "Elements");
        for (String element : known.parents()) {
            row(
                    "",
                    code(element),
                    codes(known.attributes(element)),
                    codes(known.elements(element)));
        }
        close();
        open("Classes", "What happens", "Names");
        row("", "Listener", "a warning", codes(known.classes("listener")));
        row("", "Realm", "an error", codes(known.classes("realm")));
        row("", "Valve", "a warning", codes(known.classes("valve")));
        row("", "Valve, Listener", "an error", codes(known.classes("protects")));
        close();
    }

    private void features() {
        lines("    <h2 id=\"features\">What works, and what happens when the rest is used</h2>");
        open("Feature", "Status", "What happens when it is used");
        for (Feature feature : Feature.values()) {
            String id = "feature-" + feature.name().toLowerCase(Locale.ROOT).replace('_', '-');
            row(id, text(feature.title()), feature.status().words(), text(feature.effect()));
        }
        close();
    }

    private void foot() {
        lines(
                "  </main>",
                "  <footer>",
                "    <p>Serval is free software under the Apache License 2.0.</p>",
                "  </footer>",
                "</body>",
                "</html>");
    }
}
