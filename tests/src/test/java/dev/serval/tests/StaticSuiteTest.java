package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@link StaticCase} from every {@link StaticSource} on every wire: what RFC 9110 says comes
 * out, and each source, from the I/O thread or by the Servlet API, gives the same bytes.
 */
final class StaticSuiteTest {
    private static final List<StaticCase> CASES = StaticCase.all();

    @TempDir Path scratch;

    @Test
    void theCasesAreMany() {
        assertThat(CASES).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(300);
    }

    static List<Wire> wires() {
        return Wire.tested();
    }

    @ParameterizedTest
    @MethodSource("wires")
    void everySourceGivesTheSameBytes(Wire wire) throws Exception {
        try (Site site = Site.generate()) {
            ServalBuilder builder =
                    Serval.onPort(0).connector(unchanged -> new Settings().config(wire));
            for (StaticSource source : StaticSource.values()) {
                source.add(builder, site, scratch);
            }
            try (Serval serval = builder.start()) {
                play(wire, serval.port(), site);
            }
        }
    }

    private static void play(Wire wire, int port, Site site) throws IOException {
        List<String> wrong = new ArrayList<>();
        Map<StaticSource, RawClient> clients = new EnumMap<>(StaticSource.class);
        try {
            for (StaticSource source : StaticSource.values()) {
                clients.put(source, new RawClient(wire, port));
            }
            Map<StaticSource, Map<String, RawResponse>> known = new EnumMap<>(StaticSource.class);
            for (StaticCase asked : CASES) {
                String reference = null;
                for (StaticSource source : StaticSource.values()) {
                    Asking asking = new Asking(source, clients.get(source), known);
                    // Once from the disk or the jar, and where that is another way once from
                    // memory.
                    for (int time = 0; time < (source.hasFastPath() ? 2 : 1); time++) {
                        String seen = asking.play(asked, site, wrong);
                        reference = reference == null ? seen : reference;
                        if (!seen.equals(reference)) {
                            wrong.add(
                                    asked + " " + source + ": " + seen + "instead of " + reference);
                        }
                    }
                }
            }
            parts(clients, wrong);
            for (RawClient client : clients.values()) {
                client.finish().assertClosed();
            }
        } finally {
            for (RawClient client : clients.values()) {
                client.close();
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** RFC 9110 §14.6: the boundary alone is each answer's own. */
    private static void parts(Map<StaticSource, RawClient> clients, List<String> wrong)
            throws IOException {
        for (String file : List.of("hello.txt", "40k.bin", "107k.bin")) {
            String reference = null;
            for (StaticSource source : StaticSource.values()) {
                String target = source.path() + "/" + file;
                RawResponse seen =
                        clients.get(source)
                                .exchange(
                                        ServerUnderTest.request(
                                                "GET", target, "Range: bytes=-1,1-2,4-4,2-3"));
                String type = seen.field("Content-Type");
                String boundary = type.substring(type.indexOf('=') + 1);
                String text = seen.statusLine() + type + seen.field("Content-Length") + seen.text();
                String plain = text.replace(boundary, "*");
                reference = reference == null ? plain : reference;
                if (!type.startsWith("multipart/byteranges;") || !plain.equals(reference)) {
                    wrong.add(target + " in parts: " + seen.head());
                }
            }
        }
    }

    /** One source and its connection. */
    private record Asking(
            StaticSource source,
            RawClient client,
            Map<StaticSource, Map<String, RawResponse>> known) {

        /** Sends it, notes what is wrong, and gives the answer without what may differ. */
        String play(StaticCase asked, Site site, List<String> wrong) throws IOException {
            RawResponse plain = plain(asked.file() == null ? "hello.txt" : asked.file());
            RawResponse seen = client.exchange(request(asked, plain));
            String problem = problem(asked, seen, plain, site);
            if (problem != null) {
                wrong.add(asked + " " + source + ": " + problem + "\n" + seen.head());
            }
            return comparable(seen);
        }

        private RawResponse plain(String file) throws IOException {
            Map<String, RawResponse> mine = known.computeIfAbsent(source, s -> new HashMap<>());
            RawResponse plain = mine.get(file);
            if (plain == null) {
                String target = source.path() + "/" + escaped(file);
                plain = client.exchange(ServerUnderTest.request("HEAD", target));
                assertThat(plain.status()).as(target).isEqualTo(200);
                assertThat(plain.field("ETag")).as(target).startsWith("\"");
                mine.put(file, plain);
            }
            return plain;
        }

        private static String escaped(String file) {
            return file.replace("%", "%25")
                    .replace(" ", "%20")
                    .replace("ü", "%C3%BC")
                    .replace("ß", "%C3%9F");
        }

        private String request(StaticCase asked, RawResponse plain) {
            String tag = plain.field("ETag");
            String[] fields =
                    asked.fields().stream()
                            .map(line -> line.replace("@tag", tag).replace("@opaque", tag))
                            .map(line -> line.replace("@date", plain.field("Last-Modified")))
                            .toArray(String[]::new);
            return ServerUnderTest.request(asked.method(), source.path() + asked.path(), fields);
        }

        private static String problem(
                StaticCase asked, RawResponse seen, RawResponse plain, Site site) {
            if (seen.status() != asked.status()) {
                return "status " + seen.status();
            }
            TreeSet<String> fields = new TreeSet<>();
            for (String line : seen.fields()) {
                if (!fields.add(line.substring(0, line.indexOf(':')))) {
                    return "twice: " + line;
                }
            }
            return switch (asked.status()) {
                case 200, 206 ->
                        asked.file() == null ? null : content(asked, seen, plain, site, fields);
                case 304 -> fields.toString().equals("[Date, ETag]") ? null : "fields " + fields;
                case 416 ->
                        seen.field("Content-Range").equals("bytes */" + length(asked, site))
                                ? null
                                : "Content-Range";
                case 405 -> seen.field("Allow") != null ? null : "no Allow";
                case 302 -> seen.field("Location") != null ? null : "no Location";
                default -> null;
            };
        }

        private static int length(StaticCase asked, Site site) {
            return site.read(asked.path().substring(1)).length;
        }

        private static String content(
                StaticCase asked,
                RawResponse seen,
                RawResponse plain,
                Site site,
                TreeSet<String> fields) {
            byte[] content = site.read(asked.file());
            boolean part = asked.status() == 206;
            byte[] wanted =
                    part ? Arrays.copyOfRange(content, asked.first(), asked.last() + 1) : content;
            String names =
                    "[Accept-Ranges, Content-Length, "
                            + (part ? "Content-Range, " : "")
                            + "Content-Type, Date, ETag, Last-Modified]";
            String range = "bytes " + asked.first() + "-" + asked.last() + "/" + content.length;
            if (!fields.toString().equals(names)) {
                return "fields " + fields;
            } else if (!seen.field("Content-Length").equals("" + wanted.length)) {
                return "Content-Length";
            } else if (part && !seen.field("Content-Range").equals(range)) {
                return "Content-Range";
            } else if (!seen.field("ETag").equals(plain.field("ETag"))) {
                return "ETag";
            } else if (!seen.field("Last-Modified").equals(plain.field("Last-Modified"))) {
                return "Last-Modified";
            } else if (!asked.method().equals("HEAD") && !Arrays.equals(seen.body(), wanted)) {
                return "content";
            }
            String type = StaticCase.FILES.get(asked.file());
            return type == null || seen.field("Content-Type").equals(type) ? null : "Content-Type";
        }

        /** Without dates, tags, ids and the name of the context, which are the source's own. */
        private String comparable(RawResponse seen) {
            StringBuilder text = new StringBuilder(seen.statusLine()).append('\n');
            for (String line : seen.fields()) {
                String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
                boolean own =
                        List.of("date", "etag", "last-modified", "x-request-id").contains(name);
                // An error page tells the path, which is as long as the source's name.
                boolean page = seen.status() >= 400 && name.equals("content-length");
                text.append(own || page ? name : line.replace(source.path(), "")).append('\n');
            }
            if (seen.status() < 300) {
                text.append(Arrays.hashCode(seen.body())).append('\n');
            }
            return text.toString();
        }
    }
}
