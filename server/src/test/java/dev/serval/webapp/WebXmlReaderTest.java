package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.security.SecurityConstraint;
import jakarta.servlet.DispatcherType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors of every version, and what is wrong in them (Servlet 6.1 §14). */
class WebXmlReaderTest {
    private final Problems problems = new Problems();

    @ParameterizedTest(name = "version {0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    2.2 | <!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.2//EN" "http://java.sun.com/j2ee/dtds/web-app_2_2.dtd"><web-app>
                    2.3 | <!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN" "http://java.sun.com/dtd/web-app_2_3.dtd"><web-app>
                    2.4 | <web-app xmlns="http://java.sun.com/xml/ns/j2ee" version="2.4">
                    2.5 | <web-app xmlns="http://java.sun.com/xml/ns/javaee" version="2.5">
                    3.0 | <web-app xmlns="http://java.sun.com/xml/ns/javaee" version="3.0">
                    3.1 | <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="3.1">
                    4.0 | <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="4.0">
                    5.0 | <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0">
                    6.0 | <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                    6.1 | <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="https://jakarta.ee/xml/ns/jakartaee https://jakarta.ee/xml/ns/jakartaee/web-app_6_1.xsd" version="6.1">
                    none | <web-app>
                    """)
    void everyVersionIsRead(String version, String head) {
        WebXml xml =
                Descriptors.webXml(
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a > comment -->\n"
                                + head
                                + "<servlet><servlet-name> one </servlet-name>"
                                + "<servlet-class>a.One</servlet-class></servlet>"
                                + "<servlet-mapping><servlet-name>one</servlet-name>"
                                + "<url-pattern>/one</url-pattern></servlet-mapping></web-app>",
                        problems);
        assertThat(Descriptors.lines(problems)).isEmpty();
        assertThat(xml.servlets().get("one").setting("servlet-class")).isEqualTo("a.One");
        assertThat(xml.servletMappings().get(0).patterns()).containsExactly("/one");
        if (version.compareTo("2.4") >= 0 && !version.equals("none")) {
            assertThat(xml.version()).isEqualTo(version);
        }
    }

    @ParameterizedTest(name = "{0} is {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <display-name>Shop</display-name>                                                                           | display-name                               | Shop
                    <session-config><session-timeout> 45 </session-timeout></session-config>                                    | session-config/session-timeout             | 45
                    <session-config><session-timeout>-1</session-timeout></session-config>                                      | session-config/session-timeout             | -1
                    <session-config><cookie-config><name>SID</name></cookie-config></session-config>                            | session-config/cookie-config/name          | SID
                    <session-config><cookie-config><path>/x</path></cookie-config></session-config>                             | session-config/cookie-config/path          | /x
                    <session-config><cookie-config><secure>true</secure></cookie-config></session-config>                       | session-config/cookie-config/secure        | true
                    <session-config><cookie-config><http-only>false</http-only></cookie-config></session-config>                | session-config/cookie-config/http-only     | false
                    <session-config><tracking-mode>URL</tracking-mode><tracking-mode>COOKIE</tracking-mode></session-config>    | session-config/tracking-mode               | COOKIE,URL
                    <request-character-encoding>UTF-8</request-character-encoding>                                              | request-character-encoding                 | UTF-8
                    <response-character-encoding>ISO-8859-1</response-character-encoding>                                       | response-character-encoding                | ISO-8859-1
                    <distributable/>                                                                                            | distributable                              | true
                    <session-config><cookie-config><attribute><attribute-name>SameSite</attribute-name><attribute-value>Strict</attribute-value></attribute></cookie-config></session-config> | session-config/cookie-config/attribute/samesite | Strict
                    """)
    void whatStandsOnce(String inside, String path, String value) {
        assertThat(Descriptors.webXml(inside).setting(path)).isEqualTo(value);
    }

