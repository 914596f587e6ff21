package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section3RequestLineTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET",
                "HEAD",
                "POST",
                "PUT",
                "DELETE",
                "OPTIONS",
                "TRACE",
                "PATCH",
                "PROPFIND",
                "get",
                "Get",
                "GETT",
                "PUTS",
                "P",
                "POS",
                "CONNECTED",
                "!#$%&'*+-.^_`|~0aZ"
            })
    void takesEveryTokenAsAMethod(String method) {
        assertThat(Heads.parse(Heads.line(method + " / HTTP/1.1")).method()).isEqualTo(method);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "G(T / HTTP/1.1",
                "GET: / HTTP/1.1",
                "G\"T / HTTP/1.1",
                "G,T / HTTP/1.1",
                "G/T / HTTP/1.1",
                "G{T / HTTP/1.1",
                "G=T / HTTP/1.1",
                "G@T / HTTP/1.1",
                "G[T / HTTP/1.1",
                "G\0T / HTTP/1.1",
                "G\u007fT / HTTP/1.1",
                "G\u00c9T / HTTP/1.1",
                "\u0016\u0003\u0001\u0002",
                "\u0000",
                ": / HTTP/1.1",
                "\u00ef\u00bb\u00bfGET / HTTP/1.1"
            })
    void refusesAMethodThatIsNoToken(String line) {
        Heads.refused(Heads.line(line), Refusal.METHOD_TOKEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " GET / HTTP/1.1",
                "\tGET / HTTP/1.1",
                "GET  / HTTP/1.1",
                "GET /  HTTP/1.1",
                "GET / HTTP/1.1 ",
                "GET / HTTP/1.1\t",
                "GET\t/ HTTP/1.1",
                "GET /\tHTTP/1.1",
                "GET / HTTP/1.1 extra",
                "GET /a b HTTP/1.1",
                "GET / a HTTP/1.1 ",
                "GET  HTTP/1.1",
                "GET",
                "GET ",
                "GET /",
                "GET /?a",
                "GET *",
                "GET \tHTTP/1.1"
            })
    void refusesALineThatIsNotThreePartsWithSingleSpaces(String line) {
        assertThat(Heads.parse(Heads.line(line)).refusal())
                .isIn(Refusal.REQUEST_LINE, Refusal.VERSION_SYNTAX);
    }
}
