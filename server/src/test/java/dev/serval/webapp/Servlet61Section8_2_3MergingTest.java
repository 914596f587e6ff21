package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a web.xml and its fragments come to; fragments are x.jar and y.jar. */
class Servlet61Section8_2_3MergingTest {
    private static final String REF =
            "<resource-ref><res-ref-name>r</res-ref-name><res-type>%s</res-type>"
                    + "<lookup-name>java:comp/env/%s</lookup-name>%s</resource-ref>";

    private final Problems problems = new Problems();

    /** What they come to, without a problem. */
    private WebXml merged(String web, String... fragments) {
        WebXml merged = merge(web, fragments);
        assertThat(Descriptors.lines(problems)).isEmpty();
        return merged;
    }

    /** Reads and merges; line 1 of each file is its root, what is given begins in line 2. */
    private WebXml merge(String web, String... fragments) {
        Merge merge = new Merge(read("web.xml", "web-app", web), problems);
        char file = 'x';
        for (String fragment : fragments) {
            merge.fragment(read(file++ + ".jar", "web-fragment", fragment));
        }
        return merge.result();
    }

    private WebXml read(String shown, String root, String inside) {
        Problems own = new Problems();
        String text = "<" + root + ">\n" + inside + "</" + root + ">";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        WebXml read =
                WebXmlReader.read(bytes, shown, root.equals("web-fragment"), own, name -> null);
        assertThat(own.failed()).as(Descriptors.lines(own).toString()).isFalse();
        return read;
    }

    /** The one error, which names both files. */
    private String conflict(String web, String... fragments) {
        merge(web, fragments);
        assertThat(problems.all).hasSize(1);
        String line = Descriptors.lines(problems).get(0);
        assertThat(line).startsWith("ERROR y.jar:2:").contains(" at x.jar:2:");
        return line;
    }

    private static String servlet(String inside) {
        return "<servlet><servlet-name>s</servlet-name><servlet-class>S</servlet-class>"
                + inside
                + "</servlet>";
    }

    private static String param(String element, String name, String value) {
        return "<%s><param-name>%s</param-name><param-value>%s</param-value></%s>"
                .formatted(element, name, value, element);
    }

    private static String init(String name, String value) {
        return param("init-param", name, value);
    }

    private static String context(String name, String value) {
        return param("context-param", name, value);
    }

    private static String mapping(String servlet, String pattern) {
        return "<servlet-mapping><servlet-name>"
                + servlet
                + "</servlet-name><url-pattern>"
                + pattern
                + "</url-pattern></servlet-mapping>";
    }

    private static String filterMapping(String pattern) {
        return "<filter-mapping><filter-name>f</filter-name><url-pattern>"
                + pattern
                + "</url-pattern></filter-mapping>";
    }

    private static String target(String type, String member) {
        return "<injection-target><injection-target-class>"
                + type
                + "</injection-target-class><injection-target-name>"
                + member
                + "</injection-target-name></injection-target>";
    }

    private static String ref(String type, String lookup, String... targets) {
        return REF.formatted(type, lookup, String.join("", targets));
    }

    private List<String> patterns(WebXml xml) {
        List<String> patterns = new ArrayList<>();
        xml.servletMappings().forEach(m -> patterns.addAll(m.patterns()));
        return patterns;
    }

    // ---- augmenting, and its conflicts

    @Test
    void whatAFragmentSaysIsAsIfItStoodInWebXml() {
        WebXml xml = merged("", servlet("") + mapping("s", "/s"));
        assertThat(xml.servlets()).containsOnlyKeys("s");
        assertThat(patterns(xml)).containsExactly("/s");
    }

    @Test
    void anInitParamThatWebXmlHasIsThatOfWebXml() {
        WebXml xml = merged(servlet(init("p", "main")), servlet(init("p", "x") + init("q", "x")));
        assertThat(xml.servlets().get("s").parameters().get("p").value()).isEqualTo("main");
        assertThat(xml.servlets().get("s").parameters().get("q").value()).isEqualTo("x");
    }

    @Test
    void anInitParamThatTwoFragmentsSayDifferentlyIsAnError() {
        assertThat(conflict(servlet(""), servlet(init("p", "x")), servlet(init("p", "y"))))
                .contains("servlet s: init-param p contradicts");
    }

    @Test
    void theSameInitParamInTwoFragmentsIsNone() {
        WebXml xml = merged("", servlet(init("p", "x")), servlet(init("p", "x")));
        assertThat(xml.servlets().get("s").parameters().get("p").value()).isEqualTo("x");
    }

    @Test
    void anInitParamOfAFilterIsNoOtherMatter() {
        String filter =
                "<filter><filter-name>f</filter-name><filter-class>F</filter-class>%s</filter>";
        assertThat(conflict("", filter.formatted(init("p", "x")), filter.formatted(init("p", "y"))))
                .contains("filter f: init-param p contradicts");
    }

