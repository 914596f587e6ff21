package dev.serval.extension;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.settings.Location;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No message shows a password (CWE-532). */
class ResourceElementTest {
    private static ResourceElement with(String attribute, String value) {
        return new ResourceElement("db", null, Location.NONE, Map.of(attribute, value), null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/x?user=ann&password=s3cr3t",
                "jdbc:postgresql://db/x?user=ann&password=s3cr3t&ssl=true",
                "jdbc:sqlserver://db;user=ann;password=s3cr3t;encrypt=true",
                "jdbc:mysql://db/x?user=ann&password=a,s3cr3t",
                "jdbc:sqlserver://db;password=a s3cr3t;user=ann",
                "jdbc:oracle:thin:scott/s3cr3t@db:1521:XE",
                "jdbc:oracle:thin:scott/s3cr3t@//db:1521/x",
                "jdbc:oracle:oci:scott/s3@cr3t@db",
                "jdbc:mysql://ann:s3cr3t@db/x",
                "jdbc:mysql://ann:s3/cr3t@db/x",
                "jdbc:mysql://ann:s3@cr3t@db/x",
                "amqps://db/x?pass=s3cr3t",
                "https://db/?access_token=s3cr3t",
                "https://db/?apiKey=s3cr3t"
            })
    void ofAUrlNoPasswordIsShown(String url) {
        String message = "Cannot create JDBC driver of class '' for connect URL '" + url + "'";
        String shown = with("url", url).withoutSecrets(message);
        assertThat(shown).startsWith("Cannot create").doesNotContain("s3", "cr3t").contains("db");
    }

    @ParameterizedTest
    @CsvSource({
        "password, 's3,cr3t x'",
        "keystorePass, s3cr3t",
        "passphrase, s3cr3t",
        "clientSecret, s3cr3t",
        "authToken, s3cr3t",
        "connectionProperties, 'user=ann;password=s3,cr3t x;a=b'"
    })
    void ofAnAttributeNoPasswordIsShown(String attribute, String value) {
        assertThat(with(attribute, value).withoutSecrets("driver said: " + value + " is wrong"))
                .startsWith("driver said: ")
                .endsWith(" is wrong")
                .doesNotContain("s3", "cr3t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db:5432/x?ssl=true",
                "jdbc:h2:mem:x;passive=true",
                "jdbc:oracle:thin:@db:1521:XE",
                "ldap://db/cn=ann,dc=example"
            })
    void whatIsNoneStays(String url) {
        assertThat(with("url", url).withoutSecrets("true: " + url)).isEqualTo("true: " + url);
    }

    @Test
    void whatIsHiddenAlreadyStays() {
        assertThat(with("url", "x:y").withoutSecrets("password=***")).isEqualTo("password=***");
    }
}
