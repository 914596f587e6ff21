package dev.serval.valve.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.net.AddressBlocks;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyChainTest {
    private static final RemoteIpConfig D = RemoteIpConfig.DEFAULTS;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "203.0.113.7|203.0.113.7|''|''",
                "203.0.113.7:4711|203.0.113.7|''|''",
                "[2001:db8::1]|2001:db8:0:0:0:0:0:1|''|''",
                "[2001:db8::1]:4711|2001:db8:0:0:0:0:0:1|''|''",
                "2001:db8::1|2001:db8:0:0:0:0:0:1|''|''",
                "::ffff:203.0.113.7|203.0.113.7|''|''",
                "1.1.1.1, 203.0.113.7, 10.0.0.1|203.0.113.7|1.1.1.1|''",
                "1.1.1.1, 203.0.113.7, 192.0.2.1, 10.0.0.1|203.0.113.7|1.1.1.1|192.0.2.1",
                "10.0.0.3, 10.0.0.2|10.0.0.3|''|''",
                ",, 203.0.113.7 ,|203.0.113.7|''|''",
                "unknown|-|unknown|''",
                "1.1.1.1, _hidden, 10.0.0.1|10.0.0.1|1.1.1.1, _hidden|''",
                "203.0.113.7:99999|-|203.0.113.7:99999|''",
                "203.0.113.256|-|203.0.113.256|''",
                "localhost|-|localhost|''",
                "2130706433|-|2130706433|''",
                "0x7f.1|-|0x7f.1|''",
                "fe80::1%eth0|-|fe80::1%eth0|''",
                "<script>|-|<script>|''",
                "''|-|''|''",
            })
    void theFirstStationThatIsNoProxyIsTheClient(
            String field, String address, String rest, String proxies) {
        RemoteIpConfig config = with(ProxyList.of("192.0.2.0/24"));
        Client client = client(config, Map.of("X-Forwarded-For", List.of(field)));
        assertThat(text(client)).isEqualTo(address);
        assertThat(client.rest()).isEqualTo(rest);
        assertThat(client.proxies()).isEqualTo(proxies);
    }

    @Test
    void severalFieldsAreOneList() {
        List<String> values = List.of("203.0.113.7", "10.0.0.1");
        assertThat(text(client(D, Map.of("X-Forwarded-For", values)))).isEqualTo("203.0.113.7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "for=203.0.113.7|203.0.113.7|-|-|0",
                "For=\"203.0.113.7:80\";Proto=HTTPS;Host=\"A.example:1\"|203.0.113.7|https|a.example|1",
                "for=203.0.113.7;proto=https|203.0.113.7|https|-|443",
                "for=203.0.113.7 ; host=a|203.0.113.7|-|a|0",
                "for=1.1.1.1;host=evil, for=203.0.113.7|203.0.113.7|-|-|0",
                "for=\"[2001:db8::1]:_x\"|2001:db8:0:0:0:0:0:1|-|-|0",
                "for=unknown;proto=https;host=a|-|https|a|443",
                "for=_obf;by=_me|-|-|-|0",
                "by=10.0.0.1;proto=https|-|https|-|443",
                "for=203.0.113.7;proto=gopher;host=\"a b\"|203.0.113.7|-|-|0",
                "for=203.0.113.7;host=\"a\\\"b\"|203.0.113.7|-|-|0",
                "for=203.0.113.7;ext=\"x;y, z\"|203.0.113.7|-|-|0",
            })
    void forwardedIsReadAsRfc7239Says(
            String field, String address, String scheme, String host, int port) {
        Client client = client(forwarded(), Map.of("Forwarded", List.of(field)));
        assertThat(text(client)).isEqualTo(address);
        assertThat(client.scheme()).isEqualTo(scheme);
        assertThat(client.host()).isEqualTo(host);
        assertThat(client.port()).isEqualTo(port);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for",
                "for=\"a",
                "for==a",
                "=a",
                "for=a b",
                "for=a;;b",
                "for=\"a\"b",
                "for=("
            })
    void aMalformedForwardedIsNoAnswer(String field) {
        assertThat(client(forwarded(), Map.of("Forwarded", List.of(field)))).isNull();
    }

    @Test
    void manyStationsAreLookedAtOnce() {
        String field = "10.0.0.1, ".repeat(5_000) + "10.0.0.2";
        Client client = client(D, Map.of("X-Forwarded-For", List.of(field)));
        assertThat(text(client)).isEqualTo("10.0.0.1");
    }

    @Test
    void garbageNeverBecomesAnAddress() {
        Random random = new Random(25);
        String letters = "0123456789.:,[]\"=;_ afor%\\";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder field = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                field.append(letters.charAt(random.nextInt(letters.length())));
            }
            client(forwarded(), Map.of("Forwarded", List.of(field.toString())));
            client(D, Map.of("X-Forwarded-For", List.of(field.toString())));
        }
    }

    @Test
    void proxiesMayBeARegularExpressionOrBlocks() throws Exception {
        ProxyList old = ProxyList.of("10\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|0:0:0:0:0:0:0:1");
        assertThat(old.contains(AddressBlocks.address("10.1.2.3"))).isTrue();
        assertThat(old.contains(AddressBlocks.address("::1"))).isTrue();
        assertThat(old.contains(AddressBlocks.address("110.1.2.3"))).isFalse();
        ProxyList blocks = ProxyList.of(ProxyList.INTERNAL);
        assertThat(blocks.contains(AddressBlocks.address("172.31.0.1"))).isTrue();
        assertThat(blocks.contains(AddressBlocks.address("172.32.0.1"))).isFalse();
    }

    @Test
    void theWholeWayWasConfidentialOrNoneOfIt() {
        for (List<String> values :
                List.of(List.of("https", "http"), List.of("http, https"), List.of("https, "))) {
            assertThat(client(D, Map.of("X-Forwarded-Proto", values)).scheme())
                    .as(values.toString())
                    .isEqualTo("http");
        }
        List<String> both = List.of("https, HTTPS");
        assertThat(client(D, Map.of("X-Forwarded-Proto", both)).scheme()).isEqualTo("https");
    }

    @Test
    void noneOfSeveralHostsIsGuessed() {
        RemoteIpConfig config = with(D.trustedProxies(), "X-Forwarded-Host");
        List<String> one = List.of("a.example");
        assertThat(client(config, Map.of("X-Forwarded-Host", one)).host()).isEqualTo("a.example");
        List<String> two = List.of("a.example", "b.example");
        assertThat(client(config, Map.of("X-Forwarded-Host", two)).host()).isNull();
    }

    private static RemoteIpConfig forwarded() {
        return new RemoteIpConfig(
                "forwarded",
                D.protocolHeader(),
                D.protocolHeaderHttpsValue(),
                null,
                null,
                D.proxiesHeader(),
                D.internalProxies(),
                D.trustedProxies(),
                true,
                80,
                443,
                false,
                false);
    }

    private static RemoteIpConfig with(ProxyList trusted) {
        return with(trusted, null);
    }

    private static RemoteIpConfig with(ProxyList trusted, String hostHeader) {
        return new RemoteIpConfig(
                D.remoteIpHeader(),
                D.protocolHeader(),
                D.protocolHeaderHttpsValue(),
                hostHeader,
                null,
                D.proxiesHeader(),
                D.internalProxies(),
                trusted,
                true,
                80,
                443,
                false,
                false);
    }

    private static String text(Client client) {
        return client.address() == null ? null : Client.text(client.address().getAddress());
    }

    private static Client client(RemoteIpConfig config, Map<String, List<String>> fields) {
        return new ProxyChain(config)
                .client(
                        AddressBlocks.address("127.0.0.1"),
                        name -> {
                            for (var field : fields.entrySet()) {
                                if (field.getKey().equalsIgnoreCase(name)) {
                                    return field.getValue();
                                }
                            }
                            return List.of();
                        });
    }
}