    @Test
    void aMimeMappingThatTwoFragmentsSayDifferentlyIsAnError() {
        String mapping =
                "<mime-mapping><extension>e</extension><mime-type>%s</mime-type></mime-mapping>";
        assertThat(conflict("", mapping.formatted("a/x"), mapping.formatted("a/y")))
                .contains("mime-mapping e contradicts");
    }

    @Test
    void aMimeMappingOfWebXmlDecides() {
        String mapping =
                "<mime-mapping><extension>e</extension><mime-type>%s</mime-type></mime-mapping>";
        WebXml xml =
                merged(
                        mapping.formatted("a/m"),
                        mapping.formatted("a/x"),
                        mapping.formatted("a/y"));
        assertThat(xml.mimeTypes().get("e").value()).isEqualTo("a/m");
    }

    // ---- elements of any number, and of one

    @Test
    void contextParamsOfDifferentNamesAreAdded() {
        WebXml xml = merged(context("m", "1"), context("x", "2"), context("y", "3"));
        assertThat(xml.contextParameters()).containsOnlyKeys("m", "x", "y");
    }

    @Test
    void aContextParamOfWebXmlReplacesThatOfTheSameName() {
        WebXml xml = merged(context("p", "main"), context("p", "x"));
        assertThat(xml.contextParameters().get("p").value()).isEqualTo("main");
    }

    @Test
    void anElementThatWebXmlLacksIsInherited() {
        WebXml xml = merged(servlet(""), servlet("<load-on-startup>3</load-on-startup>"));
        assertThat(xml.servlets().get("s").setting(Definition.LOAD)).isEqualTo("3");
    }

    @Test
    void anElementThatWebXmlHasIsNot() {
        WebXml xml =
                merged(
                        servlet("<load-on-startup>1</load-on-startup>"),
                        servlet("<load-on-startup>3</load-on-startup>"));
        assertThat(xml.servlets().get("s").setting(Definition.LOAD)).isEqualTo("1");
    }

    @Test
    void anElementThatTwoFragmentsSayDifferentlyIsAnError() {
        assertThat(
                        conflict(
                                servlet(""),
                                servlet("<load-on-startup>1</load-on-startup>"),
                                servlet("<load-on-startup>2</load-on-startup>")))
                .contains("servlet s: load-on-startup contradicts");
    }

    @Test
    void aTimeoutOfSessionsIsInheritedToo() {
        WebXml xml =
                merged("", "<session-config><session-timeout>7</session-timeout></session-config>");
        assertThat(xml.setting(WebXml.TIMEOUT)).isEqualTo("7");
    }

    @Test
    void aLoginConfigIsOneElement() {
        WebXml xml =
                merged(
                        "<login-config><auth-method>BASIC</auth-method></login-config>",
                        "<login-config><realm-name>of the fragment</realm-name></login-config>");
        assertThat(xml.setting(WebXml.LOGIN)).isEqualTo("BASIC");
        assertThat(xml.setting(WebXml.REALM_NAME)).isNull();
    }

    @Test
    void aLoginConfigIsInherited() {
        WebXml xml =
                merged(
                        "",
                        "<login-config><auth-method>BASIC</auth-method><realm-name>x</realm-name>"
                                + "</login-config>");
        assertThat(xml.setting(WebXml.LOGIN)).isEqualTo("BASIC");
        assertThat(xml.setting(WebXml.REALM_NAME)).isEqualTo("x");
    }

    @Test
    void welcomeFilesAreAdded() {
        String list = "<welcome-file-list><welcome-file>%s</welcome-file></welcome-file-list>";
        WebXml xml = merged(list.formatted("m"), list.formatted("x"), list.formatted("m"));
        assertThat(xml.welcomeFiles()).containsExactly("m", "x");
    }

    // ---- mappings

    @Test
    void servletMappingsOfFragmentsAreAdded() {
        WebXml xml = merged(servlet(""), mapping("s", "/x"), mapping("s", "/y"));
        assertThat(patterns(xml)).containsExactly("/x", "/y");
    }

    @Test
    void servletMappingsOfWebXmlReplaceThoseOfThatServlet() {
        WebXml xml = merged(servlet("") + mapping("s", "/m"), mapping("s", "/x"));
        assertThat(patterns(xml)).containsExactly("/m");
    }

    @Test
    void filterMappingsOfFragmentsAreAdded() {
        WebXml xml = merged("", filterMapping("/x"), filterMapping("/y"));
        assertThat(xml.filterMappings())
                .extracting(FilterMapping::patterns)
                .containsExactly(List.of("/x"), List.of("/y"));
    }

