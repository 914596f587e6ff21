package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** CLIENT-CERT, and what must be confidential, where TLS carries the request. */
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(SecuredSites.Encrypted.class)
final class Servlet61Section13_6_4ClientCertificateTest {
    @Parameter SecuredSite site;

    private RawResponse certified(String target) throws IOException {
        Socket carrier = new Socket(InetAddress.getLoopbackAddress(), site.port());
        carrier.setSoTimeout(RawClient.PATIENCE);
        try (RawClient client =
                new RawClient(
                        TestTls.over(
                                carrier,
                                site.wire.protocol(),
                                TestTls.shared().client(),
                                TestTls.CLIENT),
                        carrier)) {
            return client.exchange(
                    "GET " + target + " HTTP/1.1\r\nHost: " + TestTls.CLIENT + "\r\n\r\n");
        }
    }

    @Test
    void theCertificateIsTheProof() throws IOException {
        assertThat(certified("/cert/admin/echo").text())
                .isEqualTo("GET|" + SecuredSite.SUBJECT + "|CLIENT_CERT|null|");
        assertThat(certified("/cert/nobody/x.txt").status()).isEqualTo(403);
    }

    @Test
    void itCountsForNothingElse() throws IOException {
        assertThat(certified("/basic/admin/echo").status()).isEqualTo(401);
    }

    @Test
    void withoutACertificateNobodyComesIn() throws IOException {
        assertThat(site.get("/cert/admin/echo").status()).isEqualTo(401);
    }

    @Test
    void whatMustBeConfidentialIsAnswered() throws IOException {
        assertThat(site.get("/basic/tls/echo").status()).isEqualTo(200);
    }

    @Test
    void theCookieOfALoginIsSecure() throws IOException {
        assertThat(site.get("/form/admin/echo").field("Set-Cookie"))
                .contains("; Secure", "; HttpOnly", "; SameSite=Lax");
    }
}
