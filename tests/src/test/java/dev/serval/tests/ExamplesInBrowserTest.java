package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the packed distribution in Chromium, as people use them. Skipped where it is not
 * installed.
 */
@Timeout(300)
final class ExamplesInBrowserTest {
    private static final int PHONE = 360;
    private static final String DARK = "rgb(25, 21, 17)";

    private static final String TOO_WIDE =
            "[...document.querySelectorAll('main *')].filter(e =>"
                    + " e.getBoundingClientRect().right > %d)".formatted(PHONE)
                    + ".map(e => e.outerHTML.slice(0, 200))";

    @TempDir static Path shared;
    private static Installation serval;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(Browser.CHROMIUM).as("Debian's package chromium").exists();
        Path home = Installation.unpack(shared.toRealPath().resolve("unpacked"));
        serval = new Installation(home, home).with("SERVAL_BASE", null);
        serval.run("startup.sh").mustSucceed();
        browser = Browser.start(Files.createDirectories(shared.resolve("browser")));
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
        if (serval != null) {
            serval.close();
        }
    }

    @AfterEach
    void theServerHasNothingToSay() throws Exception {
        assertThat(Files.readString(serval.base.resolve("logs/serval.log")))
                .doesNotContain("WARN", "ERROR");
    }

    private static String url(String path) {
        return "http://localhost:" + serval.port + "/examples/" + path;
    }

    private static BrowserPage open(String path) throws Exception {
        return browser.open(url(path));
    }

    private static BrowserPage joined(String name) throws Exception {
        return open("chat.html")
                .type("#name", name)
                .enter()
                .untilText("#log", name + " has joined");
    }

    private static void nothingWrongWith(BrowserPage page) {
        assertThat(page.complaints()).isEmpty();
    }

    @Test
    void anEchoComesBackCompressed() throws Exception {
        try (BrowserPage page = open("echo.html")) {
            page.untilText("#state", "Connected");
            page.type("#text", "Gr\u00fc\u00dfe, \ud83d\ude00 <b>").enter();
            page.untilText("#log", "Gr\u00fc\u00dfe, \ud83d\ude00 <b> (");
            String longest = "0123456789".repeat(200);
            page.type("#text", longest).click("#send").untilText("#log", longest + " (");

            assertThat(page.events("Network.webSocketHandshakeResponseReceived"))
                    .singleElement()
                    .satisfies(
                            event -> {
                                Map<?, ?> response = (Map<?, ?>) event.get("response");
                                assertThat(response.get("status")).isEqualTo(101.0);
                                assertThat(response.get("headers").toString())
                                        .contains("Sec-WebSocket-Extensions=permessage-deflate");
                            });
            assertThat(page.text("#state")).contains("permessage-deflate");
            nothingWrongWith(page);
        }
    }

    @Test
    void twoPeopleTalkAndSeeEachOtherComeAndGo() throws Exception {
        try (BrowserPage ann = joined("Ann")) {
            try (BrowserPage bob = joined("Bob")) {
                assertThat(bob.text("#log")).contains("Ann has joined");
                ann.untilText("#log", "Bob has joined");
                bob.type("#text", "Good morning").enter();
                ann.untilText("#log", "Bob: Good morning");
                ann.type("#text", "And to you").click("#say button");
                bob.untilText("#log", "Ann: And to you");
                nothingWrongWith(bob);
            }
            // The page has closed its connection in order, else it would be lost.
            ann.untilText("#log", "Bob has left");
            nothingWrongWith(ann);
        }
    }

    @Test
    void markupIsText() throws Exception {
        String markup = "<img src=x onerror=\"document.title='bad'\"><b>bold</b>&amp;";
        try (BrowserPage eve = joined("Eve");
                BrowserPage dan = joined("Dan")) {
            eve.type("#text", markup).enter();
            for (BrowserPage page : List.of(eve, dan)) {
                page.untilText("#log", "Eve: " + markup);
                assertThat(page.evaluate("document.querySelectorAll('#log li *').length"))
                        .isEqualTo(0.0);
                assertThat(page.evaluate("document.title")).isEqualTo("Chat \u00b7 Serval");
                nothingWrongWith(page);
            }
        }
    }

    /** Of a copy: Chromium warns where a board itself is read often. */
    private static String pixel(int x, int y, String colour) {
        return ("(() => { const copy = document.createElement('canvas');"
                        + " copy.width = 640; copy.height = 400;"
                        + " const pen = copy.getContext('2d', {willReadFrequently: true});"
                        + " pen.drawImage(document.getElementById('board'), 0, 0);"
                        + " return pen.getImageData(%d, %d, 1, 1).data.join() === '%s,255'; })()")
                .formatted(x, y, colour);
    }

    @Test
    void whatOneDrawsIsOnAllBoards() throws Exception {
        try (BrowserPage one = open("drawing.html").untilText("#state", "Connected");
                BrowserPage other = open("drawing.html").untilText("#state", "Connected")) {
            one.evaluate("document.getElementById('colour').value = '1'");
            one.drag("#board", 0.25, 0.5, 0.75, 0.5);
            String red = pixel(400, 200, "198,40,40");
            other.until(red);
            one.until(red);

            // From the middle of the board, where a pen begins.
            other.evaluate("document.getElementById('board').focus()");
            other.press("ArrowDown", 40, 0).press("ArrowDown", 40, 8);
            one.until(pixel(320, 212, "29,29,31"));
            assertThat(one.evaluate(pixel(320, 204, "29,29,31"))).isEqualTo(false);

            try (BrowserPage late = open("drawing.html")) {
                late.until(red).until(pixel(320, 212, "29,29,31"));
                nothingWrongWith(late);
            }
            nothingWrongWith(one);
            nothingWrongWith(other);
        }
    }

    @Test
    void aPageReadsItsForm() throws Exception {
        try (BrowserPage page = open("form.jsp")) {
            assertThat(page.evaluate("document.querySelector('#sent')")).isNull();
            page.type("[name=text]", "<i>\u00c4\ud83d\ude00</i>").enter();
            page.until("document.querySelector('#count')?.textContent === '9'");
            assertThat(page.text("#sent")).isEqualTo("<i>\u00c4\ud83d\ude00</i>");
            assertThat(page.evaluate("document.querySelector('[name=text]').value"))
                    .isEqualTo("<i>\u00c4\ud83d\ude00</i>");
            nothingWrongWith(page);
        }
    }

    @Test
    void everyPageIsQuietAndFitsAPhoneInTheDark() throws Exception {
        try (BrowserPage page = open("")) {
            page.call(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", PHONE, "height", 740, "deviceScaleFactor", 2, "mobile", true));
            page.call(
                    "Emulation.setEmulatedMedia",
                    Map.of(
                            "features",
                            List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
            List<?> links =
                    (List<?>)
                            page.evaluate(
                                    "[...document.querySelectorAll('main a')].map(a => a.href)");
            assertThat(links).hasSizeGreaterThan(10);
            List<Object> all = new ArrayList<>(links);
            all.add(url(""));
            for (Object link : all) {
                page.go(link.toString());
                page.until("!document.querySelector('#state')?.textContent.includes('ing \u2026')");
                assertThat(page.evaluate("document.querySelector('main .source') !== null"))
                        .as(link.toString())
                        .isEqualTo(true);
                assertThat((double) page.evaluate("document.documentElement.scrollWidth"))
                        .as("%s: %s", link, page.evaluate(TOO_WIDE))
                        .isLessThanOrEqualTo(PHONE);
                assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                        .isEqualTo(DARK);
                assertThat(
                                page.evaluate(
                                        "[...document.querySelectorAll('input, select')]"
                                                + ".every(e => e.labels.length > 0)"))
                        .as("labels of %s", link)
                        .isEqualTo(true);
            }
            for (Map<?, ?> sent : page.events("Network.requestWillBeSent")) {
                assertThat(((Map<?, ?>) sent.get("request")).get("url").toString())
                        .startsWith(url(""));
            }
            nothingWrongWith(page);
        }
    }

    @Test
    void whatThePolicyForbidsWouldBeSeen() throws Exception {
        try (BrowserPage page = open("")) {
            page.evaluate(
                    "{ const script = document.createElement('script');"
                            + " script.textContent = 'window.ran = true';"
                            + " document.body.append(script); }");
            Waiting.until("a complaint", () -> !page.complaints().isEmpty());
            assertThat(page.complaints().toString()).contains("Content Security Policy");
            assertThat(page.evaluate("window.ran")).isNull();
        }
    }
}