    @Test
    void filterMappingsOfWebXmlReplaceThoseOfThatFilter() {
        WebXml xml = merged(filterMapping("/m"), filterMapping("/x"));
        assertThat(xml.filterMappings())
                .extracting(FilterMapping::patterns)
                .containsExactly(List.of("/m"));
    }

    @Test
    void filterMappingsOfWebXmlStandBeforeThoseOfFragments() {
        WebXml xml = merged(filterMapping("/m"), filterMapping("/x").replace(">f<", ">g<"));
        assertThat(xml.filterMappings())
                .extracting(FilterMapping::filter)
                .containsExactly("f", "g");
    }

    // ---- listeners and what is for all

    @Test
    void aListenerThatIsNamedTwiceIsOne() {
        String listener = "<listener><listener-class>%s</listener-class></listener>";
        WebXml xml =
                merged(
                        listener.formatted("A") + listener.formatted("B") + listener.formatted("A"),
                        listener.formatted("B") + listener.formatted("C"));
        assertThat(xml.listeners()).extracting(Setting::value).containsExactly("A", "B", "C");
    }

    @Test
    void theWholeIsDistributableWhenAllAre() {
        WebXml xml = merged("<distributable/>", "<distributable/>", "<distributable/>");
        assertThat(xml.setting(WebXml.DISTRIBUTABLE)).isNotNull();
    }

    @Test
    void aFragmentThatIsNotDistributableMakesTheWholeSo() {
        WebXml xml = merged("<distributable/>", "<distributable/>", "");
        assertThat(xml.setting(WebXml.DISTRIBUTABLE)).isNull();
    }

    @Test
    void aWebXmlThatIsNotDistributableMakesTheWholeSo() {
        assertThat(merged("", "<distributable/>").setting(WebXml.DISTRIBUTABLE)).isNull();
    }

    @Test
    void wordsOfAFragmentAreIgnored() {
        WebXml xml =
                merged(
                        "",
                        "<description>d</description><display-name>x</display-name>"
                                + "<icon><small-icon>/i.png</small-icon></icon>");
        assertThat(xml.setting(WebXml.DISPLAY_NAME)).isNull();
    }

    @Test
    void propertyGroupsOfPagesAreAdded() {
        String group =
                "<jsp-config><jsp-property-group><url-pattern>%s</url-pattern>"
                        + "<el-ignored>true</el-ignored></jsp-property-group></jsp-config>";
        WebXml xml = merged(group.formatted("/m"), group.formatted("/x"), group.formatted("/x"));
        assertThat(xml.jspConfig().groups())
                .extracting(JspConfig.Group::patterns)
                .containsExactly(List.of("/m"), List.of("/x"), List.of("/x"));
    }

    @Test
    void constraintsAndRolesAreAdded() {
        String constraint =
                "<security-constraint><web-resource-collection><url-pattern>%s</url-pattern>"
                        + "</web-resource-collection><auth-constraint/></security-constraint>"
                        + "<security-role><role-name>%s</role-name></security-role>";
        WebXml xml = merged(constraint.formatted("/m", "m"), constraint.formatted("/x", "x"));
        assertThat(xml.constraints()).hasSize(2);
        assertThat(xml.roles()).containsExactly("m", "x");
    }

    @Test
    void errorPagesAreAddedByTheirKind() {
        String page = "<error-page><error-code>%s</error-code><location>%s</location></error-page>";
        WebXml xml =
                merged(
                        page.formatted(404, "/m"),
                        page.formatted(404, "/x") + page.formatted(500, "/x"));
        assertThat(xml.errorPages())
                .extracting(p -> p.status() + p.path())
                .containsExactly("404/m", "500/x");
    }

    @Test
    void aServletThatIsNotEnabledHereIsNotEnabled() {
        WebXml xml =
                merged(servlet("<enabled>false</enabled>"), servlet("<enabled>true</enabled>"));
        assertThat(xml.servlets().get("s").enabled()).isFalse();
    }

    // ---- resources

    @Test
    void aReferenceThatWebXmlLacksIsInherited() {
        WebXml xml = merged("", ref("A", "a"));
        assertThat(xml.references().get("r").type()).isEqualTo("A");
    }

    @Test
    void ofAReferenceThatWebXmlHasNothingIsMergedButItsTargets() {
        WebXml xml =
                merged(
                        "<resource-ref><res-ref-name>r</res-ref-name></resource-ref>",
                        ref("A", "a", target("X", "x")));
        Reference merged = xml.references().get("r");
        assertThat(merged.type()).isNull();
        assertThat(merged.lookup()).isNull();
        assertThat(merged.targets()).extracting(InjectionTarget::className).containsExactly("X");
    }