    @ParameterizedTest(name = "load-on-startup {0}")
    @CsvSource({"'',2147483647", "0,0", "7,7", "-1,-1", "' 3 ',3"})
    void loadOnStartup(String text, String read) {
        WebXml xml =
                Descriptors.webXml(
                        "<servlet><servlet-name>a</servlet-name><servlet-class>A</servlet-class>"
                                + "<load-on-startup>"
                                + text
                                + "</load-on-startup></servlet>");
        assertThat(xml.servlets().get("a").setting("load-on-startup")).isEqualTo(read);
    }

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource({
        "${where},here",
        "a/${where}/b,a/here/b",
        "${nowhere:-there},there",
        "${nowhere},${nowhere}",
        "${,${",
        "${where}${where},herehere",
        "${},${}"
    })
    void placeholdersWithoutAValueStay(String written, String read) {
        WebXml xml =
                Descriptors.webXml(
                        "<context-param><param-name>p</param-name><param-value>"
                                + written
                                + "</param-value></context-param>");
        assertThat(xml.contextParameters().get("p").value()).isEqualTo(read);
    }

    @Test
    void whatAFilterSays() {
        WebXml xml =
                Descriptors.webXml(
                        """
                        <filter><filter-name>f</filter-name><filter-class>F</filter-class>
                          <async-supported>TRUE</async-supported>
                          <init-param><param-name>a</param-name><param-value/></init-param></filter>
                        <filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern>
                          <servlet-name>s</servlet-name><dispatcher>ERROR</dispatcher>
                          <dispatcher>ASYNC</dispatcher></filter-mapping>
                        <filter-mapping><filter-name>f</filter-name><url-pattern>*.do</url-pattern></filter-mapping>
                        """);
        assertThat(xml.filters().get("f").is("async-supported")).isTrue();
        assertThat(xml.filters().get("f").parameters().get("a").value()).isEmpty();
        FilterMapping first = xml.filterMappings().get(0);
        assertThat(first.patterns()).containsExactly("/*");
        assertThat(first.servlets()).containsExactly("s");
        assertThat(first.dispatchers())
                .containsExactlyInAnyOrder(DispatcherType.ERROR, DispatcherType.ASYNC);
        assertThat(xml.filterMappings().get(1).dispatchers())
                .containsExactly(DispatcherType.REQUEST);
    }

    @Test
    void whatAConstraintSays() {
        WebXml xml =
                Descriptors.webXml(
                        """
                        <security-constraint><web-resource-collection><web-resource-name>n</web-resource-name>
                          <url-pattern>/a/*</url-pattern><http-method>GET</http-method></web-resource-collection>
                          <web-resource-collection><url-pattern>*.x</url-pattern>
                          <http-method-omission>POST</http-method-omission></web-resource-collection>
                          <auth-constraint><role-name>admin</role-name></auth-constraint></security-constraint>
                        <security-constraint><web-resource-collection><url-pattern>/open</url-pattern>
                          </web-resource-collection></security-constraint>
                        <security-constraint><web-resource-collection><url-pattern>/none</url-pattern>
                          </web-resource-collection><auth-constraint/></security-constraint>
                        <security-constraint><web-resource-collection><url-pattern>/tls</url-pattern>
                          </web-resource-collection><user-data-constraint><transport-guarantee>CONFIDENTIAL
                          </transport-guarantee></user-data-constraint></security-constraint>
                        <security-role><role-name>admin</role-name></security-role>
                        """);
        assertThat(xml.constraints())
                .extracting(SecurityConstraint::roles)
                .containsExactly(Set.of("admin"), null, Set.of(), null);
        assertThat(xml.constraints())
                .extracting(SecurityConstraint::confidential)
                .containsExactly(false, false, false, true);
        List<SecurityConstraint.Collection> first = xml.constraints().get(0).collections();
        assertThat(first.get(0).methods()).containsExactly("GET");
        assertThat(first.get(1).omitted()).containsExactly("POST");
        assertThat(xml.roles()).isEqualTo(Set.of("admin"));
    }

