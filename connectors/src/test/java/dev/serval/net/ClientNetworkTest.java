package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as one client. */
class ClientNetworkTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "192.0.2.1, 192.0.2.129, false",
        "192.0.2.1, ::ffff:192.0.2.1, true",
        "2001:db8::1, 2001:db8::ffff:1, true",
        "2001:db8::1, 2001:db8:0:1::1, false",
        "2001:db8::1, [2001:db8::2], true",
        "fe80::1%eth0, fe80::2, true",
        "::1, 0.0.0.0, false",
    })
    void addressesOfOneClient(String one, String other, boolean same) {
        ClientNetwork network = ClientNetwork.of(one);
        assertThat(network).isNotEqualTo(ClientNetwork.UNKNOWN);
        assertThat(network.equals(ClientNetwork.of(other))).isEqualTo(same);
        assertThat(ClientNetwork.of(new InetSocketAddress(AddressBlocks.address("::1"), 1)))
                .isEqualTo(ClientNetwork.of("::1"));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"unknown", "%", "localhost", "192.0.2", "_hidden"})
    void whatIsNoAddressIsOneClient(String text) {
        assertThat(ClientNetwork.of(text)).isEqualTo(ClientNetwork.UNKNOWN);
    }

    @Test
    void anEndWithoutAnAddressIsOneClient() {
        assertThat(ClientNetwork.of(UnixDomainSocketAddress.of("/tmp/x")))
                .isEqualTo(ClientNetwork.UNKNOWN);
        assertThat(ClientNetwork.of(InetSocketAddress.createUnresolved("x.invalid", 1)))
                .isEqualTo(ClientNetwork.UNKNOWN);
    }
}
