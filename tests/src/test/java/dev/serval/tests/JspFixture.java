package dev.serval.tests;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The application of the facts on JSP pages: their pages, and what these use. Stateless. */
final class JspFixture {
    private static final String WEB_XML =
            """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <servlet>
                <servlet-name>one</servlet-name>
                <jsp-file>/parts/one.jsp</jsp-file>
                <init-param><param-name>with</param-name><param-value>value</param-value></init-param>
              </servlet>
              <servlet-mapping>
                <servlet-name>one</servlet-name><url-pattern>/one</url-pattern>
              </servlet-mapping>
              <servlet>
                <servlet-name>begun</servlet-name>
                <jsp-file>/parts/begun.jsp</jsp-file>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <welcome-file-list><welcome-file>index.jsp</welcome-file></welcome-file-list>
              <error-page><error-code>404</error-code><location>/parts/404.jsp</location></error-page>
              <jsp-config>
                <taglib>
                  <taglib-uri>/by-another-name</taglib-uri>
                  <taglib-location>/WEB-INF/tlds/facts.tld</taglib-location>
                </taglib>
            %s  </jsp-config>
              <env-entry>
                <env-entry-name>greeting</env-entry-name>
                <env-entry-value>good day</env-entry-value>
                <env-entry-type>java.lang.String</env-entry-type>
              </env-entry>
            </web-app>
            """;

    private static final String TAG =
            """
              <tag>
                <name>%s</name><tag-class>facts.%s</tag-class><body-content>%s</body-content>%s
              </tag>
            """;

    private static final String FUNCTION =
            """
              <function>
                <name>twice</name><function-class>facts.Functions</function-class>
                <function-signature>java.lang.String twice(java.lang.String)</function-signature>
              </function>
            """;

    private JspFixture() {}

    /** Writes all of it into a directory. */
    static void write(Path root, Path scratch, Path home, List<JspFact> facts) throws IOException {
        for (JspFact fact : facts) {
            if (!fact.page().isEmpty()) {
                boolean latin = fact.page().contains("ISO-8859-1") || fact.path().contains("latin");
                text(
                        root,
                        fact.path().substring(1),
                        fact.page(),
                        latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
            }
        }
        parts(root);
        Wars.write(
                root.resolve("WEB-INF/classes"),
                Wars.compile(scratch, interfaces(home), JspSources.ALL));
        Map<String, byte[]> jar = new LinkedHashMap<>();
        jar.put("META-INF/tags/stamp.tag", Wars.text("stamped by a jar"));
        jar.put(
                "META-INF/jar.tld",
                Wars.text(
                        library(
                                "urn:in-a-jar",
                                "<listener><listener-class>facts.JarListener</listener-class>"
                                        + "</listener>",
                                tag("upper", "Upper", "JSP", ""),
                                "<tag-file><name>stamp</name>"
                                        + "<path>/META-INF/tags/stamp.tag</path></tag-file>")));
        Files.createDirectories(root.resolve("WEB-INF/lib"));
        Files.write(root.resolve("WEB-INF/lib/tags.jar"), Wars.zip(jar));
        try (Stream<Path> jars = Files.list(TomcatFiles.of("webapps/examples/WEB-INF/lib"))) {
            for (Path each : jars.toList()) {
                Files.copy(each, root.resolve("WEB-INF/lib").resolve(each.getFileName()));
            }
        }
    }

    /** The jars of the extension, which bring the interfaces. */
    static List<Path> interfaces(Path home) throws IOException {
        try (Stream<Path> jars = Files.list(home.resolve("lib/extensions/jsp"))) {
            return jars.filter(jar -> !jar.getFileName().toString().startsWith("serval")).toList();
        }
    }

    private static void parts(Path root) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("parts/part.jspf", "part <% int fromPart = 7; %>");
        texts.put("parts/hello.jsp", "hello ${param.who}");
        texts.put("parts/text.html", "text");
        texts.put(
                "parts/error.jsp",
                "<%@ page isErrorPage='true' %>caught <%= exception.getMessage() %>");
        texts.put(
                "parts/404.jsp",
                "<%@ page isErrorPage='true' %>no ${pageContext.errorData.statusCode}");
        texts.put(
                "parts/one.jsp",
                "one <%= request.getServletPath() %> with <%= config.getInitParameter(\"with\") %>");
        texts.put(
                "parts/added.jsp",
                "added <%= request.getServletPath() %> with"
                        + " <%= config.getInitParameter(\"with\") %>");
        texts.put("welcome/index.jsp", "welcome <%= request.getServletPath() %>");
        texts.put("facts/own.jsp", "${param.n}");
        texts.put("framed/index.jsp", "home");
        texts.put(
                "parts/begun.jsp",
                "<%! public void jspInit() {"
                        + " getServletContext().setAttribute(\"begunWith\", \"the start\"); } %>");
        texts.put(
                "slow/page.jsp", "<%@ taglib prefix='t' uri='urn:facts' %>${'compiled'}<t:slow/>");
        texts.put("slow/state.jsp", "<%= facts.Gate.ENTERED.getCount() %>");
        texts.put("slow/open.jsp", "<% facts.Gate.OPEN.countDown(); %>");
        texts.put(
                "WEB-INF/tlds/checked.tld",
                library(
                        "urn:checked",
                        "<validator><validator-class>facts.Validator</validator-class></validator>",
                        tag("upper", "Upper", "JSP", "")));
        texts.put("WEB-INF/prelude.jspf", "<");
        texts.put("WEB-INF/coda.jspf", ">");
        texts.put("WEB-INF/web.xml", WEB_XML.formatted(String.join("", groups())));
        texts.put(
                "WEB-INF/tags/box.tag",
                "<%@ attribute name='title' required='true' %><%@ attribute name='more' %>"
                        + "[${title}: <jsp:doBody/>, ${empty more ? 'default' : more}]");
        texts.put(
                "WEB-INF/tags/each.tag",
                "<%@ attribute name='items' %><%@ attribute name='row' fragment='true' %>"
                        + "<%@ variable name-given='item' scope='NESTED' %>"
                        + "<% for (String s : items.split(\",\")) {"
                        + " getJspContext().setAttribute(\"item\", s); %>"
                        + "<jsp:invoke fragment='row'/><% } %>");
        texts.put("WEB-INF/tlds/facts.tld", facts());
        for (Map.Entry<String, String> each : texts.entrySet()) {
            text(root, each.getKey(), each.getValue(), StandardCharsets.UTF_8);
        }
    }

