package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ContextEntry;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.naming.NamingEntries;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.naming.NamingException;
import org.junit.jupiter.api.Test;

/** What descriptors bind below {@code java:comp/env}. */
class Servlet61Section15_2_2EnvironmentTest {
    private final Problems problems = new Problems();

    /** What entries without a type are injected into. */
    static final class Component {
        int number;
        String text;
    }

    private NamingEntries entries(String inside) {
        return entries(inside, Map.of());
    }

    private NamingEntries entries(String inside, Map<String, ContextEntry<Object>> given) {
        WebXml xml = Descriptors.webXml("<web-app>\n" + inside + "</web-app>", problems);
        assertThat(xml).as(Descriptors.lines(problems).toString()).isNotNull();
        return Environment.of(xml, new Given(given), getClass().getClassLoader(), problems);
    }

    /** Global names, and what a data source has said. */
    private record Given(Map<String, ContextEntry<Object>> context) implements Bindings {
        @Override
        public Map<String, Object> globals() {
            return Map.of("limit", 7, "jdbc/x", "global");
        }

        @Override
        public Object defined(XmlElement resource, Consumer<Problem> problems) {
            return resource.attributes.values().stream()
                    .collect(Collectors.toMap(XmlElement.Attr::name, XmlElement.Attr::value));
        }
    }

    private static String entry(String type, String value) {
        return "<env-entry><env-entry-name>n</env-entry-name><env-entry-type>"
                + type
                + "</env-entry-type><env-entry-value>"
                + value
                + "</env-entry-value></env-entry>";
    }

    private static String link(String name, String lookup) {
        return "<env-entry><env-entry-name>"
                + name
                + "</env-entry-name><lookup-name>"
                + lookup
                + "</lookup-name></env-entry>";
    }

    private Object value(String type, String value) throws NamingException {
        Object found = entries(entry(type, value)).find("java:comp/env/n");
        assertThat(problems.all).isEmpty();
        return found;
    }

    private String problem() {
        assertThat(problems.all).hasSize(1);
        return Descriptors.lines(problems).get(0);
    }

    @Test
    void everyTypeOfAnEntryIsItsClass() throws NamingException {
        assertThat(value("java.lang.String", "s")).isEqualTo("s");
        assertThat(value("java.lang.Boolean", "true")).isEqualTo(true);
        assertThat(value("java.lang.Byte", "1")).isEqualTo((byte) 1);
        assertThat(value("java.lang.Short", "2")).isEqualTo((short) 2);
        assertThat(value("java.lang.Integer", "3")).isEqualTo(3);
        assertThat(value("java.lang.Long", "4")).isEqualTo(4L);
        assertThat(value("java.lang.Float", "5.5")).isEqualTo(5.5f);
        assertThat(value("java.lang.Double", "6.5")).isEqualTo(6.5);
        assertThat(value("java.lang.Character", "c")).isEqualTo('c');
        assertThat(value("java.lang.Character", " ")).isEqualTo(' ');
    }

    @Test
    void aClassIsAValue() throws NamingException {
        assertThat(value("java.lang.Class", Component.class.getName())).isEqualTo(Component.class);
    }

    @Test
    void aConstantOfAnEnumIsAValue() throws NamingException {
        assertThat(value(TimeUnit.class.getName(), "HOURS")).isEqualTo(TimeUnit.HOURS);
    }

    @Test
    void aClassThatIsNotThereIsAnError() throws NamingException {
        entries(entry("java.lang.Class", "none.Such"));
        assertThat(problem())
                .startsWith("ERROR web.xml:2:1: ")
                .contains("the env-entry-value of n is no class")
                .contains("none.Such");
    }

    @Test
    void aConstantThatIsNotThereIsAnError() throws NamingException {
        entries(entry(TimeUnit.class.getName(), "hours"));
        assertThat(problem())
                .startsWith("ERROR web.xml:2:1: ")
                .contains("'hours', which is no constant of java.util.concurrent.TimeUnit");
    }

    @Test
    void aTypeThatIsNoneIsNamed() throws NamingException {
        assertThat(entries(entry(Component.class.getName(), "x")).find("n")).isNull();
        assertThat(problem()).startsWith("WARNING web.xml:2:1: ").contains("its type is not known");
    }

