package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules for reading a deployment descriptor; what is given begins in its second line. */
class Servlet61Section14_2RulesTest {
    private final Problems problems = new Problems();

    private WebXml read(String inside) {
        return whole("<web-app version='6.1'>\n" + inside + "</web-app>");
    }

    private WebXml whole(String text) {
        return Descriptors.webXml(text, problems);
    }

    private WebXml clean(String inside) {
        WebXml xml = read(inside);
        assertThat(Descriptors.lines(problems)).isEmpty();
        return xml;
    }

    /** The one error, without its beginning. */
    private String error(String at, String inside) {
        assertThat(read(inside)).isNull();
        return line("ERROR web.xml:" + at + ": ");
    }

    private String warning(String at, String inside) {
        assertThat(read(inside)).isNotNull();
        return line("WARNING web.xml:" + at + ": ");
    }

    private String line(String start) {
        assertThat(problems.all).as(Descriptors.lines(problems).toString()).hasSize(1);
        String line = Descriptors.lines(problems).get(0);
        assertThat(line).startsWith(start);
        return line.substring(start.length());
    }

    private static String servlet(String inside) {
        return "<servlet><servlet-name>s</servlet-name>" + inside + "</servlet>";
    }

    private static String mapping(String pattern) {
        return servlet("")
                + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>"
                + pattern
                + "</url-pattern></servlet-mapping>";
    }

    private String pattern(String written) {
        return clean(mapping(written)).servletMappings().get(0).patterns().get(0);
    }

    private static String page(String code, String location) {
        return "<error-page>" + code + "<location>" + location + "</location></error-page>";
    }

    private static String status(int status, String location) {
        return page("<error-code>" + status + "</error-code>", location);
    }

    private static String exception(String type, String location) {
        return page("<exception-type>" + type + "</exception-type>", location);
    }

    private static String filterMapping(String dispatcher) {
        return "<filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern>"
                + "<dispatcher>"
                + dispatcher
                + "</dispatcher></filter-mapping>";
    }

    // ---- white space

    @Test
    void whiteSpaceAroundTheContentIsRemoved() {
        WebXml xml = clean("<display-name> \t\n The application \r\n\t</display-name>");
        assertThat(xml.setting(WebXml.DISPLAY_NAME)).isEqualTo("The application");
    }

    @Test
    void whiteSpaceIsWhatXmlCallsSo() {
        WebXml xml = clean("<display-name>\u2003x\u00a0</display-name>");
        assertThat(xml.setting(WebXml.DISPLAY_NAME)).isEqualTo("\u2003x\u00a0");
    }

    @Test
    void aNumberHasNoneAroundItEither() {
        WebXml xml = clean(servlet("<load-on-startup>\n 7 \n</load-on-startup>"));
        assertThat(xml.servlets().get("s").setting(Definition.LOAD)).isEqualTo("7");
    }

    @Test
    void aPatternIsStrippedToo() {
        assertThat(pattern("\n   /a/*\n ")).isEqualTo("/a/*");
    }

    // ---- order and multiplicity

    @Test
    void elementsMayComeInAnyOrder() {
        WebXml xml =
                clean(
                        "<welcome-file-list><welcome-file>w</welcome-file></welcome-file-list>"
                                + "<servlet-mapping><url-pattern>/a</url-pattern><servlet-name>s"
                                + "</servlet-name></servlet-mapping>"
                                + "<display-name>d</display-name>"
                                + servlet("<servlet-class>S</servlet-class>")
                                + "<context-param><param-value>v</param-value><param-name>p"
                                + "</param-name></context-param>");
        assertThat(xml.servletMappings().get(0).servlet()).isEqualTo("s");
        assertThat(xml.servlets()).containsOnlyKeys("s");
        assertThat(xml.contextParameters().get("p").value()).isEqualTo("v");
    }

    @Test
    void twoSessionConfigsAreAnError() {
        assertThat(error("3:1", "<session-config/>\n<session-config/>"))
                .isEqualTo(
                        "Servlet 6.1 §14.2: there is one element session-config at most, the first"
                                + " is at web.xml:2:1");
    }

    @Test
    void twoLoginConfigsAreAnError() {
        assertThat(error("3:1", "<login-config/>\n<login-config/>"))
                .contains("one element login-config at most, the first is at web.xml:2:1");
    }

