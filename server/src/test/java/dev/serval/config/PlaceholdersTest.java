package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.settings.BadValue;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "${port}, 80",
        "a${port}b, a80b",
        "${port}${host}, 80www",
        "${port:-1}, 80",
        "${none:-1}, 1",
        "${none:-}, ''",
        "${none:-${port}}, 80",
        "${none:-${never:-2}}, 2",
        "${none:-a:-b}, a:-b",
        "$port, $port",
        "}${port}, }80",
        "${nested}, ${port}",
    })
    void resolves(String text, String expected) throws BadValue {
        Map<String, String> map = Map.of("port", "80", "host", "www", "nested", "${port}");
        assertThat(new Placeholders(map::get).resolve(text)).isEqualTo(expected);
    }

    @Test
    void anUnresolvedOneIsNamedWithItsVariable() {
        assertThatThrownBy(() -> new Placeholders(name -> null).resolve("x${serval.port}"))
                .hasMessage(
                        "needs ${serval.port}, which is neither a system property nor in the"
                                + " environment (as SERVAL_PORT); a default is written"
                                + " ${serval.port:-value}");
    }

    @Test
    void anEmptyValueCountsAsNoneWhereThereIsADefault() throws Exception {
        Placeholders empty = new Placeholders(name -> "");
        assertThat(empty.resolve("${a:-8080}")).isEqualTo("8080");
        assertThat(empty.resolve("x${a}y")).isEqualTo("xy");
    }

    @Test
    void anOpenOneIsAnError() {
        assertThatThrownBy(() -> new Placeholders(name -> null).resolve("${port"))
                .hasMessage("has a ${ without its }");
    }

    private static String nested(int levels) {
        return "${a:-".repeat(levels) + "x" + "}".repeat(levels);
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 2000})
    void moreThanTwentyWithinEachOtherAreAnError(int levels) {
        Placeholders none = new Placeholders(name -> null);
        assertThatThrownBy(() -> none.resolve(nested(levels)))
                .isInstanceOf(BadValue.class)
                .hasMessage("has more than 20 ${ within each other");
    }

    @Test
    void twentyWithinEachOtherAndManyBesideEachOtherAreNone() throws Exception {
        Placeholders none = new Placeholders(name -> null);
        assertThat(none.resolve(nested(20))).isEqualTo("x");
        assertThat(none.resolve("${a:-y${b:-z}}".repeat(1000))).isEqualTo("yz".repeat(1000));
    }

    @ParameterizedTest
    @CsvSource({"serval.port, SERVAL_PORT", "my-name, MY_NAME", "A, A"})
    void environmentName(String name, String expected) {
        assertThat(Placeholders.environmentName(name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"both, system", "only.env, variable", "literal.name, literal", "none,"})
    void systemPropertiesThenTheEnvironmentThenTheNameAsWritten(String name, String expected)
            throws BadValue {
        Map<String, String> system = Map.of("both", "system");
        Map<String, String> environment =
                Map.of("BOTH", "no", "ONLY_ENV", "variable", "literal.name", "literal");
        assertThat(Placeholders.of(system::get, environment::get).value(name)).isEqualTo(expected);
    }

    @Test
    void anErrorInAFileIsFoundAtTheAttribute() {
        assertThat(Xml.problems(Xml.connector("port='${my.port}'")))
                .containsExactly(
                        "ERROR conf/server.xml:2:12: port of Connector needs ${my.port}, which is"
                                + " neither a system property nor in the environment (as MY_PORT);"
                                + " a default is written ${my.port:-value}");
    }

    @Test
    void aFileIsReadWithItsProperties() {
        Map<String, String> map = Map.of("serval.port", "8181");
        ServerXml.Result result = Xml.read(Xml.connector("port='${serval.port:-8080}'"), map);
        ServiceConfig service = result.config().services().get(0);
        assertThat(service.connectors().get(0).config().port()).isEqualTo(8181);
    }
}
