package dev.serval.valve.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.net.AddressBlocks;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRuleTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "127.0.0.0/8,::1/128|-|127.0.0.1|true",
                "127.0.0.0/8,::1/128|-|127.255.255.255|true",
                "127.0.0.0/8,::1/128|-|128.0.0.0|false",
                "127.0.0.0/8,::1/128|-|::1|true",
                "127.0.0.0/8,::1/128|-|0:0:0:0:0:0:0:1|true",
                "127.0.0.0/8,::1/128|-|::2|false",
                "127.0.0.0/8|-|[::ffff:127.0.0.1]|true",
                "fe80::/10|-|fe80::1|true",
                "10.0.0.1|-|10.0.0.1|true",
                "10.0.0.1|-|10.0.0.2|false",
                "10.1.2.0/23|-|10.1.3.9|true",
                "10.1.2.0/23|-|10.1.4.0|false",
                "0.0.0.0/0|-|1.2.3.4|true",
                "0.0.0.0/0|-|::1|false",
                "-|10.0.0.0/8|10.0.0.1|false",
                "-|10.0.0.0/8|11.0.0.1|true",
                "10.0.0.0/8|10.0.0.1|10.0.0.1|false",
                "10.0.0.0/8|10.0.0.1|10.0.0.2|true",
            })
    void allows(String allow, String deny, String address, boolean expected)
            throws UnknownHostException {
        assertThat(AddressRule.of(allow, deny).allows(InetAddress.getByName(address)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/x",
                "10.0.0",
                "''",
                "300.1.1.1"
            })
    void refusesWhatIsNoBlock(String block) {
        assertThatThrownBy(() -> AddressRule.of(block, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Some expressions take years for a text that was made for it; names come from outside. */
    @Test
    @Timeout(value = 5, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatTakesTooManyStepsIsNotAdmitted() {
        // The reference keeps the JDK from remembering where it has failed.
        Pattern slow = Pattern.compile("(d?)(a+)+b\\1");
        String name = "a".repeat(60);
        assertThat(new ClientRule(slow, null).allows(name)).isFalse();
        assertThat(new ClientRule(null, slow).allows(name)).isFalse();
        assertThat(new ClientRule(null, slow).allows("c")).isTrue();
        String address = "2001:1111:1111:1111:1111:1111:1111:1111";
        String digits = "(d?)([0-9:]+)+x\\1";
        assertThat(AddressRule.expressions(digits, null, false).allows(address)).isFalse();
        assertThat(AddressRule.expressions(null, digits, false).allows(address)).isFalse();
        assertThat(AddressRule.expressions(null, digits, false).allows("x")).isFalse();
        assertThat(ProxyList.of(digits).contains(AddressBlocks.address(address))).isFalse();
    }

    @Test
    void addressesInNumbersAreJudgedWithoutALookUp() {
        AddressRule rule = AddressRule.of("127.0.0.0/8, ::1", null);
        assertThat(rule.allows("127.0.0.1")).isTrue();
        assertThat(rule.allows("0:0:0:0:0:0:0:1")).isTrue();
        assertThat(rule.allows("fe80::1%1")).isFalse();
        assertThat(rule.allows("localhost")).isFalse();
        assertThat(rule.allows((String) null)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "127\\.\\d+\\.\\d+\\.\\d+|-|127.0.0.1|true",
                "127\\.0|-|127.0.0.1|false",
                "0:0:0:0:0:0:0:1|-|::1|true",
                "::1|-|::1|true",
                "fe80::.*|-|fe80::1:0:0:2|true",
                "2001:db8::1:0:0:1|-|2001:db8:0:0:1:0:0:1|true",
                "::|-|::|true",
                "1:0:2:0:3:0:4:0|-|1:0:2:0:3:0:4:0|true",
                "127\\..*|-|::ffff:127.0.0.1|true",
                "-|10\\..*|10.0.0.1|false",
                "-|10\\..*|11.0.0.1|true",
                "-|::1|::1|false",
                ".*|10\\.0\\.0\\.1|10.0.0.1|false",
            })
    void allowsByExpression(String allow, String deny, String address, boolean expected)
            throws UnknownHostException {
        AddressRule rule = AddressRule.expressions(allow, deny, false);
        assertThat(rule.allows(InetAddress.getByName(address))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.0/8;8443|10.1.1.1|8443|true",
                "10.0.0.0/8;8443|10.1.1.1|8080|false",
                "10.0.0.0/8;8...|10.1.1.1|8080|true",
                "10.0.0.0/8;1, 11.0.0.0/8;2|11.0.0.1|2|true",
                "10.0.0.0/8;1, 11.0.0.0/8;2|11.0.0.1|1|false",
            })
    void aPortIsPartOfABlock(String allow, String address, int port, boolean expected)
            throws UnknownHostException {
        AddressRule rule = AddressRule.blocks(allow, null, true);
        assertThat(rule.allows(InetAddress.getByName(address), port)).isEqualTo(expected);
    }

    @Test
    void aBlockThatCouldNeverMatchIsRefused() {
        assertThatThrownBy(() -> AddressRule.blocks(null, "10.0.0.0/8", true))
                .hasMessageContaining("has no port");
        assertThatThrownBy(() -> AddressRule.blocks("10.0.0.0/8;80", ";8443", true))
                .hasMessageContaining("has no address");
        assertThatThrownBy(() -> AddressRule.blocks(null, "10.0.0.0/8;80", false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AddressRule.expressions("(", null, false))
                .hasMessageContaining("not a regular expression");
        assertThatThrownBy(() -> AddressRule.expressions(" ", null, false))
                .hasMessageContaining("neither allow nor deny");
    }
}
