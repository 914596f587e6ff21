package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** WebDAV (RFC 4918) at {@code /dav}; what it says is the same on every wire. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"NIO", "BIO_TLS"})
final class WebdavTest {
    private static final String EXCLUSIVE =
            "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope>"
                    + "<D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>";
    private static final String COLOUR =
            "<D:prop><x:colour xmlns:x='urn:x'>red</x:colour></D:prop>";
    private static WritableSite site;

    WebdavTest(Wire wire) {
        // Tests share the server, so each has files of its own.
    }

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        site = WritableSite.start(wire);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        site.close();
    }

    private static String lock(String target, String... fields) throws Exception {
        RawResponse answer = site.send("LOCK", target, EXCLUSIVE, fields);
        assertThat(answer.status()).isIn(200, 201);
        String token = answer.field("Lock-Token");
        assertThat(token).matches("<urn:uuid:[0-9a-f-]{36}>");
        assertThat(answer.text()).contains(token.substring(1, token.length() - 1));
        return token;
    }

    private static String propfind(String target, String depth, String body) throws Exception {
        RawResponse answer = site.send("PROPFIND", target, body, "Depth: " + depth);
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.field("Content-Type")).isEqualTo("application/xml;charset=utf-8");
        return answer.utf8();
    }

    private static int count(String text, String part) {
        Matcher matcher = Pattern.compile(Pattern.quote(part)).matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }

    // ---- what is said

    @Test
    void optionsSayWhatIsThere() throws Exception {
        site.write("options/a.txt", "a");
        RawResponse file = site.exchange(request("OPTIONS", "/dav/options/a.txt"));
        assertThat(file.field("DAV")).isEqualTo("1, 2");
        assertThat(file.field("Allow"))
                .isEqualTo(
                        "OPTIONS, GET, HEAD, PROPFIND, PUT, DELETE, COPY, MOVE, PROPPATCH, LOCK,"
                                + " UNLOCK");
        assertThat(site.exchange(request("OPTIONS", "/dav/options/none")).field("Allow"))
                .isEqualTo("OPTIONS, PUT, MKCOL, LOCK");
        assertThat(site.exchange(request("OPTIONS", "/readonly/dav/")).field("DAV")).isEqualTo("1");
    }

    @Test
    void aFileIsReadAndWrittenWhereItIs() throws Exception {
        assertThat(site.send("PUT", "/dav/same.txt", "same").status()).isEqualTo(201);
        assertThat(site.exchange(request("GET", "/dav/same.txt")).text()).isEqualTo("same");
        assertThat(site.exchange(request("GET", "/same.txt")).text()).isEqualTo("same");
        // What the servlet for files has seen is changed for it too.
        assertThat(site.send("PUT", "/dav/same.txt", "other").status()).isEqualTo(204);
        assertThat(site.exchange(request("GET", "/same.txt")).text()).isEqualTo("other");
    }

    @Test
    void aDirectoryWithoutItsSlashIsRedirectedToWhereItIsSeen() throws Exception {
        site.write("bare dir/a.txt", "a");
        RawResponse answer = site.exchange(request("GET", "/dav/bare%20dir"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.field("Location")).isEqualTo("/dav/bare%20dir/");
        assertThat(site.exchange(request("GET", "/dav/bare%20dir/")).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 3", "infinity, 6"})
    void propfindGoesAsDeepAsItsDepthAndNoDeeperThanThree(String depth, int seen) throws Exception {
        site.write("deep/a/b/c/d.txt", "d");
        site.write("deep/é&.txt", "e");
        site.write("deep/page.jsp", "source");
        site.write("deep/WEB-INF/x", "secret");
        if (!Files.exists(site.root().resolve("deep/link"))) {
            Files.createSymbolicLink(site.root().resolve("deep/link"), site.root());
        }
        String all = propfind("/dav/deep", depth, "");
        assertThat(count(all, "<D:response>")).isEqualTo(depth.equals("infinity") ? 5 : seen);
        assertThat(all).contains("<D:href>/dav/deep/</D:href>").contains("<D:collection/>");
        assertThat(all).doesNotContain("jsp", "WEB-INF", "link", "d.txt");
        if (!depth.equals("0")) {
            assertThat(all).contains("<D:href>/dav/deep/%C3%A9&amp;.txt</D:href>");
            assertThat(all).contains("<D:displayname>é&amp;.txt</D:displayname>");
            assertThat(all).contains("<D:getcontentlength>1</D:getcontentlength>");
        }
    }

    @Test
    void propfindSaysWhatIsNotThere() throws Exception {
        site.write("find.txt", "12345");
        String found =
                propfind(
                        "/dav/find.txt",
                        "0",
                        "<propfind xmlns='DAV:'><prop><getcontentlength/>"
                                + "<none xmlns='urn:x'/></prop></propfind>");
        assertThat(found)
                .isEqualTo(
                        """
                        <?xml version="1.0" encoding="utf-8"?>
                        <D:multistatus xmlns:D="DAV:">
                        <D:response><D:href>/dav/find.txt</D:href><D:propstat><D:prop>\
                        <D:getcontentlength>5</D:getcontentlength></D:prop>\
                        <D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop>\
                        <none xmlns="urn:x"/></D:prop>\
                        <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
                        </D:multistatus>
                        """);
        assertThat(propfind("/dav/find.txt", "0", "<propfind xmlns='DAV:'><propname/></propfind>"))
                .contains("<D:getetag/>")
                .doesNotContain("12345", ">5<");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "<propfind | 400",
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a> | 400",
                "<propfind xmlns='urn:x'><allprop/></propfind> | 400",
                "<propfind xmlns='DAV:'/> | 400",
                "<propfind xmlns='DAV:'><allprop/><propname/></propfind> | 400"
            })
    void propfindRefusesWhatItDoesNotUnderstand(String body, int status) throws Exception {
        assertThat(site.send("PROPFIND", "/dav/", body, "Depth: 0").status()).isEqualTo(status);
        assertThat(site.send("PROPFIND", "/dav/", "", "Depth: 2").status()).isEqualTo(400);
        String large = "<propfind xmlns='DAV:'>" + " ".repeat(5000) + "<allprop/></propfind>";
        assertThat(site.send("PROPFIND", "/dav/", large, "Depth: 0").status()).isEqualTo(413);
    }

    // ---- what may not be done

    @ParameterizedTest(name = "{0} of {1} is {2}")
    @CsvSource({
        "PROPFIND, /dav/WEB-INF, 404",
        "PROPFIND, /dav/web-inf/web.xml, 404",
        "GET, /dav/WEB-INF/web.xml, 404",
        "PUT, /dav/WEB-INF/x, 404",
        "DELETE, /dav/WEB-INF, 404",
        "MKCOL, /dav/META-INF, 404",
        "LOCK, /dav/WEB-INF/y, 404",
        "PUT, /dav/x.jsp, 403",
        "MKCOL, /dav/x.jsp, 403",
        "LOCK, /dav/x.jsp, 403",
        "DELETE, /dav/, 403",
        "PATCH, /dav/x.txt, 405",
        "POST, /dav/x.txt, 405",
        "REPORT, /dav/x.txt, 405"
    })
    void whatIsNotForClients(String method, String target, int status) throws Exception {
        String body = method.equals("LOCK") ? EXCLUSIVE : "";
        assertThat(site.send(method, target, body).status()).isEqualTo(status);
        assertThat(site.has("WEB-INF/web.xml")).isTrue();
        assertThat(site.names()).noneMatch(name -> name.contains("jsp"));
    }

    @ParameterizedTest(name = "MOVE and COPY to {0} are {1}")
    @CsvSource({
        "/dav/WEB-INF/x, 404",
        "/dav/%57EB-INF/x, 404",
        "/dav/x.jsp, 403",
        "/dav/missing/x, 409",
        "/dav/../x, 400",
        "/dav/a%2Fb, 400",
        "/dav/a;b, 400",
        "/dav/%ff, 400",
        "/other/x, 502",
        "http://elsewhere/dav/x, 502",
        "dav/x, 400",
        "/dav/from.txt, 403"
    })
    void destinationsAreLookedAtLikePaths(String destination, int status) throws Exception {
        site.write("from.txt", "from");
        for (String method : new String[] {"MOVE", "COPY"}) {
            String[] fields = {"Destination: " + destination};
            assertThat(site.send(method, "/dav/from.txt", "", fields).status()).isEqualTo(status);
        }
        assertThat(site.read("from.txt")).isEqualTo("from");
        assertThat(site.send("MOVE", "/dav/from.txt", "").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PUT", "DELETE", "MKCOL", "COPY", "MOVE", "PROPPATCH", "LOCK", "UNLOCK"})
    void readonlyIsReadOnly(String method) throws Exception {
        RawResponse answer = site.send(method, "/readonly/dav/a.txt", "");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.field("Allow")).isEqualTo("OPTIONS, GET, HEAD, PROPFIND");
        assertThat(site.exchange(request("GET", "/readonly/dav/a.txt")).text()).isEqualTo("closed");
    }

    // ---- trees

    @Test
    void aTreeIsCopiedMovedAndDeletedWithItsProperties() throws Exception {
        site.write("tree/a/b.txt", "b");
        assertThat(
                        site.send(
                                        "PROPPATCH",
                                        "/dav/tree/a/b.txt",
                                        "<D:propertyupdate xmlns:D='DAV:'><D:set>"
                                                + COLOUR
                                                + "</D:set></D:propertyupdate>")
                                .text())
                .contains("HTTP/1.1 200 OK");
        String[] to = {"Destination: /dav/copied", "Overwrite: F"};
        assertThat(site.send("COPY", "/dav/tree", "", to).status()).isEqualTo(201);
        assertThat(site.send("COPY", "/dav/tree", "", to).status()).isEqualTo(412);
        assertThat(site.send("COPY", "/dav/tree/", "", "Destination: /dav/copied/").status())
                .isEqualTo(204);
        assertThat(site.read("copied/a/b.txt")).isEqualTo("b");
        assertThat(site.send("MOVE", "/dav/copied", "", "Destination: /dav/moved").status())
                .isEqualTo(201);
        assertThat(site.has("copied")).isFalse();
        assertThat(propfind("/dav/moved/a/b.txt", "0", ""))
                .contains("<x:colour xmlns:x=\"urn:x\">red</x:colour>");
        assertThat(site.send("DELETE", "/dav/moved", "", "Depth: 0").status()).isEqualTo(400);
        assertThat(site.send("DELETE", "/dav/moved", "").status()).isEqualTo(204);
        assertThat(site.send("DELETE", "/dav/tree", "").status()).isEqualTo(204);
        assertThat(site.has("moved")).isFalse();
    }

    @Test
    void aTreeWithSomethingThatClientsDoNotSeeStays() throws Exception {
        site.write("kept/a.txt", "a");
        site.write("kept/sub/page.jsp", "source");
        assertThat(site.send("MOVE", "/dav/kept", "", "Destination: /dav/else").status())
                .isEqualTo(403);
        assertThat(site.send("COPY", "/dav/kept", "", "Destination: /dav/kept-copy").status())
                .isEqualTo(201);
        assertThat(site.has("kept-copy/sub/page.jsp")).isFalse();
        RawResponse deleted = site.send("DELETE", "/dav/kept", "");
        assertThat(deleted.status()).isEqualTo(207);
        assertThat(deleted.text())
                .contains("<D:href>/dav/kept/sub/</D:href>", "HTTP/1.1 403 ")
                .doesNotContain("jsp");
        assertThat(site.has("kept/sub/page.jsp")).isTrue();
        assertThat(site.has("kept/a.txt")).isFalse();
    }

    @Test
    void propertiesOfTheServerAreNotSetAndNothingElseThenIs() throws Exception {
        site.write("patch.txt", "x");
        RawResponse answer =
                site.send(
                        "PROPPATCH",
                        "/dav/patch.txt",
                        "<D:propertyupdate xmlns:D='DAV:'><D:set>"
                                + COLOUR
                                + "</D:set><D:set><D:prop><D:getetag>x</D:getetag></D:prop></D:set>"
                                + "</D:propertyupdate>");
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.text())
                .contains("HTTP/1.1 403 ", "HTTP/1.1 424 ", "cannot-modify-protected-property");
        assertThat(propfind("/dav/patch.txt", "0", "")).doesNotContain("colour");
    }

    // ---- locks

    @Test
    void whoHasNoTokenChangesNothingThatIsLocked() throws Exception {
        site.write("locked.txt", "old");
        site.write("free.txt", "free");
        String token = lock("/dav/locked.txt", "Timeout: Second-100, Infinite");
        String target = "/dav/locked.txt";
        String[] onto = {"Destination: /dav/locked.txt"};
        String[] away = {"Destination: /dav/away.txt"};
        assertThat(site.send("PUT", target, "new").status()).isEqualTo(423);
        assertThat(site.send("DELETE", target, "").status()).isEqualTo(423);
        assertThat(site.send("MOVE", target, "", away).status()).isEqualTo(423);
        assertThat(site.send("COPY", "/dav/free.txt", "", onto).status()).isEqualTo(423);
        assertThat(site.send("LOCK", target, EXCLUSIVE).status()).isEqualTo(423);
        assertThat(site.send("PUT", target, "new", "If: (<urn:x>)").status()).isEqualTo(412);
        assertThat(site.send("PUT", target, "new", "If: (<urn:x>) (Not <urn:x>)").status())
                .isEqualTo(423);
        assertThat(site.send("PUT", target, "new", "If: (" + token).status()).isEqualTo(400);
        assertThat(site.read("locked.txt")).isEqualTo("old");
        assertThat(site.send("PUT", target, "new", "If: (" + token + ")").status()).isEqualTo(204);
        assertThat(site.read("locked.txt")).isEqualTo("new");
        RawResponse refreshed =
                site.send("LOCK", target, "", "If: (" + token + ")", "Timeout: Infinite");
        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.text()).containsPattern("Second-(3600|359[0-9])");
        assertThat(site.send("UNLOCK", target, "", "Lock-Token: <urn:x>").status()).isEqualTo(409);
        assertThat(site.send("UNLOCK", target, "").status()).isEqualTo(400);
        assertThat(site.send("UNLOCK", target, "", "Lock-Token: " + token).status()).isEqualTo(204);
        assertThat(site.send("PUT", target, "newer").status()).isEqualTo(204);
    }

    @Test
    void theLockOfADirectoryHoldsForAllInIt() throws Exception {
        site.write("lockdir/a.txt", "a");
        String token = lock("/dav/lockdir/");
        assertThat(site.send("PUT", "/dav/lockdir/a.txt", "x").status()).isEqualTo(423);
        assertThat(site.send("PUT", "/dav/lockdir/new.txt", "x").status()).isEqualTo(423);
        assertThat(site.send("MKCOL", "/dav/lockdir/new", "").status()).isEqualTo(423);
        String tagged = "If: </dav/lockdir> (" + token + ")";
        assertThat(site.send("PUT", "/dav/lockdir/new.txt", "x", tagged).status()).isEqualTo(201);
        assertThat(site.send("DELETE", "/dav/lockdir", "", "If: (" + token + ")").status())
                .isEqualTo(204);
        // The lock is gone with it.
        assertThat(site.send("MKCOL", "/dav/lockdir", "").status()).isEqualTo(201);
    }

    @Test
    void theShallowLockOfADirectoryHoldsForWhatItContains() throws Exception {
        site.write("shallow/a.txt", "a");
        String token = lock("/dav/shallow", "Depth: 0");
        assertThat(site.send("PUT", "/dav/shallow/a.txt", "x").status()).isEqualTo(204);
        assertThat(site.send("PUT", "/dav/shallow/new.txt", "x").status()).isEqualTo(423);
        assertThat(site.send("DELETE", "/dav/shallow/a.txt", "").status()).isEqualTo(423);
        site.send("UNLOCK", "/dav/shallow", "", "Lock-Token: " + token);
    }

    @Test
    void aLockedMemberKeepsItsTreeFromBeingDeletedOrLocked() throws Exception {
        site.write("member/sub/a.txt", "a");
        site.write("member/b.txt", "b");
        String token = lock("/dav/member/sub/a.txt");
        RawResponse deleted = site.send("DELETE", "/dav/member", "");
        assertThat(deleted.status()).isEqualTo(207);
        assertThat(deleted.text())
                .contains("<D:href>/dav/member/sub/a.txt</D:href>", "HTTP/1.1 423 Locked");
        assertThat(site.has("member/b.txt")).isTrue();
        RawResponse locked = site.send("LOCK", "/dav/member", EXCLUSIVE);
        assertThat(locked.status()).isEqualTo(207);
        assertThat(locked.text()).contains("HTTP/1.1 423 Locked", "HTTP/1.1 424 Failed Dependency");
        String tagged = "If: </dav/member/sub/a.txt> (" + token + ")";
        assertThat(site.send("DELETE", "/dav/member", "", tagged).status()).isEqualTo(204);
    }

    @Test
    void aLockWhereNothingIsMakesAnEmptyFile() throws Exception {
        String token = lock("/dav/unmapped.txt");
        assertThat(site.read("unmapped.txt")).isEmpty();
        String[] with = {"If: (" + token + ")"};
        assertThat(site.send("PUT", "/dav/unmapped.txt", "x", with).status()).isEqualTo(204);
        assertThat(site.send("LOCK", "/dav/missing/a.txt", EXCLUSIVE).status()).isEqualTo(409);
        assertThat(site.send("DELETE", "/dav/unmapped.txt", "", with).status()).isEqualTo(204);
        // What could not be made has no lock either.
        site.write("missing/a.txt", "x");
        assertThat(site.send("PUT", "/dav/missing/a.txt", "y").status()).isEqualTo(204);
        site.send("DELETE", "/dav/missing", "");
    }

    @Test
    void membersDoNotRepeatWhoHasLockedTheDirectoryThatTheyAreIn() throws Exception {
        String owner = "o".repeat(2000);
        for (int i = 0; i < 40; i++) {
            site.write("owned/" + i + ".txt", "x");
        }
        String body = EXCLUSIVE.replace(">me<", ">" + owner + "<");
        RawResponse locked = site.send("LOCK", "/dav/owned", body);
        assertThat(locked.status()).isEqualTo(200);
        String all = propfind("/dav/owned", "1", "");
        assertThat(count(all, owner)).isEqualTo(1);
        assertThat(count(all, "<D:activelock>")).isEqualTo(41);
        assertThat(count(all, "<D:lockroot><D:href>/dav/owned/</D:href>")).isEqualTo(41);
        // One that is asked for by itself says it.
        assertThat(count(propfind("/dav/owned/1.txt", "0", ""), owner)).isEqualTo(1);
        String names = "<propfind xmlns='DAV:'><propname/></propfind>";
        assertThat(propfind("/dav/owned", "1", names))
                .contains("<D:lockdiscovery/>")
                .doesNotContain("activelock");
        String end = "Lock-Token: " + locked.field("Lock-Token");
        assertThat(site.send("UNLOCK", "/dav/owned", "", end).status()).isEqualTo(204);
    }

    @Test
    void thereAreNoMoreThanSixteenSharedLocksOfOneThing() throws Exception {
        site.write("shared/a.txt", "a");
        String shared = EXCLUSIVE.replace("D:exclusive", "D:shared");
        for (int i = 0; i < 16; i++) {
            String target = i % 2 == 0 ? "/dav/shared" : "/dav/shared/a.txt";
            assertThat(site.send("LOCK", target, shared).status()).isEqualTo(200);
        }
        assertThat(site.send("LOCK", "/dav/shared/a.txt", shared).status()).isEqualTo(507);
    }
}