    @Test
    void whatElseThereIs() {
        WebXml xml =
                Descriptors.webXml(
                        """
                        <listener><listener-class>L1</listener-class></listener>
                        <listener><listener-class>L2</listener-class></listener>
                        <mime-mapping><extension>x</extension><mime-type>a/x</mime-type></mime-mapping>
                        <welcome-file-list><welcome-file>a.html</welcome-file>
                          <welcome-file>b</welcome-file></welcome-file-list>
                        <error-page><error-code>404</error-code><location>/404</location></error-page>
                        <error-page><exception-type>E</exception-type><location>/e</location></error-page>
                        <error-page><location>/any</location></error-page>
                        <locale-encoding-mapping-list><locale-encoding-mapping><locale>ja</locale>
                          <encoding>Shift_JIS</encoding></locale-encoding-mapping></locale-encoding-mapping-list>
                        <servlet><servlet-name>m</servlet-name><jsp-file>/m.jsp</jsp-file><enabled>false</enabled>
                          <multipart-config><location>/tmp</location><max-file-size>10</max-file-size>
                          </multipart-config></servlet>
                        <deny-uncovered-http-methods/>
                        """);
        assertThat(xml.listeners()).extracting(Setting::value).containsExactly("L1", "L2");
        assertThat(xml.mimeTypes().get("x").value()).isEqualTo("a/x");
        assertThat(xml.welcomeFiles()).containsExactly("a.html", "b");
        assertThat(xml.errorPages())
                .extracting(ErrorPageMapping::key)
                .containsExactly("404", "E", "default");
        assertThat(xml.encodings().get("ja").value()).isEqualTo("Shift_JIS");
        assertThat(xml.servlets().get("m").setting("multipart-config/max-file-size"))
                .isEqualTo("10");
        assertThat(xml.servlets().get("m").enabled()).isFalse();
        assertThat(xml.denyUncovered()).isTrue();
    }

