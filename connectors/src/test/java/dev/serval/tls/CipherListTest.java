package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The attribute ciphers, in OpenSSL's syntax and with JSSE's names. */
class CipherListTest {

    private static List<String> older(String ciphers) {
        CipherList list = CipherList.parse(ciphers, null);
        assertThat(list.unknown()).isEmpty();
        return list.suites().stream().filter(suite -> suite.contains("_WITH_")).toList();
    }

    /** Without what all of them have in common. */
    private static String shortened(String ciphers) {
        return String.join(" ", older(ciphers)).replace("TLS_", "").replace("_WITH_", ":");
    }

    @Test
    void rfc9325Section4_2TheDefaultIsForwardSecrecyWithAuthenticatedEncryption() {
        assertThat(CipherList.DEFAULT.suites())
                .containsExactly(
                        "TLS_AES_128_GCM_SHA256",
                        "TLS_AES_256_GCM_SHA384",
                        "TLS_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ECDHE-RSA-AES128-GCM-SHA256|ECDHE_RSA:AES_128_GCM_SHA256",
                "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256|ECDHE_RSA:AES_128_GCM_SHA256",
                "ECDHE-ECDSA-CHACHA20-POLY1305|ECDHE_ECDSA:CHACHA20_POLY1305_SHA256",
                "DHE-RSA-AES256-SHA256|DHE_RSA:AES_256_CBC_SHA256",
                "ECDHE-RSA-AES256-SHA384|ECDHE_RSA:AES_256_CBC_SHA384",
                "ECDHE-RSA-AES128-SHA|ECDHE_RSA:AES_128_CBC_SHA",
                "kECDHE+aRSA+AESGCM+AES256|ECDHE_RSA:AES_256_GCM_SHA384",
                "EECDH+ECDSA+SHA1+AES128|ECDHE_ECDSA:AES_128_CBC_SHA",
                "DHE+CHACHA20|DHE_RSA:CHACHA20_POLY1305_SHA256",
                "EDH+SHA256+AES128|DHE_RSA:AES_128_CBC_SHA256",
                "ECDHE+SHA384+aRSA|ECDHE_RSA:AES_256_CBC_SHA384",
                "ECDHE+CHACHA20:!ECDSA|ECDHE_RSA:CHACHA20_POLY1305_SHA256",
                "ECDHE+CHACHA20:-ECDSA|ECDHE_RSA:CHACHA20_POLY1305_SHA256",
                "!ECDSA:ECDHE+CHACHA20|ECDHE_RSA:CHACHA20_POLY1305_SHA256",
                "DHE+CHACHA20:ECDHE+CHACHA20+aRSA:+DHE|ECDHE_RSA:CHACHA20_POLY1305_SHA256"
                        + " DHE_RSA:CHACHA20_POLY1305_SHA256",
                "DHE+AESGCM+AES128:DHE+CHACHA20:@STRENGTH|DHE_RSA:CHACHA20_POLY1305_SHA256"
                        + " DHE_RSA:AES_128_GCM_SHA256",
                "DHE-RSA-CHACHA20-POLY1305,ECDHE-RSA-AES128-SHA"
                        + "|DHE_RSA:CHACHA20_POLY1305_SHA256 ECDHE_RSA:AES_128_CBC_SHA",
                "DHE+CHACHA20:-ALL:DHE+CHACHA20|DHE_RSA:CHACHA20_POLY1305_SHA256",
                "DHE+CHACHA20:!DHE:DHE|''",
            })
    void selects(String ciphers, String expected) {
        assertThat(shortened(ciphers)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HIGH:!aNULL:!eNULL:!DES:!RC4:!MD5:!kRSA",
                "HIGH:!aNULL:!MD5:!3DES",
                "ALL:!ADH:!EXPORT:!SSLv2:RC4+RSA:+HIGH:+MEDIUM:+LOW:@STRENGTH",
                "DEFAULT:@SECLEVEL=2",
                "EECDH+AESGCM:EDH+AESGCM:!PSK:!SRP:!CAMELLIA:!SEED:!IDEA:!aECDH:!EDH-DSS-DES-CBC3-SHA",
            })
    void knowsWhatPeopleWrite(String ciphers) {
        CipherList list = CipherList.parse(ciphers, null);
        assertThat(list.unknown()).isEmpty();
        assertThat(list.hasTls12()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AES128-SHA",
                "AES256-GCM-SHA384",
                "TLS_RSA_WITH_AES_128_CBC_SHA",
                "SSL_RSA_WITH_RC4_128_SHA",
                "SSL_DHE_RSA_WITH_DES_CBC_SHA",
                "TLS_ECDH_RSA_WITH_AES_128_CBC_SHA",
                "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
                "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
                "ECDHE-RSA-DES-CBC3-SHA",
                "ECDHE-RSA-RC4-SHA",
                "DES-CBC3-SHA",
                "ADH-AES128-SHA",
            })
    void rfc9325Section4_1WhatIsWeakIsLeftOut(String name) {
        CipherList list = CipherList.parse(name + ":ECDHE-RSA-AES128-GCM-SHA256", null);
        assertThat(list.weak()).containsExactly(name);
        assertThat(list.unknown()).isEmpty();
        assertThat(list.suites()).contains("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256").hasSize(4);
    }

    @Test
    void whatIsUnknownIsSaid() {
        CipherList list = CipherList.parse("HIHG:!aNUL:ECDHE-RSA-AES128-GCM-SHA265:@LENGTH", null);
        assertThat(list.unknown())
                .containsExactly("HIHG", "aNUL", "ECDHE-RSA-AES128-GCM-SHA265", "@LENGTH");
        assertThat(list.hasTls12()).isFalse();
    }

    @Test
    void suitesOfTls13MayStandAmongTheOthers() {
        CipherList list = CipherList.parse("TLS_AES_256_GCM_SHA384,ECDHE+CHACHA20+aRSA", null);
        assertThat(list.suites())
                .containsExactly(
                        "TLS_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
    }

    @Test
    void suitesOfTls13HaveAnAttributeOfTheirOwn() {
        CipherList list =
                CipherList.parse(
                        "TLS_AES_256_GCM_SHA384:DHE+CHACHA20",
                        "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_1");
        assertThat(list.suites())
                .containsExactly(
                        "TLS_CHACHA20_POLY1305_SHA256",
                        "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
        assertThat(list.unknown()).containsExactly("TLS_AES_1");
    }

    @Test
    void thisJavaKnowsAllSuites() throws NoSuchAlgorithmException {
        assertThat(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites())
                .containsAll(CipherList.parse("ALL", null).suites());
    }
}
