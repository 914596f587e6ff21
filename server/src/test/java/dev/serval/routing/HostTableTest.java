package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.servlet.FakeStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostTableTest {
    private static final ContextTable NONE = ContextTable.of(List.of());

    private static final HostTable TABLE =
            HostTable.builder()
                    .host("main", List.of("localhost"), NONE, HostValves.NONE)
                    .host("shop.example.com", List.of("www.Shop.example"), NONE, HostValves.NONE)
                    .host(
                            "wild",
                            List.of("*.example.com", "*.deep.example.com"),
                            NONE,
                            HostValves.NONE)
                    .host("deep", List.of("*.b.deep.example.com"), NONE, HostValves.NONE)
                    .defaultHost("main")
                    .build();

    private static String find(HostTable table, String field) {
        return table.find(FakeStream.of("GET / HTTP/1.1" + field).exchange.request()).name();
    }

    @ParameterizedTest(name = "{0} is host {1}")
    @CsvSource({
        "main, main",
        "localhost, main",
        "LOCALHOST, main",
        "localhost:8080, main",
        "shop.example.com, shop.example.com",
        "SHOP.example.COM:443, shop.example.com",
        "www.shop.example, shop.example.com",
        "a.example.com, wild",
        "x.deep.example.com, wild",
        "y.b.deep.example.com, deep",
        "a.b.example.com, main",
        "example.com, main",
        ".example.com, main",
        "xshop.example.com, wild",
        "shop.example.co, main",
        "unknown, main",
        "[::1], main",
        "[::1]:8080, main"
    })
    void findsAHostByAnyOfItsNames(String host, String expected) {
        assertThat(find(TABLE, "\nHost: " + host)).isEqualTo(expected);
    }

    @Test
    void aRequestThatNamesNoneGoesToTheDefaultHost() {
        assertThat(find(TABLE, "")).isEqualTo("main");
    }

    @Test
    void theFirstHostIsTheDefaultUnlessSaid() {
        HostTable table =
                HostTable.builder()
                        .host("a", List.of(), NONE, HostValves.NONE)
                        .host("b", List.of(), NONE, HostValves.NONE)
                        .build();
        assertThat(find(table, "\nHost: c")).isEqualTo("a");
    }

    @Test
    void oneHostAnswersToEveryName() {
        HostTable table = HostTable.builder().host("a", List.of(), NONE, HostValves.NONE).build();
        assertThat(find(table, "\nHost: whatever")).isEqualTo("a");
    }

    @Test
    void refusesANameThatIsTaken() {
        HostTable.Builder builder =
                HostTable.builder().host("a", List.of("b"), NONE, HostValves.NONE);
        assertThatThrownBy(() -> builder.host("B", List.of(), NONE, HostValves.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAnUnknownDefaultHost() {
        HostTable.Builder builder = HostTable.builder().host("a", List.of(), NONE, HostValves.NONE);
        assertThatThrownBy(() -> builder.defaultHost("x").build())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesATableWithoutHosts() {
        assertThatThrownBy(() -> HostTable.builder().build())
                .isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "*.", "a*b", "a b", "a/b", "a\\b", "ä"})
    void refusesMalformedNames(String name) {
        assertThatThrownBy(() -> HostTable.builder().host(name, List.of(), NONE, HostValves.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
