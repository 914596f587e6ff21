package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The init-params of Tomcat's default servlet in a web.xml, and what clients see of them. */
@ParameterizedClass(name = "{0}")
@EnumSource(Wire.class)
final class DefaultServletTest {
    private static final String WEB_XML =
            """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <servlet>
                <servlet-name>default</servlet-name>
                <servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class>
                <init-param><param-name>debug</param-name>
                  <param-value>0</param-value></init-param>
                <init-param><param-name>listings</param-name>
                  <param-value>true</param-value></init-param>
                <init-param><param-name>sortListings</param-name>
                  <param-value>true</param-value></init-param>
                <init-param><param-name>sortDirectoriesFirst</param-name>
                  <param-value>true</param-value></init-param>
                <init-param><param-name>showServerInfo</param-name>
                  <param-value>true</param-value></init-param>
                <init-param><param-name>readmeFile</param-name>
                  <param-value>README.html</param-value></init-param>
                <init-param><param-name>directoryRedirectStatusCode</param-name>
                  <param-value>308</param-value></init-param>
                <init-param><param-name>allowPostAsGet</param-name>
                  <param-value>true</param-value></init-param>
                <init-param><param-name>useStrongETags</param-name>
                  <param-value>true</param-value></init-param>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet>
                <servlet-name>plain</servlet-name>
                <servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class>
                <init-param><param-name>useAcceptRanges</param-name>
                  <param-value>false</param-value></init-param>
              </servlet>
              <servlet-mapping>
                <servlet-name>default</servlet-name>
                <url-pattern>/</url-pattern>
              </servlet-mapping>
              <servlet-mapping>
                <servlet-name>plain</servlet-name>
                <url-pattern>/plain/*</url-pattern>
              </servlet-mapping>
            </web-app>
            """;
    private static final String HELLO_TAG = "\"2cf24dba5fb0a30e26e83b2ac5b9e29e\"";
    private static final List<String> EVIL =
            List.of(
                    "<img src=x onerror=alert(1)>.txt",
                    "\"quoted'.txt",
                    "a&b;c=d.txt",
                    "100%41.txt",
                    "query?fragment#.txt",
                    "java:script.txt",
                    " blank .txt",
                    "Grüße.txt",
                    Normalizer.normalize("Ärger.txt", Normalizer.Form.NFD),
                    "\u202Egpj.exe.txt",
                    "😀.txt");