    @Test
    void anEntryWithoutTypeHasThatOfItsTarget() throws NamingException {
        String untyped =
                "<env-entry><env-entry-name>n</env-entry-name><env-entry-value>7</env-entry-value>"
                        + "<injection-target><injection-target-class>"
                        + Component.class.getName()
                        + "</injection-target-class><injection-target-name>number"
                        + "</injection-target-name></injection-target></env-entry>";
        assertThat(entries(untyped).find("n")).isEqualTo(7);
        assertThat(problems.all).isEmpty();
    }

    @Test
    void anEntryWithoutTypeAndTargetIsAnError() throws NamingException {
        String text =
                "<web-app>\n<env-entry><env-entry-name>n</env-entry-name><env-entry-value>7"
                        + "</env-entry-value></env-entry></web-app>";
        assertThat(Descriptors.webXml(text, problems)).isNull();
        assertThat(problem()).contains("env-entry needs the element env-entry-type");
    }

    @Test
    void aNameMayHaveItsContext() throws NamingException {
        NamingEntries entries =
                entries(entry("java.lang.String", "v").replace(">n<", ">java:comp/env/mail/host<"));
        assertThat(entries.find("mail/host")).isEqualTo("v");
    }

    @Test
    void otherContextsOfTheApplicationAreBoundToo() throws NamingException {
        NamingEntries entries =
                entries(entry("java.lang.String", "v").replace(">n<", ">java:module/x<"));
        assertThat(entries.find("java:module/x")).isEqualTo("v");
        assertThat(entries.find("x")).isNull();
    }

    @Test
    void aLookupNameIsAnotherName() throws NamingException {
        NamingEntries entries =
                entries(link("other", "java:comp/env/n") + entry("java.lang.String", "v"));
        assertThat(entries.find("other")).isEqualTo("v");
    }

    @Test
    void lookupNamesMayFollowEachOther() throws NamingException {
        NamingEntries entries =
                entries(
                        link("a", "java:comp/env/b")
                                + link("b", "java:comp/env/n")
                                + entry("java.lang.String", "v"));
        assertThat(entries.find("a")).isEqualTo("v");
    }

    @Test
    void lookupNamesThatNameEachOtherAreNotBound() throws NamingException {
        NamingEntries entries =
                entries(link("a", "java:comp/env/b") + link("b", "java:comp/env/a"));
        assertThat(entries.find("a")).isNull();
        assertThat(entries.absence("a"))
                .isEqualTo(
                        "java:comp/env/a is not bound: it is another name for java:comp/env/b,"
                                + " which is not bound: they name each other");
    }

    @Test
    void aLookupNameOfAnotherSchemeIsRefused() throws NamingException {
        assertThat(entries(link("a", "ldap://attacker/x")).find("a")).isNull();
        assertThat(problem())
                .startsWith("WARNING web.xml:2:1: ")
                .contains("lookup-name ldap://attacker/x does not begin with java:");
    }

    @Test
    void aValueAndALookupNameAreAnError() throws NamingException {
        String text =
                "<web-app>\n"
                        + entry("java.lang.String", "v")
                                .replace(
                                        "</env-entry>",
                                        "<lookup-name>java:comp/env/x</lookup-name>"
                                                + "</env-entry>")
                        + "</web-app>";
        assertThat(Descriptors.webXml(text, problems)).isNull();
        assertThat(problem()).contains("a value or a lookup-name, not both");
    }

    @Test
    void everyKindOfReferenceMayNameAnother() throws NamingException {
        String[][] kinds = {
            {"resource-ref", "res-ref-name"},
            {"resource-env-ref", "resource-env-ref-name"},
            {"message-destination-ref", "message-destination-ref-name"},
            {"ejb-ref", "ejb-ref-name"},
            {"ejb-local-ref", "ejb-ref-name"},
            {"service-ref", "service-ref-name"}
        };
        for (String[] kind : kinds) {
            String reference =
                    "<%s><%s>r</%s><lookup-name>java:comp/env/n</lookup-name></%s>"
                            .formatted(kind[0], kind[1], kind[1], kind[0]);
            assertThat(entries(reference + entry("java.lang.String", "v")).find("r"))
                    .as(kind[0])
                    .isEqualTo("v");
        }
        assertThat(problems.all).isEmpty();
    }