    private static void text(Path root, String name, String text, Charset encoding)
            throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, encoding);
    }

    private static List<String> groups() {
        List<String> groups = new ArrayList<>();
        groups.add(group("*.html5", ""));
        groups.add(
                group(
                        "/framed/*",
                        "<include-prelude>/WEB-INF/prelude.jspf</include-prelude>"
                                + "<include-coda>/WEB-INF/coda.jspf</include-coda>"));
        groups.add(group("/noscript/*", "<scripting-invalid>true</scripting-invalid>"));
        groups.add(group("/noel/*", "<el-ignored>true</el-ignored>"));
        groups.add(group("/latin/*", "<page-encoding>ISO-8859-1</page-encoding>"));
        groups.add(
                group(
                        "/plain/*",
                        "<trim-directive-whitespaces>true</trim-directive-whitespaces>"
                                + "<default-content-type>text/plain</default-content-type>"
                                + "<buffer>16kb</buffer>"));
        groups.add(group("/xml/*", "<is-xml>true</is-xml>"));
        groups.add(group("/exact/page", ""));
        for (String each :
                List.of(
                        "/literal/* deferred-syntax-allowed-as-literal",
                        "/namespaces/* error-on-undeclared-namespace",
                        "/strict/* error-on-el-not-found")) {
            String[] words = each.split(" ");
            groups.add(group(words[0], "<" + words[1] + ">true</" + words[1] + ">"));
        }
        return groups;
    }

    private static String group(String pattern, String inside) {
        return "<jsp-property-group><url-pattern>"
                + pattern
                + "</url-pattern>"
                + inside
                + "</jsp-property-group>\n";
    }

    private static String facts() {
        return library(
                "urn:facts",
                "<listener><listener-class>facts.LibraryListener</listener-class></listener>",
                tag("repeat", "Repeat", "JSP", attribute("times")),
                tag("upper", "Upper", "JSP", ""),
                tag("wrap", "Wrap", "scriptless", fragment("head")),
                tag("dynamic", "Dynamic", "empty", "<dynamic-attributes>true</dynamic-attributes>"),
                tag("resource", "ResourceTag", "empty", ""),
                tag("classicResource", "ClassicResource", "empty", ""),
                tag(
                        "set",
                        "SetVariable",
                        "empty",
                        "<variable><name-given>v</name-given><scope>AT_END</scope></variable>"),
                tag(
                        "deferred",
                        "Deferred",
                        "empty",
                        "<attribute><name>value</name><deferred-value>"
                                + "<type>java.lang.Object</type></deferred-value></attribute>"),
                tag("skip", "Skip", "empty", ""),
                tag(
                        "counted",
                        "Counted",
                        "empty",
                        "<tei-class>facts.CountedInfo</tei-class>" + attribute("n")),
                tag("slow", "SetVariable", "empty", "<tei-class>facts.SlowInfo</tei-class>"),
                FUNCTION);
    }

    private static String library(String uri, String... inside) {
        return "<taglib xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'>"
                + "<tlib-version>1.0</tlib-version><short-name>facts</short-name><uri>"
                + uri
                + "</uri>"
                + String.join("", inside)
                + "</taglib>";
    }

    private static String tag(String name, String type, String body, String inside) {
        return TAG.formatted(name, type, body, inside);
    }

    private static String attribute(String name) {
        return "<attribute><name>"
                + name
                + "</name><required>true</required><rtexprvalue>true</rtexprvalue></attribute>";
    }

    private static String fragment(String name) {
        return "<attribute><name>" + name + "</name><fragment>true</fragment></attribute>";
    }
}
