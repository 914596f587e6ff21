package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.valve.address.RemoteIp;
import dev.serval.valve.address.RemoteIpConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemoteIpReaderTest {
    private static final String VALVE = "org.apache.catalina.valves.RemoteIpValve";

    @Test
    void withoutAttributesEverythingIsAsInTomcat() throws Exception {
        assertThat(config("").toString()).isEqualTo(RemoteIpConfig.DEFAULTS.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "remoteIpHeader, X-Real-IP",
        "protocolHeader, X-Scheme",
        "protocolHeaderHttpsValue, on",
        "hostHeader, X-Forwarded-Host",
        "portHeader, X-Forwarded-Port",
        "proxiesHeader, X-By",
        "internalProxies, 10.0.0.0/8",
        "internalProxies, 10\\.\\d+\\.\\d+\\.\\d+|::1",
        "trustedProxies, 192.0.2.1",
        "requestAttributesEnabled, false",
        "httpServerPort, 8080",
        "httpsServerPort, 8443",
        "changeLocalName, true",
        "changeLocalPort, true",
    })
    void everyAttributeArrives(String name, String value) throws Exception {
        assertThat(config(name + "='" + value + "'").toString()).contains(name + "=" + value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "internalProxies='10.0.0'|internalProxies of RemoteIpValve is \"10.0.0\", which"
                        + " cannot be used: 10.0.0 is no address",
                "internalProxies='10.(0'|internalProxies of RemoteIpValve is \"10.(0\", which"
                        + " cannot be used: it is not a regular expression: Unclosed group",
                "hostHeader='a b'|hostHeader of RemoteIpValve is \"a b\", which is no name of a"
                        + " field",
                "remoteIpHeader='Forwarded' hostHeader='Host'|hostHeader of RemoteIpValve cannot be"
                        + " used with remoteIpHeader=\"Forwarded\", which tells scheme and host",
                "remoteIPHeader='X'|RemoteIpValve has no attribute remoteIPHeader (did you mean"
                        + " remoteIpHeader?); it is ignored",
            })
    void whatIsWrongIsNamed(String attributes, String message) {
        assertThat(Xml.problems(Xml.host(valve(attributes))))
                .singleElement()
                .asString()
                .endsWith(": " + message);
    }

    @Test
    void inAContextItWouldComeTooLate() {
        assertThat(Xml.problems(Xml.host("<Context path='/x'>" + valve("") + "</Context>")))
                .singleElement()
                .asString()
                .isEqualTo(
                        "ERROR conf/server.xml:3:27: Valve "
                                + VALVE
                                + " in Context would come too late, for the Context is found by"
                                + " then; put it into the Host or the Engine");
    }

    @Test
    void twoOfThemAreOneTooMany() {
        assertThat(Xml.problems(Xml.host(valve("") + valve(""))))
                .singleElement()
                .asString()
                .endsWith("there is a RemoteIpValve in this Host already");
    }

    private static String valve(String attributes) {
        return "<Valve className='" + VALVE + "' " + attributes + "/>";
    }

    private static RemoteIpConfig config(String attributes) throws Exception {
        return ((RemoteIp) Xml.onlyHost(Xml.host(valve(attributes))).valves().get(0).make(null))
                .config();
    }
}