    @TempDir private static Path temp;
    private static Serval serval;
    private static Path root;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        root = temp.resolve(wire.name());
        write("WEB-INF/web.xml", WEB_XML);
        write("META-INF/secret.txt", "secret");
        write("hello.txt", "hello");
        write("filtered/hello.txt", "hello");
        write("plain/hello.txt", "hello");
        write("list/b.txt", "bb");
        write("list/a.txt", "aaa");
        write("list/z/x.txt", "x");
        write("list/page.jsp", "secret");
        write("list/README.html", "<script>alert(1)</script>");
        write("list/WEB-INF/secret.txt", "secret");
        write("welcome/index.html", "welcome");
        for (String name : EVIL) {
            write("evil/" + name, name);
        }
        byte[] big = new byte[300_000];
        for (int i = 0; i < big.length; i++) {
            big[i] = (byte) (i * 31);
        }
        write("big.bin", big);
        write("filtered/big.bin", big);
        serval =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().config(wire))
                        .webapp("/f", root)
                        .filter(
                                "/f",
                                "/filtered/*",
                                (request, response, chain) -> chain.doFilter(request, response))
                        .start();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        serval.close();
    }

    @Test
    void aDirectoryIsAPage() throws IOException {
        RawResponse response = get("/f/list/");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(response.field("Vary")).isEqualTo("Accept");
        assertThat(response.field("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(response.field("Content-Security-Policy"))
                .startsWith("default-src 'none'; style-src 'sha256-");
        assertThat(response.field("Content-Length")).isEqualTo("" + response.body().length);
        assertThat(references(response.text()))
                .containsExactly(
                        "?C=N;O=D",
                        "?C=S;O=A",
                        "?C=M;O=A",
                        "../",
                        "z/",
                        "a.txt",
                        "b.txt",
                        "README.html");
        assertThat(response.text())
                .contains("<h1>Index of /f/list/</h1>", "<td>3</td><td>2024-01-02 03:04:05</td>")
                .contains("<pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre>")
                .contains("<footer>Serval</footer>")
                .doesNotContain("page.jsp", "WEB-INF", "<script");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?C=N;O=D | z/ README.html b.txt a.txt",
                "?C=S;O=A | z/ b.txt a.txt README.html",
                "?C=S&O=D | z/ README.html a.txt b.txt",
                "?C=<script> | z/ a.txt b.txt README.html"
            })
    void theListIsSortedByTheQuery(String query, String names) throws IOException {
        String page = get("/f/list/" + query.replace("<", "%3C").replace(">", "%3E")).text();

        assertThat(references(page).subList(4, 8)).containsExactly(names.split(" "));
    }

    @Test
    void aDirectoryIsJsonForWhoeverLikesThatBetter() throws IOException {
        RawResponse response =
                exchange(request("GET", "/f/list/?C=S;O=D", "Accept: application/json"));

        assertThat(response.field("Content-Type")).isEqualTo("application/json");
        assertThat(response.field("Vary")).isEqualTo("Accept");
        assertThat(response.text())
                .startsWith(
                        "{\"path\":\"/f/list/\",\"complete\":true,\"entries\":[\n{\"name\":\"z\"")
                .contains(
                        "{\"name\":\"b.txt\",\"type\":\"file\",\"size\":2,"
                                + "\"modified\":\"2024-01-02T03:04:05Z\"}\n]}");
    }

    @Test
    void aListIsKnownByItsTagAndAHeadIsItsHead() throws IOException {
        RawResponse response = get("/f/list/");
        RawResponse head = exchange(request("HEAD", "/f/list/"));
        String tag = response.field("ETag");
        RawResponse known = exchange(request("GET", "/f/list/", "If-None-Match: " + tag));

        assertThat(head.head()).isEqualTo(response.head());
        assertThat(head.body()).isEmpty();
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.field("ETag")).isEqualTo(tag);
        assertThat(known.field("Vary")).isEqualTo("Accept");
    }

    @Test
    void everyLinkLeadsToItsFile() throws IOException {
        RawResponse response = get("/f/evil/");
        List<String> references = references(response.utf8());
        List<String> contents = new ArrayList<>();
        for (String reference : references.subList(4, references.size())) {
            assertThat(reference).matches("[-A-Za-z0-9._~!$()*+,=@%]+");
            contents.add(get("/f/evil/" + reference).utf8());
        }

        assertThat(contents).containsExactlyInAnyOrderElementsOf(EVIL);
        assertThat(response.utf8()).doesNotContain("<img", "onerror=\"", "href=\"java:");
    }

    @Test
    void anotherNormalFormIsAnotherName() throws IOException {
        assertThat(get("/f/evil/Gru%CC%88%C3%9Fe.txt").status()).isEqualTo(404);
        assertThat(get("/f/evil/%C3%84rger.txt").status()).isEqualTo(404);
        assertThat(get("/f/evil/A%CC%88rger.txt").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/f/WEB-INF/", "/f/META-INF/", "/f/list/WEB-INF/", "/f/missing/"})
    void whatIsHiddenIsNotListed(String path) throws IOException {
        assertThat(get(path).status()).isEqualTo(404);
    }

    @Test
    void aWelcomeFileComesBeforeAList() throws IOException {
        RawResponse response = get("/f/welcome/");

        assertThat(response.text()).isEqualTo("welcome");
        assertThat(response.field("Content-Location")).isNull();
        assertThat(get("/f/").text()).doesNotContain("../").contains("href=\"hello.txt\"");
    }

    @Test
    void aMissingSlashIsRedirectedAsWanted() throws IOException {
        RawResponse response = get("/f/list?C=N");

        assertThat(response.status()).isEqualTo(308);
        assertThat(response.field("Location")).endsWith("/f/list/?C=N");
        assertThat(get("/f/plain/").status()).isEqualTo(404);
    }

    @Test
    void aPostIsAnsweredLikeAGetWhereThatIsAllowed() throws IOException {
        RawResponse post = exchange(request("POST", "/f/hello.txt", "Content-Length: 0"));
        RawResponse put = exchange(request("PUT", "/f/hello.txt", "Content-Length: 0"));

        assertThat(post.text()).isEqualTo("hello");
        assertThat(put.status()).isEqualTo(405);
        assertThat(put.field("Allow")).isEqualTo("GET, HEAD, POST, OPTIONS");
        assertThat(exchange(request("OPTIONS", "/f/hello.txt")).field("Allow"))
                .isEqualTo("GET, HEAD, POST, OPTIONS");
        RawResponse plain = exchange(request("POST", "/f/plain/hello.txt", "Content-Length: 0"));
        assertThat(plain.status()).isEqualTo(405);
        assertThat(plain.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    @Test
    void aStrongTagIsTheSameByEachWayOut() throws IOException {
        for (int i = 0; i < 3; i++) {
            RawResponse response = get("/f/hello.txt");
            assertThat(response.head()).isEqualTo(get("/f/filtered/hello.txt").head());
            assertThat(response.field("ETag")).isEqualTo(HELLO_TAG);
            assertThat(
                            exchange(request("GET", "/f/hello.txt", "If-None-Match: " + HELLO_TAG))
                                    .status())
                    .isEqualTo(304);
        }
        RawResponse plain = get("/f/plain/hello.txt");
        assertThat(plain.field("ETag")).startsWith("\"5-");
        assertThat(plain.field("Accept-Ranges")).isNull();
        assertThat(plain.text()).isEqualTo("hello");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello.txt | 1-2,4- | 1-2 4-4",
                "hello.txt | 3-,0-0 | 3-4 0-0",
                "big.bin | 0-0,2-2,-1 | 0-0 2-2 299999-299999",
                "big.bin | 10-19,0-9,200000-290000,150000-200000,999999- | 0-19 150000-290000"
            })
    void severalRangesAreParts(String file, String ranges, String parts) throws IOException {
        byte[] whole = Files.readAllBytes(root.resolve(file));
        String type = file.equals("hello.txt") ? "text/plain" : "application/octet-stream";
        for (String path : List.of("/f/", "/f/filtered/")) {
            RawResponse response = exchange(request("GET", path + file, "Range: bytes=" + ranges));
            assertThat(response.status()).isEqualTo(206);
            assertThat(response.field("Content-Range")).isNull();
            assertThat(response.field("Accept-Ranges")).isEqualTo("bytes");
            Matcher boundary =
                    Pattern.compile("multipart/byteranges;boundary=([0-9A-Za-z_-]{24})")
                            .matcher(response.field("Content-Type"));
            assertThat(boundary.matches()).isTrue();
            StringBuilder expected = new StringBuilder();
            for (String part : parts.split(" ")) {
                String[] ends = part.split("-");
                byte[] bytes =
                        Arrays.copyOfRange(
                                whole, Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
                expected.append("\r\n--")
                        .append(boundary.group(1))
                        .append("\r\nContent-Type: ")
                        .append(type)
                        .append("\r\nContent-Range: bytes ")
                        .append(part)
                        .append("/")
                        .append(whole.length)
                        .append("\r\n\r\n")
                        .append(new String(bytes, StandardCharsets.ISO_8859_1));
            }
            expected.append("\r\n--").append(boundary.group(1)).append("--\r\n");
            assertThat(response.text()).isEqualTo(expected.substring(2));
            assertThat(response.field("Content-Length")).isEqualTo("" + response.body().length);
        }
    }

    @Test
    void rangesThatMakeOneAreOneByEachWayOut() throws IOException {
        RawResponse direct = exchange(request("GET", "/f/big.bin", "Range: bytes=5-9,0-4"));
        RawResponse filtered =
                exchange(request("GET", "/f/filtered/big.bin", "Range: bytes=5-9,0-4"));

        assertThat(direct.status()).isEqualTo(206);
        assertThat(direct.field("Content-Range")).isEqualTo("bytes 0-9/300000");
        assertThat(filtered.head()).isEqualTo(direct.head());
        assertThat(filtered.body()).isEqualTo(direct.body());
    }

    private static List<String> references(String page) {
        List<String> references = new ArrayList<>();
        Matcher matcher = Pattern.compile("href=\"([^\"]*)\"").matcher(page);
        while (matcher.find()) {
            references.add(matcher.group(1));
        }
        return references;
    }

    private static void write(String name, String content) throws IOException {
        write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(Site.MODIFIED)));
    }

    private RawResponse get(String target) throws IOException {
        return exchange(request("GET", target));
    }

    private RawResponse exchange(String message) throws IOException {
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(message);
        }
    }
}
