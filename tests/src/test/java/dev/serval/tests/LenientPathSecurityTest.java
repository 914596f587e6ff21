package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.PathRules;
import dev.serval.http.RequestRules;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Security rules 12 to 14 with every combination of leniencies: no spelling leads into WEB-INF or
 * out of the document root.
 */
class LenientPathSecurityTest {

    @Test
    void noCombinationOfLenienciesLeadsWhereNobodyMayGo() throws Exception {
        List<RequestRules> combinations = combinations();
        ConnectorConfig[] connectors =
                combinations.stream()
                        .map(
                                rules ->
                                        ConnectorConfig.of(IoModel.NIO, 0)
                                                .change()
                                                .address("localhost")
                                                .maxThreads(2)
                                                .rules(rules)
                                                .done())
                        .toArray(ConnectorConfig[]::new);
        List<String> spellings = spellings();
        int taken = 0;
        try (Site site = Site.generate();
                Serval server = Serval.on(connectors).directory("/", site.root()).start()) {
            for (int i = 0; i < combinations.size(); i++) {
                URI uri = server.uris().get(i);
                taken += probe(uri.getPort(), combinations.get(i), spellings);
            }
        }
        // A matrix in which everything is refused by its characters would test nothing.
        assertThat(taken).isGreaterThan(combinations.size() * spellings.size() / 10);
    }

    /** How many spellings were understood, and led nowhere. */
    private static int probe(int port, RequestRules rules, List<String> spellings)
            throws IOException {
        int taken = 0;
        RawClient client = new RawClient(port);
        try {
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
            for (String spelling : spellings) {
                RawResponse response = client.exchange(request("GET", spelling));
                assertThat(response.status()).as(spelling + " with " + rules).isIn(400, 404);
                assertThat(response.text()).doesNotContain(Site.SECRET);
                taken += response.status() == 404 ? 1 : 0;
                if ("close".equals(response.field("Connection"))) {
                    client.close();
                    client = new RawClient(port);
                }
            }
        } finally {
            client.close();
        }
        return taken;
    }

    private static List<RequestRules> combinations() {
        List<RequestRules> all = new ArrayList<>();
        for (EncodedSolidusHandling solidus : EncodedSolidusHandling.values()) {
            for (EncodedSolidusHandling reverse : EncodedSolidusHandling.values()) {
                for (boolean backslash : new boolean[] {false, true}) {
                    for (boolean suspicious : new boolean[] {false, true}) {
                        PathRules path = new PathRules(solidus, reverse, backslash, suspicious);
                        all.add(new RequestRules(RequestRules.RELAXABLE, "", path, true, null));
                    }
                }
            }
        }
        return all;
    }

    private static List<String> spellings() {
        String[] ways = {
            "/",
            "//",
            "/./",
            "/%2f",
            "/\\",
            "/%5c",
            "/dir/../",
            "/dir%2f../",
            "/dir/..%2f",
            "/dir%2f..%2f",
            "/dir\\..\\",
            "/dir%5c..%5c",
            "/;x/",
            "/dir/..;x/",
            "/%2e/",
            "/dir/%2e%2e/",
            "/dir/%2e%2e%2f",
            "/dir;%2f..%2f/../",
            "/x%2f..\\"
        };
        String[] separators = {
            "/", "%2f", "%2F", "\\", "%5c", ";x/", "//", "/./", "/%2e/", "%2f;/"
        };
        String[] names = {
            "WEB-INF", "web-inf", "META-INF", "WEB-INF;x", "%57EB-INF", "WEB-INF.", "WEB%2DINF"
        };
        List<String> all = new ArrayList<>();
        for (String way : ways) {
            for (String separator : separators) {
                all.add(way + names[all.size() % names.length] + separator + "secret.txt");
            }
            for (String name : names) {
                all.add(way + name);
            }
        }
        for (String up : new String[] {"..", "%2e%2e", "..;x", ".%2e", "%252e%252e"}) {
            for (String separator : separators) {
                all.add("/" + up + separator + "secret.txt");
                all.add("/dir" + separator + up + separator + up + separator + "secret.txt");
            }
        }
        return all;
    }
}
