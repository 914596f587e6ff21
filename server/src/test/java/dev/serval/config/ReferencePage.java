package dev.serval.config;

import dev.serval.builtin.AuthenticatorReader;
import dev.serval.builtin.BuiltInListeners;
import dev.serval.builtin.BuiltInValves;
import dev.serval.builtin.CredentialHandlerReader;
import dev.serval.builtin.RealmReader;
import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.extension.Offer;
import dev.serval.files.DefaultServletParameters;
import dev.serval.http.Leniency;
import dev.serval.reference.AttributePage;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.Collection;
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
                            ElementTables.FIXED.values(),
                            tables(BuiltInValves.OFFERS),
                            tables(List.of(BuiltInValves.SHARED_LOGINS)),
                            tables(BuiltInListeners.OFFERS),
                            tables(BuiltInManagers.MANAGERS),
                            tables(BuiltInManagers.STORES),
                            tables(List.of(BuiltInManagers.IDS)),
                            tables(RealmReader.OFFERS),
                            List.of(
                                    CredentialHandlerReader.TABLE,
                                    UserDatabaseReader.TABLE,
                                    AuthenticatorReader.TABLE))
                    .flatMap(Collection::stream)
                    .distinct()
                    .toList();

    /** Where the navigation is to be, which the tests of the documentation make. */
    static final String NAVIGATION = "<nav class=\"pages\"></nav>";

    private ReferencePage() {}

    private static List<AttributeTable> tables(List<? extends Offer<?>> offers) {
        return offers.stream().map(offer -> offer.declaration().get().table()).distinct().toList();
    }

    /** The whole page. */
    static String html() {
        ReferencePage page = new ReferencePage();
        page.head();
        page.introduction();
        page.outside();
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
                "  " + NAVIGATION,
                "  <main id=\"main\">");
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
                        + " <code>B</code>, <code>KiB</code>, <code>MiB</code>, <code>GiB</code> or"
                        + " <code>KB</code>, <code>MB</code>, <code>GB</code> (all are powers of"
                        + " 1024), times in <code>ms</code>, <code>s</code>, <code>m</code>,"
                        + " <code>h</code>, <code>d</code>.</li>",
                "      <li><code>${name}</code> is the value of a system property, else of an"
                        + " environment variable: <code>SERVAL_PORT</code> for"
                        + " <code>serval.port</code>. <code>${name:-default}</code> needs"
                        + " neither.</li>",
                "      <li><code>${file:/run/secrets/db}</code> is what is in that file, without the"
                        + " end of its last line. Messages never show it. A file that all users of"
                        + " the computer can read gives a warning.</li>",
                "      <li>Every attribute can be <a href=\"#outside\">given from outside</a> by its"
                        + " path.</li>",
                "      <li><a href=\"server.xsd\"><code>conf/server.xsd</code></a> is a schema for"
                        + " editors, which then complete names and show what is said here. It is"
                        + " named in the tag <code>Server</code> of the shipped file, and can be in"
                        + " <code>Context</code>. The server never reads it, and files without it"
                        + " are the same.</li>",
                "    </ul>");
    }

    private void outside() {
        lines(
                "    <h2 id=\"outside\" data-nav=\"Given from outside\">Attributes that are given from"
                        + " outside</h2>",
                "    <p>A system property or an environment variable gives an attribute of"
                        + " <code>server.xml</code> by its path, as if it stood in the file: it"
                        + " replaces the one that does, and may hold <code>${...}</code>. A property,"
                        + " which <code>JAVA_OPTS</code> sets for the server and for"
                        + " <code>configtest</code>, counts more than a variable. The start and <code>configtest</code> say"
                        + " which attributes were given by what, without their values.</p>");
        open("System property", "Environment variable", "Which attribute");
        for (List<String> row :
                List.of(
                        List.of(
                                "serval.Connector.port",
                                "SERVAL_CONNECTOR_PORT",
                                "That of the only Connector"),
                        List.of(
                                "serval.Connector[8443].maxThreads",
                                "SERVAL_CONNECTOR_8443_MAXTHREADS",
                                "That of the Connector which the file gives that port"),
                        List.of(
                                "serval.Connector[2].maxThreads",
                                "SERVAL_CONNECTOR_2_MAXTHREADS",
                                "That of the second Connector of the file"),
                        List.of(
                                "serval.Host[www.example.org].appBase",
                                "SERVAL_HOST_WWW_EXAMPLE_ORG_APPBASE",
                                "That of the Host of that name"),
                        List.of(
                                "serval.Host[localhost].Valve[AccessLogValve].pattern",
                                "SERVAL_HOST_LOCALHOST_VALVE_ACCESSLOGVALVE_PATTERN",
                                "That of the Valve of that class, in that Host"),
                        List.of(
                                "serval.Valve[ErrorReportValve].errorCode.404",
                                "SERVAL_VALVE_ERRORREPORTVALVE_ERRORCODE_404",
                                "One of those that the table of the element has as errorCode.*"),
                        List.of(
                                "serval.Context.reloadable",
                                "SERVAL_CONTEXT_RELOADABLE",
                                "That of all applications that are found, as in conf/context.xml,"
                                        + " and that of the only Context of server.xml"),
                        List.of(
                                "serval.Context[/shop].reloadable",
                                "SERVAL_CONTEXT__SHOP_RELOADABLE",
                                "That of the application at that path"))) {
            row("", code(row.get(0)), code(row.get(1)), text(row.get(2)));
        }
        close();
        lines(
                "    <ul>",
                "      <li>A path is an attribute, and before it the element that it stands in."
                        + " Elements around that one come first where they tell which it is.</li>",
                "      <li>Of several elements of one name, one is chosen in brackets by its"
                        + " <code>name</code>, <code>port</code>, <code>hostName</code>,"
                        + " <code>path</code>, <code>docBase</code>, the last part of its"
                        + " <code>className</code>, or its <code>type</code>, as the file has"
                        + " them, else by its number.</li>",
                "      <li>A variable is the path in capitals, with <code>_</code> for all but"
                        + " letters and digits.</li>",
                "      <li>A <code>Context</code> is that of <code>server.xml</code>, and that of the"
                        + " files of applications that are found: of those whose path is in the"
                        + " brackets, <code>/</code> for the root. Elements in it are reached as far"
                        + " as the files have them.</li>",
                "      <li>A property whose path leads nowhere, or to more than one element, is an"
                        + " error. So is a variable that begins with an element of the file. One that"
                        + " is only like a path is a warning; one that <code>${...}</code> of the"
                        + " file asks for, or that Kubernetes sets for a service, is no path.</li>",
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
        lines(
                "    <h2 id=\"differences\">Other defaults than Tomcat’s</h2>",
                "    <p>With <code>compat=\"tomcat\"</code> of <code>Server</code>, and with"
                        + " <code>bin/serval.sh adopt</code>, those of Tomcat count where the last"
                        + " column says so: where Serval’s are the stricter ones.</p>");
        open("Attribute", "Serval", "Tomcat 11", "Because", "compat=\"tomcat\"");
        for (AttributeTable table : TABLES) {
            for (Attribute<?> attribute : table.attributes()) {
                if (attribute.tomcat() != null) {
                    row(
                            "",
                            code(table.element() + " " + attribute.name()),
                            code(attribute.shownDefault()),
                            text(attribute.tomcat()),
                            text(attribute.reason()),
                            attribute.compatible() != null ? "as Tomcat" : "");
                }
            }
        }
        for (OtherDefault other : OtherDefault.values()) {
            row(
                    "",
                    code(other.where()),
                    text(other.serval()),
                    text(other.tomcat()),
                    text(other.reason()),
                    other.isCompatible() ? "as Tomcat" : "");
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
        lines(
                "    <h2 id=\"features\" data-nav=\"What works\">What works, and what happens when"
                        + " the rest is used</h2>");
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