    @Test
    void identicalReferencesOfTwoFragmentsAreOne() {
        WebXml xml = merged("", ref("A", "a"), ref("A", "a"));
        assertThat(xml.references()).containsOnlyKeys("r");
    }

    @Test
    void differentReferencesOfTwoFragmentsAreAnError() {
        assertThat(conflict("", ref("javax.sql.DataSource", "a"), ref("jakarta.mail.Session", "a")))
                .contains("resource-ref r contradicts");
    }

    @Test
    void whatWebXmlHasSettlesThem() {
        WebXml xml = merged(ref("M", "m"), ref("A", "a"), ref("B", "b"));
        assertThat(xml.references().get("r").type()).isEqualTo("M");
    }

    @Test
    void descriptionsDoNotMakeReferencesDifferent() {
        WebXml xml =
                merged(
                        "",
                        ref("A", "a"),
                        ref("A", "a")
                                .replace("<res-type>", "<description>d</description><res-type>"));
        assertThat(xml.references()).containsOnlyKeys("r");
    }

    @Test
    void theFirstExampleOfTargets() {
        WebXml xml = merged("", ref("T", "a", target("com.example.Bar", "baz")));
        assertThat(xml.references().get("r").targets())
                .extracting(t -> t.className() + "." + t.member())
                .containsExactly("com.example.Bar.baz");
    }

    @Test
    void theSecondExampleOfTargets() {
        WebXml xml =
                merged(
                        ref("T", "a"),
                        ref("T", "a", target("com.example.Bar", "baz")),
                        ref("T", "a", target("com.example.Bar2", "baz2")));
        assertThat(xml.references().get("r").targets())
                .extracting(t -> t.className() + "." + t.member())
                .containsExactly("com.example.Bar.baz", "com.example.Bar2.baz2");
    }

    @Test
    void theThirdExampleOfTargets() {
        WebXml xml =
                merged(
                        ref("T", "a", target("com.example.Bar3", "baz3")),
                        ref("T", "a", target("com.example.Bar", "baz")),
                        ref("T", "a", target("com.example.Bar2", "baz2")));
        assertThat(xml.references().get("r").targets())
                .extracting(t -> t.className() + "." + t.member())
                .containsExactly(
                        "com.example.Bar3.baz3", "com.example.Bar.baz", "com.example.Bar2.baz2");
    }

    @Test
    void envEntriesOfTwoFragmentsMustBeIdenticalToo() {
        String entry =
                "<env-entry><env-entry-name>e</env-entry-name><env-entry-type>java.lang.String"
                        + "</env-entry-type><env-entry-value>%s</env-entry-value></env-entry>";
        assertThat(conflict("", entry.formatted("x"), entry.formatted("y")))
                .contains("env-entry e contradicts");
    }

    @Test
    void dataSourcesOfTwoFragmentsMustBeIdentical() {
        String source =
                "<data-source><name>java:comp/env/d</name><class-name>%s</class-name></data-source>";
        assertThat(conflict("", source.formatted("A"), source.formatted("B")))
                .contains("data-source d contradicts");
    }

    @Test
    void identicalDataSourcesAreOne() {
        String source = "<data-source><name>java:comp/env/d</name></data-source>";
        assertThat(merged("", source, source).references()).containsOnlyKeys("d");
    }

    // ---- methods

    private static String callback(String element, String type) {
        return "<"
                + element
                + "><lifecycle-callback-class>"
                + type
                + "</lifecycle-callback-class><lifecycle-callback-method>m"
                + "</lifecycle-callback-method></"
                + element
                + ">";
    }

    @Test
    void postConstructsOfFragmentsAreMergedWhereWebXmlHasNone() {
        WebXml xml = merged("", callback("post-construct", "X"), callback("post-construct", "Y"));
        assertThat(xml.postConstruct()).extracting(Callback::className).containsExactly("X", "Y");
    }

    @Test
    void postConstructsOfFragmentsAreNotMergedWhereWebXmlHasOne() {
        WebXml xml = merged(callback("post-construct", "M"), callback("post-construct", "X"));
        assertThat(xml.postConstruct()).extracting(Callback::className).containsExactly("M");
    }

    @Test
    void preDestroysOfFragmentsAreMergedWhereWebXmlHasNone() {
        WebXml xml = merged("", callback("pre-destroy", "X"), callback("pre-destroy", "Y"));
        assertThat(xml.preDestroy()).extracting(Callback::className).containsExactly("X", "Y");
    }

    @Test
    void preDestroysOfFragmentsAreNotMergedWhereWebXmlHasOne() {
        WebXml xml = merged(callback("pre-destroy", "M"), callback("pre-destroy", "X"));
        assertThat(xml.preDestroy()).extracting(Callback::className).containsExactly("M");
    }
}