    /** The place is the one in the second column; the file begins with a line of its own. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <servlet><servlet-class>A</servlet-class></servlet>                                                       | 2:1  | servlet needs the element servlet-name
                    <servlet><servlet-name/><servlet-class>A</servlet-class></servlet>                                        | 2:1  | servlet needs the element servlet-name
                    <servlet><servlet-name>a</servlet-name><servlet-class/></servlet>                                         | 2:40 | servlet-class is empty
                    <servlet><servlet-name>a</servlet-name><servlet-class>A</servlet-class><jsp-file>/a</jsp-file></servlet>  | 2:1  | not both
                    <servlet><servlet-name>a</servlet-name></servlet><servlet><servlet-name>a</servlet-name></servlet>        | 2:50 | there is a servlet a already, at web.xml:2:1
                    <servlet><servlet-name>a</servlet-name><load-on-startup>x</load-on-startup></servlet>                     | 2:40 | load-on-startup is no number that can be used: 'x'
                    <servlet><servlet-name>a</servlet-name><async-supported>yes</async-supported></servlet>                   | 2:40 | async-supported is true or false, not 'yes'
                    <servlet><servlet-name>a</servlet-name><init-param><param-value>v</param-value></init-param></servlet>    | 2:40 | init-param needs the element param-name
                    <servlet><servlet-name>a</servlet-name><init-param><param-name>p</param-name></init-param></servlet>      | 2:40 | needs the element param-value
                    <servlet><servlet-name>a</servlet-name><multipart-config><max-file-size>1M</max-file-size></multipart-config></servlet> | 2:58 | max-file-size is no number
                    <filter><filter-class>F</filter-class></filter>                                                           | 2:1  | filter needs the element filter-name
                    <filter><filter-name>f</filter-name></filter><filter><filter-name>f</filter-name></filter>                | 2:46 | there is a filter f already
                    <servlet-mapping><url-pattern>/a</url-pattern></servlet-mapping>                                          | 2:1  | servlet-mapping needs the element servlet-name
                    <servlet-mapping><servlet-name>a</servlet-name></servlet-mapping>                                         | 2:1  | servlet-mapping needs the element url-pattern
                    <servlet-mapping><servlet-name>a</servlet-name><url-pattern>a</url-pattern></servlet-mapping>             | 2:48 | the url-pattern 'a' is none
                    <servlet-mapping><servlet-name>a</servlet-name><url-pattern>/a/*.jsp</url-pattern></servlet-mapping>      | 2:48 | the url-pattern '/a/*.jsp' is none
                    <servlet-mapping><servlet-name>a</servlet-name><url-pattern>*.a/b</url-pattern></servlet-mapping>         | 2:48 | the url-pattern '*.a/b' is none
                    <filter-mapping><filter-name>f</filter-name></filter-mapping>                                             | 2:1  | url-pattern or servlet-name
                    <filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern><dispatcher>X</dispatcher></filter-mapping> | 2:74 | dispatcher is REQUEST, FORWARD, INCLUDE, ERROR or ASYNC, not 'X'
                    <listener/>                                                                                               | 2:1  | listener needs the element listener-class
                    <error-page><error-code>404</error-code></error-page>                                                     | 2:1  | error-page needs the element location
                    <error-page><location>page</location></error-page>                                                        | 2:1  | begins with a slash: page
                    <error-page><error-code>4xx</error-code><location>/a</location></error-page>                              | 2:1  | error-code is no number that can be used: '4xx'
                    <error-page><error-code>404</error-code><exception-type>E</exception-type><location>/a</location></error-page> | 2:1 | an error-code or an exception-type, not both
                    <session-config><session-timeout>soon</session-timeout></session-config>                                  | 2:17 | session-timeout is no number
                    <session-config><tracking-mode>GUESS</tracking-mode></session-config>                                     | 2:17 | tracking-mode is COOKIE, URL or SSL, not 'GUESS'
                    <session-config><cookie-config><secure>maybe</secure></cookie-config></session-config>                    | 2:32 | secure is true or false, not 'maybe'
                    <session-config><cookie-config><max-age>-2</max-age></cookie-config></session-config>                     | 2:32 | max-age is no number
                    <session-config><cookie-config><attribute><attribute-name>a b</attribute-name><attribute-value>x</attribute-value></attribute></cookie-config></session-config> | 2:32 | a cookie cannot have the attribute a b=x
                    <session-config><cookie-config><attribute><attribute-name>a</attribute-name><attribute-value>x;y</attribute-value></attribute></cookie-config></session-config> | 2:32 | a cookie cannot have the attribute a=x;y
                    <mime-mapping><extension>x</extension></mime-mapping>                                                     | 2:1  | mime-mapping needs the element mime-type
                    <request-character-encoding>UTF-99</request-character-encoding>                                           | 2:1  | there is no character set 'UTF-99'
                    <security-constraint/>                                                                                    | 2:1  | security-constraint needs the element web-resource-collection
                    <security-constraint><web-resource-collection/></security-constraint>                                     | 2:22 | nothing would be protected
                    <security-constraint><web-resource-collection><url-pattern>/a</url-pattern><http-method>A</http-method><http-method-omission>B</http-method-omission></web-resource-collection></security-constraint> | 2:22 | not both
                    <security-constraint><web-resource-collection><url-pattern>/a</url-pattern><http-method>A B</http-method></web-resource-collection></security-constraint> | 2:76 | http-method is no method
                    <login-config><auth-method>FORM</auth-method></login-config>                                              | 2:1  | login-config needs the element form-login-config
                    <login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/a</form-login-page></form-login-config></login-config> | 2:46 | form-login-config needs the element form-error-page
                    <servlet><servlet-name>a</servlet-name><servlet-class>A</servlet-class><run-as/></servlet>                | 2:72 | run-as needs the element role-name
                    <security-constraint><web-resource-collection><url-pattern>/a</url-pattern></web-resource-collection><user-data-constraint/></security-constraint> | 2:102 | with NONE, INTEGRAL or CONFIDENTIAL
                    <security-role/>                                                                                          | 2:1  | security-role needs the element role-name
                    <context-param><param-value>v</param-value></context-param>                                               | 2:1  | context-param needs the element param-name
                    <servlet>                                                                                                 | 2:   | not well-formed XML
                    <display-name>&unknown;</display-name>                                                                    | 2:   | not well-formed XML
                    """)
    void errorsHaveTheirPlace(String inside, String at, String message) {
        WebXml xml = Descriptors.webXml("<web-app>\n" + inside + "</web-app>", problems);
        assertThat(xml).isNull();
        assertThat(Descriptors.lines(problems).get(0))
                .startsWith("ERROR web.xml:" + at)
                .contains(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <servlte/>                                                                   | 2:1  | web-app has no element servlte (did you mean servlet?)
                    <listener><listener-class>L</listener-class><order>1</order></listener>      | 2:45 | listener has no element order
                    <servlet><servlet-name>a</servlet-name><load-on-start>1</load-on-start></servlet> | 2:40 | did you mean load-on-startup?
                    <session-config><timeout>1</timeout></session-config>                        | 2:17 | session-config has no element timeout
                    <env-entry><env-entry-name>n</env-entry-name><env-entry-type>java.lang.Intger</env-entry-type><env-entry-value>1</env-entry-value></env-entry> | 2:46 | its type is not known: java.lang.Intger (did you mean java.lang.Integer?)
                    <env-entry><env-entry-name>java:global/n</env-entry-name></env-entry>        | 2:1  | is seen by this application alone
                    <ejb-ref><ejb-ref-name>r</ejb-ref-name></ejb-ref>                            | 2:1  | ejb-ref is known, but has no effect here yet
                    <jsp-config/>                                                                | 2:1  | pages answer 501
                    <welcome-file-list><welcome-file>/a</welcome-file></welcome-file-list>       | 2:20 | the welcome-file '/a' is ignored
                    <session-config><cookie-config><comment>c</comment></cookie-config></session-config> | 2:32 | cookies have no comments any more
                    <servlet><servlet-name>jsp</servlet-name><init-param><param-name>fork</param-name><param-value>false</param-value></init-param><init-param><param-name>xpoweredBy</param-name><param-value>false</param-value></init-param></servlet> | 2:1 | the init-params of servlet jsp (fork, xpoweredBy) have no effect here yet: pages answer 501
                    <ordering/>                                                                  | 2:1  | ordering belongs in a web-fragment.xml
                    <name>n</name>                                                               | 2:1  | web-app has no element name
                    """)
    void whatHasNoEffectIsNamed(String inside, String at, String message) {
        WebXml xml = Descriptors.webXml("<web-app>\n" + inside + "</web-app>", problems);
        assertThat(xml).isNotNull();
        assertThat(Descriptors.lines(problems)).hasSize(1);
        assertThat(Descriptors.lines(problems).get(0))
                .startsWith("WARNING web.xml:" + at + ": ")
                .contains(message);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "Boolean, 1, true or false",
        "Byte, 128, a whole number from -128 to 127",
        "Short, 32768, a whole number from -32768 to 32767",
        "Integer, 0x1, a whole number of 32 bits",
        "Integer, 2147483648, a whole number of 32 bits",
        "Long, 1L, a whole number of 64 bits",
        "Float, x, a number",
        "Double, '', a number",
        "Character, ab, one character"
    })
    void anEnvEntryWithAValueOfAnotherTypeIsAnError(String type, String value, String words) {
        assertThat(Descriptors.webXml(envEntry("n", type, value), problems)).isNull();
        assertThat(Descriptors.lines(problems))
                .containsExactly(
                        "ERROR web.xml:3:1: the env-entry-value of n is '"
                                + value
                                + "', which is not "
                                + words
                                + " (java.lang."
                                + type
                                + ")");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"/n", "n/", "a//b", "java:comp/env/"})
    void anEnvEntryWhoseNameHasAnEmptyPartIsAnError(String name) {
        assertThat(Descriptors.webXml(envEntry(name, "String", "v"), problems)).isNull();
        assertThat(Descriptors.lines(problems))
                .containsExactly(
                        "ERROR web.xml:2:1: the env-entry-name '"
                                + name
                                + "' has a part that is empty");
    }

    @Test
    void twoEnvEntriesOfOneNameAreAnError() {
        String both =
                "<web-app>\n<env-entry><env-entry-name>n</env-entry-name></env-entry>\n"
                        + "<env-entry><env-entry-name>java:comp/env/n</env-entry-name></env-entry>"
                        + "</web-app>";
        assertThat(Descriptors.webXml(both, problems)).isNull();
        assertThat(Descriptors.lines(problems))
                .containsExactly("ERROR web.xml:3:1: there is an env-entry n at web.xml:2:1 too");
    }

    @Test
    void aBlankIsACharacter() {
        WebXml xml = Descriptors.webXml(envEntry("n", "Character", " "), problems);
        assertThat(xml.references().get("n").text()).isEqualTo(" ");
    }

    private static String envEntry(String name, String type, String value) {
        return "<web-app>\n<env-entry><env-entry-name>"
                + name
                + "</env-entry-name><env-entry-type>java.lang."
                + type
                + "</env-entry-type>\n<env-entry-value>"
                + value
                + "</env-entry-value></env-entry></web-app>";
    }

    @Test
    void whatHasNoEffectIsNamedOnce() {
        Descriptors.webXml(
                "<web-app><message-destination/><message-destination/></web-app>", problems);
        assertThat(problems.all).hasSize(1);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "listings | false | ",
                "listings | FALSE | ",
                "readonly | true | ",
                "sendfileSize | 48 | ",
                "sendfileSize | -1 | ",
                "sendfileSize | large | ERROR init-param sendfileSize is KiB, negative for never,"
                        + " not 'large'",
                "debug | 11 | ",
                "showServerInfo | true | ",
                "allowPostAsGet | true | ",
                "allowPostAsGet | ja | ERROR init-param allowPostAsGet is true or false, not 'ja'",
                "directoryRedirectStatusCode | 308 | ",
                "directoryRedirectStatusCode | 200 | ERROR init-param directoryRedirectStatusCode is"
                        + " 301, 302, 307 or 308, not '200'",
                "input | 2048 | ",
                "input | 4096 | WARNING its value 4096 has no effect here: The server chooses its"
                        + " buffers.",
                "contextXsltFile | /a.xsl | WARNING its value /a.xsl has no effect here: Listings"
                        + " are not transformed.",
                "globalXsltFile | a.xsl | WARNING its value a.xsl has no effect here",
                "localXsltFile | a.xsl | WARNING its value a.xsl has no effect here",
                "listing | true | WARNING is not known (did you mean listings?); it is ignored"
            })
    void whatTomcatsDefaultServletIsAskedForAndDoesNotDoIsNamed(
            String name, String value, String message) {
        for (String servlet :
                List.of(
                        "<servlet-name>default</servlet-name>",
                        "<servlet-name>x</servlet-name><servlet-class>"
                                + "org.apache.catalina.servlets.DefaultServlet</servlet-class>")) {
            Problems found = new Problems();
            Descriptors.webXml(
                    "<web-app><servlet>"
                            + servlet
                            + "\n<init-param><param-name>"
                            + name
                            + "</param-name><param-value>"
                            + value
                            + "</param-value></init-param></servlet></web-app>",
                    found);
            if (message == null) {
                assertThat(found.all).isEmpty();
            } else {
                assertThat(Descriptors.lines(found))
                        .singleElement()
                        .asString()
                        .startsWith(message.substring(0, message.indexOf(' ')) + " web.xml:2:1: ")
                        .contains("init-param " + name + " ", "of servlet ")
                        .contains(message.substring(message.indexOf(' ') + 1));
            }
        }
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "readonly | false | ",
                "maxDepth | 5 | ",
                "maxRequestBodySize | 65536 | ",
                "serveSubpathOnly | true | ",
                "strictIfProcessing | true | ",
                "allowSpecialPaths | false | ",
                "maxDepth | deep | ERROR init-param maxDepth is a number from 0 on, not 'deep'",
                "maxDepth | -1 | ERROR init-param maxDepth is a number from 0 on, not '-1'",
                "serveSubpathOnly | ja | ERROR init-param serveSubpathOnly is true or false, not"
                        + " 'ja'",
                "allowSpecialPaths | true | WARNING has no effect here: WEB-INF and META-INF stay"
                        + " closed",
                "strictIfProcessing | false | WARNING has no effect here: the field If is always"
                        + " taken at its word",
                "propertyStore | x.Y | WARNING has no effect here: properties are kept in memory",
                "store.driver | x.Y | WARNING has no effect here: properties are kept in memory",
                "maxdepth | 3 | WARNING is not known"
            })
    void whatTheWebdavServletIsAskedForAndDoesNotDoIsNamed(
            String name, String value, String message) {
        Problems found = new Problems();
        Descriptors.webXml(
                "<web-app><servlet><servlet-name>dav</servlet-name><servlet-class>"
                        + "org.apache.catalina.servlets.WebdavServlet</servlet-class>"
                        + "\n<init-param><param-name>"
                        + name
                        + "</param-name><param-value>"
                        + value
                        + "</param-value></init-param></servlet></web-app>",
                found);
        if (message == null) {
            assertThat(found.all).isEmpty();
        } else {
            assertThat(Descriptors.lines(found))
                    .singleElement()
                    .asString()
                    .startsWith(message.substring(0, message.indexOf(' ')) + " web.xml:2:1: ")
                    .contains("init-param " + name + " ", "of servlet ")
                    .contains(message.substring(message.indexOf(' ') + 1));
        }
    }

    @Test
    void anUnknownVersionIsNamed() {
        assertThat(Descriptors.webXml("<web-app version='7.3'/>", problems)).isNotNull();
        assertThat(Descriptors.lines(problems))
                .singleElement()
                .asString()
                .startsWith("WARNING web.xml:1:10: version 7.3 is not known");
    }

    @Test
    void anotherRootIsAnError() {
        assertThat(Descriptors.webXml("<web-fragment/>", problems)).isNull();
        assertThat(Descriptors.lines(problems))
                .containsExactly(
                        "ERROR web.xml:1:1: the root element is web-fragment and not web-app");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE web-app [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>",
                "<!DOCTYPE web-app [<!ENTITY x \"<a>]>\">]>",
                "<!DOCTYPE web-app SYSTEM 'http://127.0.0.1:1/x.dtd'>",
                "<!DOCTYPE web-app [<!-- ' ]> --> <!ENTITY x 'y'>]>"
            })
    void aDocumentTypeIsNeverFollowed(String type) {
        String head = type + "\n<web-app>";
        assertThat(Descriptors.webXml(head + "<display-name>a</display-name></web-app>", problems))
                .isNotNull();
        assertThat(problems.all).isEmpty();
        assertThat(
                        Descriptors.webXml(
                                head + "<display-name>&x;</display-name></web-app>", problems))
                .as("its entities are unknown")
                .isNull();
        assertThat(Descriptors.lines(problems).get(0)).startsWith("ERROR web.xml:2:");
    }

    @Test
    void encodingsAreRead() {
        String text =
                "<?xml version='1.0' encoding='ISO-8859-1'?><web-app><display-name>\u00e4</display-name>"
                        + "</web-app>";
        WebXml xml = WebXmlReader.webXml(text.getBytes(StandardCharsets.ISO_8859_1), "w", problems);
        assertThat(xml.setting("display-name")).isEqualTo("\u00e4");
    }

    @Test
    void absoluteOrder() {
        WebXml xml =
                Descriptors.webXml(
                        "<absolute-ordering><name>a</name><others/><name>b</name></absolute-ordering>");
        assertThat(xml.ordering().absolute()).isEqualTo(List.of("a", Ordering.OTHERS, "b"));
    }

    @Test
    void relativeOrder() {
        WebXml xml =
                Descriptors.fragment(
                        "f",
                        "<name>f</name><ordering><before><others/></before>"
                                + "<after><name>a</name><name>b</name></after></ordering>");
        assertThat(xml.name()).isEqualTo("f");
        assertThat(xml.ordering().before()).containsExactly(Ordering.OTHERS);
        assertThat(xml.ordering().after()).containsExactlyInAnyOrder("a", "b");
    }

    @ParameterizedTest
    @CsvSource({"true,true", "false,false", "' true ',true", "1,false"})
    void metadataComplete(String written, boolean read) {
        WebXml xml = Descriptors.webXml("<web-app metadata-complete='" + written + "'/>", problems);
        assertThat(xml.metadataComplete()).isEqualTo(read);
    }
}
