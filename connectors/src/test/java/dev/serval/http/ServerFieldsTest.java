package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerFieldsTest {
    private final Fields said = new Fields();

    @Test
    void dateIsThatOfTheSecondUnlessTheResponseHasOne() {
        ServerFields fields = new ServerFields(HttpOptions.DEFAULTS);
        long before = System.currentTimeMillis() / 1000;
        long date = HttpDate.parse(fields.date(said).get(FieldName.DATE)) / 1000;
        assertThat(date).isBetween(before, System.currentTimeMillis() / 1000);

        said.set(FieldName.DATE, "Sun, 06 Nov 1994 08:49:37 GMT");
        assertThat(fields.date(said).size()).isZero();
    }

    @Test
    void nothingIsSaidOfTheServerUnlessItIsToBe() {
        ServerFields quiet = new ServerFields(HttpOptions.DEFAULTS);
        assertThat(quiet.server().size()).isZero();
        assertThat(quiet.poweredBy(said).size()).isZero();
        assertThat(quiet.dropsServer()).isFalse();

        ServerFields named = new ServerFields(HttpOptions.DEFAULTS.with("Serval", Compression.OFF));
        assertThat(named.server()).hasToString("Server: Serval\r\n");
        assertThat(named.dropsServer()).isTrue();
    }
}
