package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses are numbers, and nothing else is taken for one: a name would be looked up. */
class AddressBlocksTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "10.20.100.255, 10.20.100.255",
        "::1, 0:0:0:0:0:0:0:1",
        "[2001:db8::F], 2001:db8:0:0:0:0:0:f",
        "::ffff:192.0.2.1, 192.0.2.1"
    })
    void numbersAreAnAddress(String text, String address) {
        assertThat(AddressBlocks.address(text).getHostAddress()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.2.3",
                "1.2.3.",
                ".1.2.3",
                "1.2.3.4.",
                "1.2.3.4.5",
                "1..3.4",
                "1.2.3.256",
                "1.2.3.0004",
                "1.2.3.04",
                "00.2.3.4",
                "1.2.3.-4",
                "1.2.3.+4",
                " 1.2.3.4",
                "1.2.3.\u0664",
                "[1.2.3.4]",
                ":",
                "::g",
                "1:2",
                "[::1",
                "fe80::1%eth0",
                "localhost",
                "a.example:80"
            })
    void nothingElseIs(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressBlocks.address(text))
                .withMessage(text + " is no address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.2.3.4/", "1.2.3.4/33", "1.2.3.4/-1", "1.2.3.4/x", "::1/129", "::/0128"})
    void aBlockHasAsManyBitsAsItsAddressAtMost(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressBlocks.of("10.0.0.0/8, " + text))
                .withMessage(text + " is no block of addresses");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, 11.0.0.1",
        "192.0.2.128/25, 192.0.2.200, 192.0.2.127",
        "192.0.2.1, 192.0.2.1, 192.0.2.2",
        "2001:db8::/33, 2001:db8:7fff::, 2001:db8:8000::",
        "0.0.0.0/0, 255.255.255.255, ::1"
    })
    void aBlockContainsWhatBeginsLikeIt(String block, String inside, String outside) {
        AddressBlocks blocks = AddressBlocks.of(block);
        assertThat(blocks.contains(AddressBlocks.address(inside))).isTrue();
        assertThat(blocks.contains(AddressBlocks.address(outside))).isFalse();
    }
}
