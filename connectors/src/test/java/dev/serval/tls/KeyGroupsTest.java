package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyGroupsTest {
    @ParameterizedTest
    @CsvSource({
        "'x25519,secp256r1', '[x25519, secp256r1]', []",
        "X25519:P-256 : prime256v1, '[x25519, secp256r1]', []",
        "x25519mlkem768, [X25519MLKEM768], []",
        "'x25519, brainpool', [x25519], [brainpool]",
        "' , ', [], []",
    })
    void namesAreThoseOfTheJdkOrOfOpenssl(String text, String names, String unknown) {
        KeyGroups groups = KeyGroups.parse(text);
        assertThat(groups.names()).hasToString(names);
        assertThat(groups.unknown()).hasToString(unknown);
    }

    @Test
    void theyAreSetWhereJavaTakesThem() throws Exception {
        SSLParameters parameters = new SSLParameters();
        KeyGroups.parse("secp256r1,x25519").set(parameters);
        assertThat(KeyGroups.isSupported()).isEqualTo(Runtime.version().feature() >= 20);
        if (KeyGroups.isSupported()) {
            Method get = SSLParameters.class.getMethod("getNamedGroups");
            assertThat((String[]) get.invoke(parameters)).containsExactly("secp256r1", "x25519");
        }
    }

    @Test
    void theJdkHasItsChoiceWhereNothingIsSaid() throws Exception {
        SSLParameters parameters = new SSLParameters();
        KeyGroups.DEFAULT.set(parameters);
        if (KeyGroups.isSupported()) {
            assertThat(SSLParameters.class.getMethod("getNamedGroups").invoke(parameters)).isNull();
        }
    }
}
