package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.PathRules;
import dev.serval.http.RequestRules;
import dev.serval.servlet.settings.DispatchRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attributes by which a connector, and a context, depart from the rules for requests. */
class RequestRulesTableTest {

    @Test
    void nothingIsRelaxedByDefault() {
        RequestRules rules = rules("");
        assertThat(rules).isEqualTo(RequestRules.DEFAULTS);
        assertThat(rules.leniencies()).isEmpty();
    }

    @Test
    void everyAttributeArrivesWhereItBelongs() {
        RequestRules rules =
                rules(
                        "relaxedPathChars='[]|' relaxedQueryChars='&quot;&lt;>[\\]^`{|}'"
                                + " encodedSolidusHandling='decode'"
                                + " encodedReverseSolidusHandling='passthrough'"
                                + " rejectSuspiciousURIs='false' allowTrace='true'");
        assertThat(rules)
                .isEqualTo(
                        new RequestRules(
                                "[]|",
                                RequestRules.RELAXABLE,
                                new PathRules(
                                        EncodedSolidusHandling.DECODE,
                                        EncodedSolidusHandling.PASSTHROUGH,
                                        false,
                                        false),
                                true,
                                null));
        assertThat(rules.leniencies()).hasSize(6);
        assertThat(rules("relaxedPathChars='\\' allowBackslash='true'").path().allowBackslash())
                .isTrue();
        assertThat(rules("restrictedUserAgents='gozilla|traviata'").restrictedUserAgents())
                .hasToString("gozilla|traviata");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#", "a", " [", "%", "[]?", "\u00e4", "/"})
    void otherCharactersThanTomcatsAreAnErrorWithItsPlace(String characters) {
        for (String name : new String[] {"relaxedPathChars", "relaxedQueryChars"}) {
            ServerXml.Result result =
                    Xml.read(Xml.connector("port='1' " + name + "='[" + characters + "]'"));
            assertThat(result.errors())
                    .singleElement()
                    .satisfies(
                            problem -> {
                                assertThat(problem.line()).isEqualTo(2);
                                assertThat(problem.column()).isEqualTo(21);
                                assertThat(problem.toString())
                                        .contains(name + " of Connector", "it may hold some of \"");
                            });
        }
    }

    @Test
    void aContextSaysHowItsDispatchersReadPaths() {
        ContextConfig context =
                Xml.onlyHost(
                                Xml.host(
                                        "<Context path='/a' docBase='a'"
                                                + " dispatchersUseEncodedPaths='false'"
                                                + " encodedSolidusHandling='passthrough'"
                                                + " encodedReverseSolidusHandling='decode'/>"))
                        .contexts()
                        .get(0);
        assertThat(context.settings().dispatches())
                .isEqualTo(
                        new DispatchRules(
                                false,
                                EncodedSolidusHandling.PASSTHROUGH,
                                EncodedSolidusHandling.DECODE));
    }

    private static RequestRules rules(String attributes) {
        ServerXml.Result result = Xml.read(Xml.connector("port='1' " + attributes));
        assertThat(result.problems()).isEmpty();
        return result.config().services().get(0).connectors().get(0).config().http().rules();
    }
}
