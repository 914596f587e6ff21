package dev.serval.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;

/** What the attributes take, and that the page of sessions has each of them. */
class RedisStoreSettingsTest {
    private static final Format<Set<HostAndPort>> FORMAT = Addresses.format();

    @Test
    void addressesHaveHostsAndPorts() throws Exception {
        assertThat(FORMAT.parser().parse("one, two:7000,[::1]:7001,[fe80::2]"))
                .containsExactly(
                        new HostAndPort("one", 6379),
                        new HostAndPort("two", 7000),
                        new HostAndPort("::1", 7001),
                        new HostAndPort("fe80::2", 6379));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",",
                ":1",
                "h:0",
                "h:65536",
                "h:x",
                "h:",
                "::1",
                "redis://h",
                "u@h",
                "[]",
                "a b"
            })
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> FORMAT.parser().parse(text)).isInstanceOf(BadValue.class);
    }

    @Test
    void aPasswordInAnAddressIsNotTold() {
        assertThatThrownBy(() -> FORMAT.parser().parse("serval:right-word@host:6379"))
                .isInstanceOf(BadValue.class)
                .hasMessageNotContaining("right-word")
                .hasMessageContaining("password");
    }

    /** Another request of the same session gives up after that time. */
    @Test
    void noWaitIsLongerThanThatOfTheNextRequest() throws Exception {
        Attribute<?> timeout =
                RedisStoreReader.DECLARATION.table().attributes().stream()
                        .filter(each -> each.name().equals("timeout"))
                        .findFirst()
                        .orElseThrow();
        assertThat(timeout.format().parser().parse("15000")).isEqualTo(15_000);
        assertThatThrownBy(() -> timeout.format().parser().parse("15001"))
                .isInstanceOf(BadValue.class);
    }

    @Test
    void thePageHasEachAttribute() throws Exception {
        String page = Files.readString(Path.of("../../webapps/docs/sessions.html"));
        assertThat(RedisStoreReader.DECLARATION.table().attributes())
                .extracting(Attribute::name)
                .allSatisfy(name -> assertThat(page).contains("<code>" + name + "</code>"));
    }
}
