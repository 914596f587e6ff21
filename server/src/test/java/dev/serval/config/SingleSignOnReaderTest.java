package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.security.SingleSignOn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SingleSignOnReaderTest {
    private static String valve(String attributes) {
        return "<Valve className='org.apache.catalina.authenticator.SingleSignOn' "
                + attributes
                + "/>";
    }

    private static SingleSignOn.SingleSignOnSettings settings(String attributes) throws Exception {
        return Xml.onlyHost(Xml.host(valve(attributes))).singleSignOn().make(null).settings();
    }

    @Test
    void withoutTheValveThereIsNone() {
        assertThat(Xml.onlyHost(Xml.host("")).singleSignOn()).isNull();
    }

    @Test
    void withoutAttributesEverythingIsAsInTomcat() throws Exception {
        assertThat(settings(""))
                .isEqualTo(new SingleSignOn.SingleSignOnSettings("JSESSIONIDSSO", null, false));
    }

    @Test
    void everyAttributeArrives() throws Exception {
        assertThat(
                        settings(
                                "cookieName='SSO' cookieDomain='example.org'"
                                        + " requireReauthentication='true'"))
                .isEqualTo(new SingleSignOn.SingleSignOnSettings("SSO", "example.org", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cookieName='a b'|cookieName of SingleSignOn is \"a b\", which is no name of a"
                        + " cookie (RFC 6265 §4.1.1)",
                "cookieDomain='a;b'|cookieDomain of SingleSignOn is \"a;b\", which is no domain",
                "requireReauthentification='true'|SingleSignOn has no attribute"
                        + " requireReauthentification (did you mean requireReauthentication?); it is"
                        + " ignored",
            })
    void whatIsWrongIsNamed(String attributes, String message) {
        assertThat(Xml.problems(Xml.host(valve(attributes))))
                .singleElement()
                .asString()
                .endsWith(": " + message);
    }

    @Test
    void thereIsOnlyOneInAHost() {
        assertThat(Xml.problems(Xml.host(valve("") + valve(""))))
                .singleElement()
                .asString()
                .endsWith("there is a SingleSignOn in this Host already");
    }

    @Test
    void anEngineHasOneForAllHosts() throws Exception {
        String xml = Xml.engine(valve("cookieName='ALL'") + "<Host name='a'/>");
        assertThat(Xml.problems(xml)).isEmpty();
        assertThat(
                        Xml.read(xml)
                                .config()
                                .services()
                                .get(0)
                                .engine()
                                .singleSignOn()
                                .make(null)
                                .settings()
                                .cookieName())
                .isEqualTo("ALL");
    }

    @Test
    void inAContextItHasNoEffect() {
        assertThat(Xml.problems(Xml.host("<Context path='/a'>" + valve("") + "</Context>")))
                .singleElement()
                .asString()
                .endsWith("here it has no effect, and users log in to each application");
    }
}
