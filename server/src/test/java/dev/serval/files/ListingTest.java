package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListingTest {
    @TempDir Path temp;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | false",
                "*/* | false",
                "text/html,application/xhtml+xml,*/*;q=0.8 | false",
                "application/json | true",
                "application/* | true",
                "APPLICATION/JSON;q=0.1 | true",
                "application/json, text/html | false",
                "application/json, text/html;q=0.9 | true",
                "application/json;q=0.5, text/html;q=0.9 | false",
                "application/json, */*;q=0.1 | true",
                "application/json;q=0 | false",
                "application/json;q=x | false",
                "text/html;q=0, */* | true",
            })
    void jsonIsForWhoeverLikesItBetter(String accept, boolean json) {
        assertThat(ListingJson.isPreferred(accept)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | false | a B c d",
                "C=N;O=D | false | d c B a",
                "C=N&O=D | false | d c B a",
                "C=S;O=A | false | c d a B",
                "C=S;O=D | false | B a d c",
                "C=M;O=A | false | B a c d",
                "O=D;C=M | false | d c a B",
                "C=X;O=Z | false | a B c d",
                "C=S;O=D | true | d c B a",
                " | true | c d a B",
            })
    void theQueryGivesTheOrder(String query, boolean directoriesFirst, String order) {
        List<ListingEntry> entries =
                new java.util.ArrayList<>(
                        List.of(
                                new ListingEntry("d", true, 0, 40),
                                new ListingEntry("a", false, 5, 20),
                                new ListingEntry("c", true, 0, 30),
                                new ListingEntry("B", false, 7, 10)));
        entries.sort(ListingOrder.of(query).comparator(directoriesFirst));

        assertThat(entries).extracting(ListingEntry::name).containsExactly(order.split(" "));
    }

    @Test
    void aPageIsWhollyEscaped() {
        String evil = "\"'><script>&amp;;%?#:.txt";
        Listing listing =
                new Listing(
                        "/<b>/",
                        true,
                        List.of(new ListingEntry(evil, false, 5, 0)),
                        true,
                        "</pre>");
        String page = ListingHtml.of(listing, ListingOrder.DEFAULT, ListingSettings.DEFAULTS);

        assertThat(page)
                .contains(
                        "<h1>Index of /&lt;b&gt;/</h1>",
                        "<tr><td><a"
                                + " href=\"%22%27%3E%3Cscript%3E%26amp%3B%3B%25%3F%23%3A.txt\"><bdi>"
                                + "&quot;&#39;&gt;&lt;script&gt;&amp;amp;;%?#:.txt</bdi></a></td><td>5</td><td>1970-01-01"
                                + " 00:00:00</td></tr>",
                        "<pre>&lt;/pre&gt;</pre>")
                .doesNotContain("<script", "Serval", "?C=");
    }

    @Test
    void jsonIsWholeWhateverTheNames() {
        Listing listing =
                new Listing(
                        "/",
                        false,
                        List.of(
                                new ListingEntry("\"\\</\uD800é😀", false, 5, 1_600_000_000_999L),
                                new ListingEntry("d", true, 0, 0)),
                        false,
                        null);

        assertThat(ListingJson.of(listing))
                .isEqualTo(
                        "{\"path\":\"/\",\"complete\":false,\"entries\":[\n"
                                + "{\"name\":\"\\\"\\\\\\u003c/\\ud800é😀\",\"type\":\"file\","
                                + "\"size\":5,\"modified\":\"2020-09-13T12:26:40Z\"},\n"
                                + "{\"name\":\"d\",\"type\":\"directory\","
                                + "\"modified\":\"1970-01-01T00:00:00Z\"}\n]}\n");
    }

    @Test
    void aDirectoryAndJarsAreOneListOfWhatMayBeHad() throws IOException {
        Path base = Files.createDirectories(temp.resolve("base"));
        for (String name : List.of("a.txt", "page.jsp", "both.txt", "README")) {
            Files.writeString(base.resolve(name), name);
        }
        Files.createDirectories(base.resolve("WEB-INF"));
        Files.createDirectories(base.resolve("meta-inf"));
        Files.createDirectories(base.resolve("sub"));
        Files.createSymbolicLink(base.resolve("link"), temp);
        Files.writeString(base.resolve("line\nbreak"), "");
        Files.writeString(base.resolve("back\\slash"), "");
        Path jar = temp.resolve("a.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : List.of("both.txt", "deep/x.txt", "WEB-INF/x", "jar.txt")) {
                zip.putNextEntry(new ZipEntry("META-INF/resources/" + name));
            }
        }
        FileSettings settings =
                DefaultServletParameters.apply(
                        FileSettings.DEFAULTS, Map.of("readmeFile", "README"));
        ResourceRoot root = new ResourceRoot(base, false, List.of(jar));
        try (FileCache cache = new FileCache(root, MimeTypes.DEFAULTS, settings)) {
            Listing listing = Listing.of(cache, "/app", "/", ListingOrder.DEFAULT, path -> true);
            assertThat(listing.entries())
                    .extracting(e -> e.name() + (e.directory() ? "/" : ""))
                    .containsExactly("a.txt", "both.txt", "deep/", "jar.txt", "README", "sub/");
            assertThat(listing.entries().get(1).size()).isEqualTo(8);
            assertThat(listing.path()).isEqualTo("/app/");
            assertThat(listing.parent()).isFalse();
            assertThat(listing.complete()).isTrue();
            assertThat(listing.readme()).isEqualTo("README");
            Listing deep = Listing.of(cache, "/app", "/deep/", ListingOrder.DEFAULT, path -> true);
            assertThat(deep.entries()).extracting(ListingEntry::name).containsExactly("x.txt");
            assertThat(deep.parent()).isTrue();
            assertThat(deep.readme()).isNull();
        }
    }

    @Test
    void aReadmeIsBoundedAndNeverWhatClientsMayNotHave() throws IOException {
        Files.createDirectories(temp.resolve("WEB-INF"));
        Files.writeString(temp.resolve("WEB-INF/secret"), "secret");
        Files.writeString(temp.resolve("page.jsp"), "secret");
        Files.writeString(temp.resolve("long"), "x".repeat(Listing.README + 1));
        for (String name : List.of("WEB-INF/secret", "page.jsp", "../x", "missing", "long")) {
            FileSettings settings =
                    DefaultServletParameters.apply(
                            FileSettings.DEFAULTS, Map.of("readmeFile", name));
            try (FileCache cache = cache(settings)) {
                String readme =
                        Listing.of(cache, "", "/", ListingOrder.DEFAULT, path -> true).readme();
                if (name.equals("long")) {
                    assertThat(readme).hasSize(Listing.README);
                } else {
                    assertThat(readme).as(name).isNull();
                }
            }
        }
    }

    @Test
    void aVastDirectoryIsCutAndSaysSo() throws IOException {
        for (int i = 0; i <= Listing.MOST; i++) {
            Files.createFile(temp.resolve("f" + i));
        }
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            Listing listing = Listing.of(cache, "", "/", ListingOrder.DEFAULT, path -> true);
            assertThat(listing.entries()).hasSize(Listing.MOST);
            assertThat(listing.complete()).isFalse();
            assertThat(ListingHtml.of(listing, ListingOrder.DEFAULT, ListingSettings.DEFAULTS))
                    .contains("This directory has more than is shown here.");
        }
    }

    @Test
    void aListIsMadeOnceForAllWhoAskWithinItsTimeAndKeptWithinABound() throws IOException {
        AtomicLong nanos = new AtomicLong();
        for (int i = 0; i < 30; i++) {
            Files.createDirectory(temp.resolve("d" + i));
        }
        for (int i = 0; i < 1500; i++) {
            Files.createFile(temp.resolve("d0/" + "x".repeat(200) + i));
        }
        FileSettings settings = FileSettings.DEFAULTS;
        try (FileCache cache =
                new FileCache(
                        new ResourceRoot(temp, false),
                        MimeTypes.DEFAULTS,
                        settings,
                        nanos::get,
                        System::currentTimeMillis)) {
            Listings listings = new Listings(cache, path -> true);
            Listings.Asked asked = new Listings.Asked("/d0/", ListingOrder.DEFAULT, false);
            Listings.Made made = listings.get(asked, "");
            assertThat(made.body()).hasSizeGreaterThan(600_000);
            nanos.addAndGet(settings.cacheTtl() * 1_000_000 - 1);
            assertThat(listings.get(asked, "")).isSameAs(made);
            nanos.incrementAndGet();
            assertThat(listings.get(asked, "")).isNotSameAs(made);
            made = listings.get(asked, "");
            Files.delete(temp.resolve("d0/" + "x".repeat(200) + 7));
            Files.setLastModifiedTime(temp.resolve("d0"), FileTime.fromMillis(1));
            assertThat(listings.get(asked, "").body()).hasSizeLessThan(made.body().length);
            long one = listings.weight();
            for (ListingOrder.Column column : ListingOrder.Column.values()) {
                for (boolean descending : new boolean[] {false, true}) {
                    for (boolean json : new boolean[] {false, true}) {
                        ListingOrder order = new ListingOrder(column, descending);
                        listings.get(new Listings.Asked("/d0/", order, json), "");
                        assertThat(listings.weight())
                                .isBetween(one / 4, (long) Listings.MOST_BYTES);
                    }
                }
            }
        }
    }

    @Test
    void whatIsListedHasADateAndASize() throws IOException {
        Files.writeString(temp.resolve("a"), "12345");
        Files.setLastModifiedTime(temp.resolve("a"), FileTime.fromMillis(1_600_000_000_000L));
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            assertThat(Listing.of(cache, "", "/", ListingOrder.DEFAULT, path -> true).entries())
                    .containsExactly(new ListingEntry("a", false, 5, 1_600_000_000_000L));
        }
    }

    private FileCache cache(FileSettings settings) {
        return new FileCache(new ResourceRoot(temp, false), MimeTypes.DEFAULTS, settings);
    }
}
