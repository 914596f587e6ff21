package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.XmlElement;
import dev.serval.connector.ConnectorConfig;
import dev.serval.settings.Location;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverridesTest {
    /** Connectors in lines 2 and 3, hosts in lines 5 and 7. */
    private static final String TWO =
            Xml.service(
                    """
                    <Connector port='8080'/>
                    <Connector port='8443' connectionTimeout='1000'/>
                    <Engine name='E' defaultHost='www.example.org'>
                    <Host name='www.example.org' appBase='a'>
                    <Valve className='org.apache.catalina.valves.AccessLogValve'/></Host>
                    <Host name='b'/></Engine>""");

    private static final String ONE = Xml.connector("port='8080'");

    private static ServerXml.Result properties(String xml, String... given) {
        return Xml.read(xml, pairs(given), Map.of());
    }

    private static ServerXml.Result environment(String xml, String... given) {
        return Xml.read(xml, Map.of(), pairs(given));
    }

    private static Map<String, String> pairs(String... given) {
        return given.length == 0 ? Map.of() : Map.of(given[0], given[1]);
    }

    private static ConnectorConfig connector(ServerXml.Result result, int index) {
        assertThat(Xml.problems(result)).isEmpty();
        return result.config().services().get(0).connectors().get(index).config();
    }

    private static HostConfig host(ServerXml.Result result, int index) {
        assertThat(Xml.problems(result)).isEmpty();
        return result.config().services().get(0).engine().hosts().get(index);
    }

    @Test
    void aSystemPropertyGivesAnAttributeByItsPath() {
        ServerXml.Result result = properties(ONE, "serval.Connector.port", "8081");
        assertThat(connector(result, 0).port()).isEqualTo(8081);
        assertThat(result.given())
                .containsExactly(
                        "conf/server.xml:2:1: port of Connector is that of the system property"
                                + " serval.Connector.port");
    }

    @Test
    void anEnvironmentVariableDoesInCapitals() {
        ServerXml.Result result = environment(ONE, "SERVAL_CONNECTOR_PORT", "8081");
        assertThat(connector(result, 0).port()).isEqualTo(8081);
        assertThat(result.given())
                .containsExactly(
                        "conf/server.xml:2:1: port of Connector is that of the environment variable"
                                + " SERVAL_CONNECTOR_PORT");
    }

    @Test
    void aPropertyCountsMoreThanAVariableAndIsSaidAlone() {
        ServerXml.Result result =
                Xml.read(
                        ONE,
                        Map.of("serval.Connector.port", "1"),
                        Map.of("SERVAL_CONNECTOR_PORT", "2"));
        assertThat(connector(result, 0).port()).isEqualTo(1);
        assertThat(result.given()).singleElement().asString().contains("serval.Connector.port");
    }

    @Test
    void anAttributeThatTheFileDoesNotHaveCanBeGivenToo() {
        assertThat(
                        connector(environment(ONE, "SERVAL_CONNECTOR_MAXCONNECTIONS", "7"), 0)
                                .sockets()
                                .maxConnections())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "serval.Connector[8443].port, SERVAL_CONNECTOR_8443_PORT",
        "serval.Connector[2].port, SERVAL_CONNECTOR_2_PORT",
        "serval.Service.Connector[8443].port, SERVAL_SERVICE_CONNECTOR_8443_PORT",
        "serval.Server.Service[S].Connector[2].port, SERVAL_SERVER_SERVICE_S_CONNECTOR_2_PORT",
    })
    void oneOfSeveralIsChosenByWhatTellsItFromTheOthersOrByItsNumber(
            String property, String variable) {
        for (ServerXml.Result result :
                List.of(properties(TWO, property, "9"), environment(TWO, variable, "9"))) {
            assertThat(connector(result, 0).port()).isEqualTo(8080);
            assertThat(connector(result, 1).port()).isEqualTo(9);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "serval.Host[www.example.org].appBase, SERVAL_HOST_WWW_EXAMPLE_ORG_APPBASE",
        "serval.Engine.Host[1].appBase, SERVAL_ENGINE_HOST_1_APPBASE",
    })
    void aKeyMayHaveDots(String property, String variable) {
        assertThat(host(properties(TWO, property, "x"), 0).appBase()).isEqualTo("x");
        assertThat(host(environment(TWO, variable, "x"), 0).appBase()).isEqualTo("x");
    }

    @Test
    void aValueMayHoldPlaceholdersAsInTheFile() {
        ServerXml.Result result =
                Xml.read(ONE, Map.of("p", "81", "serval.Connector.port", "${p}"), Map.of());
        assertThat(connector(result, 0).port()).isEqualTo(81);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    serval.Connector.prt|Connector has no attribute prt (did you mean port?)
                    serval.Conector.port|conf/server.xml has no element Conector (did you mean Connector?)
                    serval.Executor.maxThreads|conf/server.xml has no element Executor
                    serval.Connector[844].port|there is no Connector[844]; there are: Connector[8080], Connector[8443]
                    serval.Connector.port|it may be that of each of these: Connector[8080].port, Connector[8443].port
                    serval.Connector[8080.port|there is a [ without its ] and an attribute behind it
                    serval.Connector|it names no attribute: a path is written Connector.port
                    """)
    void aPathThatLeadsNowhereIsAnError(String property, String message) {
        assertThat(Xml.problems(properties(TWO, property, "1")))
                .containsExactly("ERROR system property " + property + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ERROR|SERVAL_CONNECTOR_8080_PRT|conf/server.xml has no element with that attribute
                    ERROR|SERVAL_CONNECTOR_PRT|conf/server.xml has no element with that attribute (did you mean SERVAL_CONNECTOR_PORT?)
                    ERROR|SERVAL_CONNECTOR_PORT|it may be that of each of these: SERVAL_CONNECTOR_8080_PORT, SERVAL_CONNECTOR_8443_PORT
                    WARNING|SERVAL_CONECTOR_PORT|it has no effect: conf/server.xml has no element with that attribute (did you mean SERVAL_CONNECTOR_PORT?)
                    WARNING|SERVAL_EXECUTOR_MAXTHREADS|it has no effect: conf/server.xml has no element with that attribute
                    """)
    void aVariableThatIsLikeAPathIsNotPassedOver(String severity, String variable, String message) {
        assertThat(Xml.problems(environment(TWO, variable, "1")))
                .singleElement()
                .asString()
                .startsWith(severity + " environment variable " + variable + ": " + message);
    }

    @ParameterizedTest
    @CsvSource({
        "SERVAL_HOME, /srv",
        "SERVAL_SERVICE_HOST, 10.0.0.1",
        "SERVAL_SERVICE_PORT, 8080",
        "SERVAL_SERVICE_PORT_HTTP, 8080",
        "SERVAL_SERVER_PORT, tcp://10.0.0.1:80",
        "SERVAL_PORT_8080_TCP_ADDR, 10.0.0.1",
        "SERVAL_MY_OWN_SETTING, x",
        "SERVAL_LICENSE_KEY_ID, x",
    })
    void whatOthersTellIsLeftAlone(String variable, String value) {
        ServerXml.Result result = environment(ONE, variable, value);
        assertThat(Xml.problems(result)).isEmpty();
        assertThat(result.given()).isEmpty();
    }

    @Test
    void aVariableThatAPlaceholderAsksForIsNoPath() {
        String xml = Xml.connector("port='${serval.connector.port:-1}' maxConnections='5'");
        ServerXml.Result result = environment(xml, "SERVAL_CONNECTOR_PORT", "8081");
        assertThat(connector(result, 0).port()).isEqualTo(8081);
        assertThat(result.given()).isEmpty();
    }

    @Test
    void aValueThatIsNotAllowedIsToldWithTheNameOfItsSource() {
        assertThat(Xml.problems(environment(ONE, "SERVAL_CONNECTOR_CONNECTIONTIMEOUT", "5 years")))
                .containsExactly(
                        "ERROR environment variable SERVAL_CONNECTOR_CONNECTIONTIMEOUT:"
                                + " connectionTimeout of Connector is \"5 years\", which is not a"
                                + " number of milliseconds (a suffix may be ms, s, m, h, d)");
    }

    @Test
    void theValueOfASecretIsNeverShown() {
        String xml =
                Xml.service(
                        "<Connector port='0' SSLEnabled='true'><SSLHostConfig><Certificate"
                                + " certificateKeystoreFile='/none'/></SSLHostConfig></Connector>"
                                + Xml.ENGINE);
        ServerXml.Result result =
                properties(xml, "serval.Certificate.certificateKeystorePassword", "a\tsecret");
        assertThat(result.given()).hasSize(1);
        assertThat(Xml.problems(result) + result.given().toString())
                .contains("certificateKeystorePassword of Certificate holds a control character")
                .doesNotContain("a\tsecret", "secret\"");
    }

    /** errorCode.404 is one of a family. */
    @Test
    void oneOfAFamilyIsGivenToo() {
        String xml = Xml.host("<Valve className='org.apache.catalina.valves.ErrorReportValve'/>");
        for (ServerXml.Result result :
                List.of(
                        properties(xml, "serval.Valve[ErrorReportValve].errorCode.404", "x.html"),
                        environment(xml, "SERVAL_VALVE_ERRORREPORTVALVE_ERRORCODE_404", "x.html"),
                        environment(xml, "SERVAL_VALVE_ERRORCODE_404", "x.html"))) {
            assertThat(Xml.problems(result)).isEmpty();
            assertThat(result.given())
                    .singleElement()
                    .asString()
                    .contains("errorCode.404 of Valve is that of the");
            assertThat(host(result, 0).valves()).hasSize(1);
        }
        assertThat(Xml.problems(properties(xml, "serval.Valve.errorCod.404", "x.html")))
                .singleElement()
                .asString()
                .contains("ErrorReportValve has no attribute errorCod.404");
    }

    @Test
    void aContextThatTheFileDoesNotHaveIsLeftToThoseThatAreFound() {
        for (ServerXml.Result result :
                List.of(
                        properties(ONE, "serval.Context[/shop].reloadable", "true"),
                        properties(ONE, "serval.Context.reloadable", "true"))) {
            assertThat(Xml.problems(result)).isEmpty();
            assertThat(result.given())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "context.xml: reloadable of Context is that of the system property");
        }
        assertThat(Xml.problems(environment(ONE, "SERVAL_CONTEXT_RELOADABLE", "true"))).isEmpty();
        assertThat(Xml.problems(environment(ONE, "SERVAL_CONTEXT__SHOP_RELOADABLE", "true")))
                .isEmpty();
        assertThat(Xml.problems(properties(ONE, "serval.Context.reloadabel", "true")))
                .singleElement()
                .asString()
                .contains("Context has no attribute reloadabel (did you mean reloadable?)");
    }

    @ParameterizedTest
    @CsvSource({
        "serval.Context.reloadable,'', true, true",
        "serval.Context[/shop].reloadable,'', true, false",
        "'',SERVAL_CONTEXT_RELOADABLE, true, true",
        "'',SERVAL_CONTEXT__SHOP_RELOADABLE, true, false",
        "serval.Context[1].reloadable,'', false, false",
        "'',SERVAL_CONTEXT_1_RELOADABLE, false, false",
        "serval.Context[shop].reloadable,'', false, false",
    })
    void anApplicationThatIsFoundHasWhatIsGivenToItOrToAll(
            String property, String variable, boolean shop, boolean other) {
        Surroundings outside =
                new Surroundings(
                        property.isEmpty() ? Map.of() : Map.of(property, "true"),
                        variable.isEmpty() ? Map.of() : Map.of(variable, "true"));
        for (String path : List.of("/shop", "/other")) {
            XmlElement context = new XmlElement("Context", new Location("context.xml", 0, 0));
            Reading reading = new Reading(new Placeholders(name -> null));
            Overrides.apply(context, path, outside, reading);
            assertThat(reading.problems()).isEmpty();
            assertThat(context.attributes.keySet())
                    .as(path)
                    .isEqualTo(
                            (path.equals("/shop") ? shop : other)
                                    ? Set.of("reloadable")
                                    : Set.of());
        }
    }

    @Test
    void anAttributeOfAResourceThatTakesAnyIsGivenAsItIsSpelt() {
        String xml =
                Xml.server(
                        "",
                        "<GlobalNamingResources><Resource name='bean/x' type='a.B'"
                                + " factory='a.F' size='1'/></GlobalNamingResources><Service>"
                                + Xml.PORT
                                + Xml.ENGINE
                                + "</Service>");
        for (ServerXml.Result result :
                List.of(
                        properties(xml, "serval.Resource[bean/x].size", "2"),
                        environment(xml, "SERVAL_RESOURCE_BEAN_X_SIZE", "2"),
                        properties(xml, "serval.Resource.other", "2"))) {
            assertThat(Xml.problems(result)).isEmpty();
            ResourceConfig config =
                    (ResourceConfig) result.config().globals().get("bean/x").value();
            assertThat(config.element().attributes()).containsValue("2");
        }
    }
}