    @Test
    void section10_11_aResourceThatNobodyHasIsAWarning() throws NamingException {
        NamingEntries entries =
                entries("<resource-ref><res-ref-name>jdbc/x</res-ref-name></resource-ref>");
        assertThat(problem())
                .startsWith("WARNING web.xml:2:1: the resource-ref jdbc/x is not bound: it has no")
                .contains("GlobalNamingResources has one, which a ResourceLink in the Context");
        assertThat(entries.absence("jdbc/x"))
                .startsWith(
                        "java:comp/env/jdbc/x is not bound: the resource-ref at web.xml:2:1: it has"
                                + " no lookup-name, and its Context no Resource of that name");
    }

    @Test
    void whatAllApplicationsShareIsGlobal() throws NamingException {
        assertThat(entries("").find("java:global/limit")).isEqualTo(7);
        assertThat(entries(link("most", "java:global/limit")).find("most")).isEqualTo(7);
    }

    @Test
    void aDataSourceIsDefinedByItsElements() throws NamingException {
        String source =
                "<data-source><name>java:app/jdbc/db</name><class-name>x.Source</class-name>"
                        + "<server-name>host</server-name><port-number>1</port-number>"
                        + "<user>u</user><property><name>ssl</name><value>on</value></property>"
                        + "<isolation-level>TRANSACTION_SERIALIZABLE</isolation-level>"
                        + "<initial-pool-size>2</initial-pool-size><max-pool-size>3</max-pool-size>"
                        + "<max-idle-time>4</max-idle-time><max-statements>5</max-statements>"
                        + "</data-source>";
        Map<String, String> all = new TreeMap<>();
        all.put("name", "app/jdbc/db");
        all.put("type", "javax.sql.DataSource");
        all.put("dataSourceClassName", "x.Source");
        all.put("dataSourceProperties", "serverName=host;portNumber=1;ssl=on");
        all.put("username", "u");
        all.put("defaultTransactionIsolation", "SERIALIZABLE");
        all.put("initialSize", "2");
        all.put("maxTotal", "3");
        all.put("minEvictableIdleTimeMillis", "4s");
        all.put("maxOpenPreparedStatements", "5");
        all.put("poolPreparedStatements", "true");
        assertThat(entries(source).find("java:app/jdbc/db")).isEqualTo(all);
        assertThat(problems.all).isEmpty();
    }

    @Test
    void anEntryWithoutValueIsLeftToTheContext() throws NamingException {
        String open =
                "<env-entry><env-entry-name>n</env-entry-name><env-entry-type>java.lang.String"
                        + "</env-entry-type></env-entry>";
        assertThat(entries(open).find("n")).isNull();
        assertThat(entries(open, Map.of("n", ContextEntry.of("context"))).find("n"))
                .isEqualTo("context");
    }

    @Test
    void theDescriptorReplacesWhatTheContextLetsItReplace() throws NamingException {
        String entry = entry("java.lang.String", "v");
        assertThat(entries(entry, Map.of("n", ContextEntry.of("context"))).find("n"))
                .isEqualTo("v");
        assertThat(entries(entry, Map.of("n", new ContextEntry<>("context", false))).find("n"))
                .isEqualTo("context");
    }

    @Test
    void oneNameOfTwoKindsIsAnError() throws NamingException {
        String text =
                "<web-app>\n"
                        + entry("java.lang.String", "v")
                        + "\n<resource-ref><res-ref-name>n</res-ref-name>"
                        + "<lookup-name>java:comp/env/x</lookup-name></resource-ref>"
                        + "</web-app>";
        assertThat(Descriptors.webXml(text, problems)).isNull();
        assertThat(problem())
                .isEqualTo(
                        "ERROR web.xml:3:1: the resource-ref n has the name of the env-entry at"
                                + " web.xml:2:1");
    }
}
