package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.XmlElement;
import dev.serval.http.EncodedSolidusHandling;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.CookieRules;
import dev.serval.session.SessionSettings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Location;
import jakarta.servlet.SessionTrackingMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code compat="tomcat"} of {@code Server}: Tomcat's defaults where Serval's are stricter. */
class CompatibilityTest {
    private static final List<AttributeTable> STRICT =
            List.of(
                    ConnectorTable.TABLE,
                    ExecutorReader.TABLE,
                    ContextReader.TABLE,
                    HostReader.TABLE,
                    ServerReader.SERVER);

    private static String file(String compat, String connector) {
        return "<Server "
                + compat
                + "><Service>\n<Connector port='1' "
                + connector
                + "/>\n<Engine defaultHost='a'><Host name='a'><Context path='/a' docBase='a'/>"
                + "</Host></Engine></Service></Server>";
    }

    private static ServiceConfig service(String xml) {
        ServerXml.Result result = Xml.read(xml);
        assertThat(result.problems()).isEmpty();
        return result.config().services().get(0);
    }

    @Test
    void tomcatsDefaultsCountWhereServalsAreStricter() {
        for (boolean tomcat : new boolean[] {true, false}) {
            ServiceConfig service = service(file(tomcat ? "compat='tomcat'" : "", ""));
            var connector = service.connectors().get(0).config();
            assertThat(connector.http().rules().path().rejectSuspiciousURIs()).isEqualTo(!tomcat);
            assertThat(connector.http().rules().path().encodedReverseSolidusHandling())
                    .isEqualTo(
                            tomcat ? EncodedSolidusHandling.DECODE : EncodedSolidusHandling.REJECT);
            assertThat(connector.sockets().throwOnFailure()).isEqualTo(!tomcat);
            assertThat(connector.load().threads().maxQueueSize() == Integer.MAX_VALUE)
                    .isEqualTo(tomcat);
            ContextSettings context = context(service).settings();
            assertThat(context.rules().contains(ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS))
                    .isEqualTo(!tomcat);
            SessionSettings sessions = context.sessions().defaults(CookieRules.NONE);
            assertThat(sessions.sameSite()).isEqualTo(tomcat ? null : "Lax");
            assertThat(sessions.trackingModes().contains(SessionTrackingMode.URL))
                    .isEqualTo(tomcat);
        }
    }

    private static ContextConfig context(ServiceConfig service) {
        return service.engine().hosts().get(0).contexts().get(0);
    }

    @Test
    void whatTheFileSaysCountsMore() {
        String strict = "rejectSuspiciousURIs='true' maxQueueSize='7'";
        var connector = service(file("compat='tomcat'", strict)).connectors().get(0).config();
        assertThat(connector.http().rules().path().rejectSuspiciousURIs()).isTrue();
        assertThat(connector.load().threads().maxQueueSize()).isEqualTo(7);
        assertThat(Xml.problems(file("compat='jetty'", "")))
                .singleElement()
                .asString()
                .contains("1:9: compat of Server is \"jetty\"", "known: serval, tomcat");
    }

    /** Each is in the table of the reference page with the word of Tomcat that it stands for. */
    @Test
    void eachIsWhatTomcatsWordForItMeans() throws Exception {
        int some = 0;
        for (AttributeTable table : STRICT) {
            for (Attribute<?> attribute : table.attributes()) {
                if (attribute.compatible() != null) {
                    some++;
                    Object parsed = attribute.format().parser().parse(attribute.tomcat());
                    assertThat(parsed).as(attribute.name()).isEqualTo(attribute.compatible());
                    assertThat(parsed).as(attribute.name()).isNotEqualTo(attribute.fallback());
                    XmlElement empty = new XmlElement(table.element(), Location.NONE);
                    Reading reading =
                            new Reading(new Placeholders(name -> null))
                                    .as(Compatibility.NONE.with(true));
                    assertThat((Object) AttributeReader.read(table, empty, reading).get(attribute))
                            .isEqualTo(parsed);
                    assertThat(ReferencePage.html())
                            .contains(
                                    "<code>"
                                            + table.element()
                                            + " "
                                            + attribute.name()
                                            + "</code></th>")
                            .contains(attribute.reason() + "</td><td>as Tomcat</td>");
                }
            }
        }
        assertThat(some).isEqualTo(11);
    }
}