    @Test
    void twoJspConfigsAreAnError() {
        read("<jsp-config/>\n<jsp-config/>");
        assertThat(Descriptors.lines(problems))
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith("ERROR web.xml:3:1: ")
                                        .contains("one element jsp-config at most"));
    }

    @Test
    void welcomeFileListsAreConcatenated() {
        String list = "<welcome-file-list><welcome-file>%s</welcome-file></welcome-file-list>";
        assertThat(clean(list.formatted("a") + list.formatted("b")).welcomeFiles())
                .containsExactly("a", "b");
    }

    @Test
    void aWelcomeFileThatStandsTwiceIsOne() {
        assertThat(
                        clean(
                                        "<welcome-file-list><welcome-file>a</welcome-file>"
                                                + "<welcome-file>a</welcome-file></welcome-file-list>")
                                .welcomeFiles())
                .containsExactly("a");
    }

    @Test
    void localeEncodingMappingListsAreConcatenated() {
        String list =
                "<locale-encoding-mapping-list><locale-encoding-mapping><locale>%s</locale>"
                        + "<encoding>%s</encoding></locale-encoding-mapping>"
                        + "</locale-encoding-mapping-list>";
        WebXml xml = clean(list.formatted("ja", "Shift_JIS") + list.formatted("de", "UTF-8"));
        assertThat(xml.encodings()).containsOnlyKeys("ja", "de");
    }

    @Test
    void distributableTwiceIsDistributable() {
        assertThat(clean("<distributable/><distributable/>").setting(WebXml.DISTRIBUTABLE))
                .isNotNull();
    }

    @Test
    void anElementThatMayStandOnceAndContradictsItselfIsAnError() {
        assertThat(
                        error(
                                "3:1",
                                "<servlet><servlet-name>s</servlet-name><servlet-class>A"
                                        + "</servlet-class>\n<servlet-class>B</servlet-class>"
                                        + "</servlet>"))
                .isEqualTo(
                        "servlet has the element servlet-class twice, the first at web.xml:2:40");
    }

    @Test
    void onceMoreTheSameIsAWarning() {
        assertThat(
                        warning(
                                "3:1",
                                "<servlet><servlet-name>s</servlet-name>\n<servlet-name>s"
                                        + "</servlet-name></servlet>"))
                .contains("servlet has the element servlet-name twice");
    }

    @Test
    void encodingsOfRequestsStandOnce() {
        String element = "<request-character-encoding>%s</request-character-encoding>\n";
        assertThat(error("3:1", element.formatted("UTF-8") + element.formatted("UTF-16")))
                .contains("has the element request-character-encoding twice");
    }

    // ---- unknown and empty elements

    @Test
    void anUnknownElementIsNamedWithTheNearestOne() {
        assertThat(warning("2:1", "<servelt/>"))
                .isEqualTo(
                        "web-app has no element servelt (did you mean servlet?); it is ignored with"
                                + " its content");
    }

    @Test
    void anUnknownElementInsideAnotherToo() {
        assertThat(warning("2:40", "<servlet><servlet-name>s</servlet-name><init-parm/></servlet>"))
                .startsWith("servlet has no element init-parm (did you mean init-param?)");
    }

    @Test
    void anElementThatIsNeededAndEmptyIsNamed() {
        assertThat(error("2:1", "<servlet><servlet-name> </servlet-name></servlet>"))
                .isEqualTo("servlet needs the element servlet-name");
    }

    @Test
    void anEmptyDescriptorIsOne() {
        assertThat(whole("<web-app/>")).isNotNull();
        assertThat(problems.all).isEmpty();
    }

    // ---- paths

    @Test
    void pathsAreTakenAsDecoded() {
        assertThat(pattern("/a%20b")).isEqualTo("/a%20b");
    }

    @Test
    void whiteSpaceInsideAPathStays() {
        assertThat(pattern("/a b\tc")).isEqualTo("/a b\tc");
    }

    @Test
    void aLineFeedInAPatternIsAnError() {
        assertThat(error("2:97", mapping("/a&#10;b")))
                .isEqualTo("Servlet 6.1 §14.2: the url-pattern has a line break in it: '/a\\nb'");
    }

    @Test
    void aCarriageReturnInALocationIsAnError() {
        assertThat(error("2:41", status(404, "/a&#13;b")))
                .isEqualTo("Servlet 6.1 §14.2: the location has a line break in it: '/a\\rb'");
    }

    @Test
    void pathsAreCanonicalized() {
        assertThat(pattern("/a/../b")).isEqualTo("/b");
    }

    @Test
    void segmentsOfOneDotGoToo() {
        assertThat(pattern("/a/./b/*")).isEqualTo("/a/b/*");
    }

    @Test
    void theRootRemains() {
        assertThat(pattern("/a/..")).isEqualTo("/");
    }

    @Test
    void locationsOfErrorPagesAreCanonicalized() {
        assertThat(clean(status(404, "/a/../e.html")).errorPages().get(0).path())
                .isEqualTo("/e.html");
    }

    @Test
    void aPathThatLeadsOutIsAnError() {
        assertThat(error("2:97", mapping("/../a")))
                .isEqualTo(
                        "Servlet 6.1 §14.2: the url-pattern '/../a' leads out of the"
                                + " application");
    }

    @Test
    void aPathThatBeginsOutsideIsAnError() {
        assertThat(error("2:41", status(404, "../a"))).contains("'../a' leads out");
    }

    @Test
    void aPathBeginsWithASlash() {
        assertThat(error("2:1", status(404, "e.html")))
                .isEqualTo("the location of an error-page begins with a slash: e.html");
        problems.all.clear();
        assertThat(error("2:97", mapping("a/b"))).contains("the url-pattern 'a/b' is none");
    }

    @Test
    void inDescriptorsOf22TheSlashMayBeMissing() {
        WebXml xml =
                whole(
                        "<!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD Web Application"
                                + " 2.2//EN' 'web-app_2_2.dtd'><web-app>"
                                + mapping("a")
                                + "</web-app>");
        assertThat(xml.servletMappings().get(0).patterns()).containsExactly("/a");
        assertThat(Descriptors.lines(problems))
                .singleElement()
                .asString()
                .contains("the url-pattern a is read as /a");
    }

    // ---- enumerated values

    @Test
    void enumeratedValuesAreCaseSensitive() {
        assertThat(
                        clean(
                                        "<filter><filter-name>f</filter-name></filter>"
                                                + filterMapping("FORWARD"))
                                .filterMappings()
                                .get(0)
                                .dispatchers())
                .containsExactly(DispatcherType.FORWARD);
        assertThat(error("2:74", filterMapping("Forward")))
                .isEqualTo(
                        "dispatcher is REQUEST, FORWARD, INCLUDE, ERROR or ASYNC, not 'Forward'"
                                + " (did you mean FORWARD?)");
    }

    @Test
    void trackingModesAreToo() {
        assertThat(
                        error(
                                "2:17",
                                "<session-config><tracking-mode>cookie</tracking-mode>"
                                        + "</session-config>"))
                .contains("not 'cookie' (did you mean COOKIE?)");
    }

    @Test
    void transportGuaranteesAreToo() {
        assertThat(
                        error(
                                "2:102",
                                "<security-constraint><web-resource-collection><url-pattern>/a"
                                        + "</url-pattern></web-resource-collection>"
                                        + "<user-data-constraint><transport-guarantee>none"
                                        + "</transport-guarantee></user-data-constraint>"
                                        + "</security-constraint>"))
                .contains("NONE, INTEGRAL or CONFIDENTIAL");
    }

    // ---- what is unique

    @Test
    void section10_9_2_pagesOfAStatusAreUnique() {
        assertThat(error("3:1", status(404, "/a") + "\n" + status(404, "/b")))
                .isEqualTo(
                        "Servlet 6.1 §10.9.2: there is an error-page for 404 already, at"
                                + " web.xml:2:1");
    }

    @Test
    void section10_9_2_pagesOfAnExceptionAreUnique() {
        assertThat(error("3:1", exception("E", "/a") + "\n" + exception("E", "/b")))
                .contains("there is an error-page for E already, at web.xml:2:1");
    }

    @Test
    void section10_9_2_aPageWithNeitherIsTheDefault() {
        ErrorPageMapping page = clean(page("", "/any")).errorPages().get(0);
        assertThat(page.status()).isZero();
        assertThat(page.exception()).isNull();
    }

    @Test
    void aPageForBothIsAnError() {
        assertThat(
                        error(
                                "2:1",
                                page(
                                        "<error-code>404</error-code><exception-type>E"
                                                + "</exception-type>",
                                        "/a")))
                .contains("an error-code or an exception-type, not both");
    }

    @Test
    void aServletIsNamedOnce() {
        assertThat(error("3:1", servlet("") + "\n" + servlet("")))
                .isEqualTo("there is a servlet s already, at web.xml:2:1");
    }

    @Test
    void aFilterIsNamedOnce() {
        String filter = "<filter><filter-name>f</filter-name></filter>";
        assertThat(error("3:1", filter + "\n" + filter))
                .isEqualTo("there is a filter f already, at web.xml:2:1");
    }

    // ---- versions

    @Test
    void section14_everyVersionIsRead() {
        for (String version : List.of("2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0", "6.1")) {
            WebXml xml = whole("<web-app version='" + version + "'/>");
            assertThat(xml.version()).isEqualTo(version);
        }
        assertThat(problems.all).isEmpty();
    }

    @Test
    void section14_thoseWithADocumentTypeToo() {
        for (String version : List.of("2.2", "2.3")) {
            WebXml xml =
                    whole(
                            "<!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD Web"
                                    + " Application "
                                    + version
                                    + "//EN' 'http://java.sun.com/dtd/web-app.dtd'>\n<web-app/>");
            assertThat(xml.version()).isEqualTo(version);
        }
        assertThat(problems.all).isEmpty();
    }

    @Test
    void section14_anyNamespaceOfDescriptorsIsRead() {
        for (String namespace :
                List.of(
                        "http://java.sun.com/xml/ns/j2ee",
                        "http://java.sun.com/xml/ns/javaee",
                        "http://xmlns.jcp.org/xml/ns/javaee",
                        "https://jakarta.ee/xml/ns/jakartaee")) {
            WebXml xml =
                    whole("<web-app xmlns='" + namespace + "'>" + mapping("/a") + "</web-app>");
            assertThat(xml.servletMappings()).hasSize(1);
        }
        assertThat(problems.all).isEmpty();
    }

    // ---- single elements

    @Test
    void aDefaultContextPathIsEmptyOrBeginsWithASlash() {
        String element = "<default-context-path>%s</default-context-path>";
        assertThat(clean(element.formatted("")).setting(WebXml.DEFAULT_PATH)).isEmpty();
        assertThat(clean(element.formatted("/shop")).setting(WebXml.DEFAULT_PATH))
                .isEqualTo("/shop");
        assertThat(error("2:1", element.formatted("shop"))).contains("not 'shop'");
        problems.all.clear();
        assertThat(error("2:1", element.formatted("/shop/"))).contains("not '/shop/'");
    }

    @Test
    void denyUncoveredHttpMethodsIsRead() {
        assertThat(clean("<deny-uncovered-http-methods/>").denyUncovered()).isTrue();
        assertThat(clean("").denyUncovered()).isFalse();
    }

    @Test
    void encodingsOfRequestsAndResponsesAreRead() {
        WebXml xml =
                clean(
                        "<request-character-encoding>UTF-8</request-character-encoding>"
                                + "<response-character-encoding>UTF-16"
                                + "</response-character-encoding>");
        assertThat(xml.setting(WebXml.REQUEST_ENCODING)).isEqualTo("UTF-8");
        assertThat(xml.setting(WebXml.RESPONSE_ENCODING)).isEqualTo("UTF-16");
    }

    @Test
    void aLoadOnStartupWithoutValueMeansAtStart() {
        WebXml xml = clean(servlet("<load-on-startup/>"));
        assertThat(Integer.parseInt(xml.servlets().get("s").setting(Definition.LOAD)))
                .isNotNegative();
    }

    @Test
    void aFileThatIsNoXmlNamesItsLine() {
        assertThat(whole("<web-app>\n<servlet>\n</web-app>")).isNull();
        assertThat(Descriptors.lines(problems).get(0)).startsWith("ERROR web.xml:3:");
    }

    @Test
    void aJspFileBeginsWithASlash() {
        assertThat(error("2:40", servlet("<jsp-file>a.jsp</jsp-file>")))
                .isEqualTo("a jsp-file begins with a slash: a.jsp");
    }
}
