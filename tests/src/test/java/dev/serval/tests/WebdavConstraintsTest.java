package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security constraints (Servlet 6.1 §13.8) hold for every path that a method of WebDAV touches:
 * destinations, members, locks and the resources of the field If.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"NIO", "NIO2", "BIO"})
final class WebdavConstraintsTest {
    private static final String LOCKINFO =
            "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope>"
                    + "<D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>";
    private static GuardedDav dav;
    private Map<String, String> before;

    WebdavConstraintsTest(Wire wire) {
        // Tests share the server; each finds all files as they were.
    }

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        dav = new GuardedDav(wire);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        dav.close();
    }

    @BeforeEach
    void reset() throws IOException {
        before = dav.reset().files("root");
    }

    private static String destination(String path) {
        return "Destination: " + path;
    }

    /** The status that a 207 tells of one resource; null when it does not name it. */
    private static String told(RawResponse answer, String href) {
        assertThat(answer.status()).isEqualTo(207);
        String text = answer.utf8();
        int at = text.indexOf("<D:href>" + href + "</D:href>");
        if (at < 0) {
            return null;
        }
        int status = text.indexOf("<D:status>HTTP/1.1 ", at) + "<D:status>HTTP/1.1 ".length();
        return text.substring(status, status + 3);
    }

    // ---- destinations

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/secret/admin.html",
                "/secret/new.html",
                "/secret/sub",
                "/secret",
                "/secret/",
                "/secret/admin.html/",
                "/%73ecret/admin%2Ehtml",
                "http://localhost/secret/admin.html",
                "HTTP://LOCALHOST:80/secret/admin.html",
                "/SECRET/admin.html",
                "/secret/ADMIN.HTML",
                "/secret;x=1/admin.html",
                "/secret/admin.html;x=1",
                "/secret%3Bx/admin.html",
                "/secret/./admin.html",
                "/pub/../secret/admin.html",
                "/pub/%2e%2e/secret/admin.html",
                "//secret/admin.html",
                "/secret//admin.html",
                "/secret%2Fadmin.html",
                "/secret%5Cadmin.html",
                "/secret\\admin.html",
                "/secret/admin.html%00",
                "/secret/admin.html.",
                "/secret/admin.html%20",
                "/pub/keep.html",
                "/pub/keep.html/",
                "/pub/new.key",
                "/nobody/n.txt",
                "/tls/t.txt",
                "/noput/n.txt",
                "/noput/new.txt"
            })
    void aProtectedDestinationIsNotWrittenInAnySpelling(String to) throws Exception {
        for (String method : new String[] {"COPY", "MOVE"}) {
            for (String from : new String[] {"/pub/x.txt", "/src"}) {
                RawResponse answer = dav.send(null, method, from, "", destination(to));
                assertThat(answer.status()).as(method + " " + from).isBetween(400, 409);
                assertThat(dav.files("root")).isEqualTo(before);
            }
        }
    }

    @Test
    void whoMayNotReplaceTheDestinationIsAskedToLogInAndWhoMayDoesIt() throws Exception {
        String to = destination("/secret/admin.html");
        RawResponse asked = dav.send(null, "COPY", "/pub/x.txt", "", to);
        assertThat(asked.status()).isEqualTo(401);
        assertThat(asked.field("WWW-Authenticate")).startsWith("Basic ");
        assertThat(dav.send("bob", "COPY", "/pub/x.txt", "", to).status()).isEqualTo(403);
        assertThat(dav.send(null, "COPY", "/pub/x.txt", "", destination("/nobody/n.txt")).status())
                .isEqualTo(403);
        assertThat(dav.send("ann", "COPY", "/pub/x.txt", "", destination("/tls/t.txt")).status())
                .isEqualTo(403);
        assertThat(dav.files("root")).isEqualTo(before);
        assertThat(dav.send("ann", "COPY", "/pub/x.txt", "", to).status()).isEqualTo(204);
        assertThat(dav.files("root")).containsEntry("secret/admin.html", "pub/x.txt");
        assertThat(dav.send("ann", "MOVE", "/src", "", destination("/secret/src")).status())
                .isEqualTo(201);
    }

    @Test
    void whatIsThereIsNotToldOfADestination() throws Exception {
        for (String name : new String[] {"/secret/admin.html", "/secret/none", "/secret/no/dir"}) {
            String[] fields = {destination(name), "Overwrite: F"};
            assertThat(dav.send(null, "COPY", "/pub/x.txt", "", fields).status()).isEqualTo(401);
            assertThat(dav.send("bob", "COPY", "/pub/x.txt", "", fields).status()).isEqualTo(403);
        }
    }

    // ---- members

    @Test
    void aCollectionWithProtectedMembersIsNotDeleted() throws Exception {
        RawResponse answer = dav.send(null, "DELETE", "/pub", "");
        assertThat(told(answer, "/pub/keep.html")).isEqualTo("403");
        assertThat(told(answer, "/pub/deep/b.key")).isEqualTo("403");
        assertThat(told(answer, "/pub/x.txt")).isNull();
        assertThat(dav.files("root")).isEqualTo(before);
        assertThat(told(dav.send("bob", "DELETE", "/pub/", ""), "/pub/keep.html")).isEqualTo("403");
        assertThat(dav.files("root")).isEqualTo(before);
        assertThat(dav.send("ann", "DELETE", "/pub", "").status()).isEqualTo(204);
        assertThat(dav.files("root")).doesNotContainKey("pub").containsKey("secret/admin.html");
    }

    @Test
    void protectedMembersAreNotCopiedWithTheirCollection() throws Exception {
        RawResponse answer = dav.send(null, "COPY", "/pub", "", destination("/copy"));
        assertThat(told(answer, "/pub/keep.html")).isEqualTo("403");
        assertThat(told(answer, "/pub/deep/b.key")).isEqualTo("403");
        assertThat(dav.files("root"))
                .containsEntry("copy/x.txt", "pub/x.txt")
                .containsEntry("copy/deep/a.txt", "pub/deep/a.txt")
                .doesNotContainKeys("copy/keep.html", "copy/deep/b.key");
        assertThat(dav.send("ann", "COPY", "/pub", "", destination("/whole")).status())
                .isEqualTo(201);
        assertThat(dav.files("root")).containsEntry("whole/deep/b.key", "pub/deep/b.key");
    }

    @Test
    void aCollectionWithProtectedMembersIsNotMoved() throws Exception {
        RawResponse answer = dav.send(null, "MOVE", "/pub", "", destination("/moved"));
        assertThat(told(answer, "/pub/keep.html")).isEqualTo("403");
        assertThat(told(answer, "/pub/deep/b.key")).isEqualTo("403");
        assertThat(dav.files("root")).isEqualTo(before);
        assertThat(dav.send("ann", "MOVE", "/pub", "", destination("/moved")).status())
                .isEqualTo(201);
        assertThat(dav.files("root")).containsEntry("moved/keep.html", "pub/keep.html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"COPY", "MOVE"})
    void aCollectionWithProtectedMembersIsNotReplaced(String method) throws Exception {
        RawResponse answer = dav.send(null, method, "/src", "", destination("/box"));
        assertThat(told(answer, "/box/inner.key")).isEqualTo("403");
        assertThat(dav.files("root")).isEqualTo(before);
        // Neither is one by a file.
        answer = dav.send(null, method, "/pub/x.txt", "", destination("/box"));
        assertThat(told(answer, "/box/inner.key")).isEqualTo("403");
        assertThat(dav.files("root")).isEqualTo(before);
        assertThat(dav.send("ann", method, "/src", "", destination("/box")).status())
                .isEqualTo(204);
    }

    @Test
    void membersDoNotGetToAProtectedPlace() throws Exception {
        RawResponse moved = dav.send(null, "MOVE", "/src", "", destination("/fresh"));
        assertThat(told(moved, "/fresh/keep.html")).isEqualTo("403");
        assertThat(dav.files("root")).isEqualTo(before);
        RawResponse copied = dav.send(null, "COPY", "/src", "", destination("/fresh"));
        assertThat(told(copied, "/fresh/keep.html")).isEqualTo("403");
        assertThat(dav.files("root"))
                .containsEntry("fresh/other.html", "src/other.html")
                .doesNotContainKey("fresh/keep.html");
    }

    @Test
    void propfindTellsNothingOfProtectedMembers() throws Exception {
        for (String user : new String[] {null, "bob"}) {
            RawResponse answer = dav.send(user, "PROPFIND", "/", "", "Depth: infinity");
            for (String closed :
                    new String[] {
                        "/secret/",
                        "/nobody/",
                        "/tls/",
                        "/noget/",
                        "/pub/keep.html",
                        "/gate/",
                        "/pub/deep/b.key"
                    }) {
                assertThat(told(answer, closed)).as(closed).isEqualTo("403");
            }
            assertThat(told(answer, "/pub/x.txt")).isEqualTo("200");
            assertThat(told(answer, "/noput/n.txt")).isEqualTo("200");
            assertThat(answer.text())
                    .doesNotContain("admin.html", "secret/sub", "nobody/n.txt", "gate/open.txt");
        }
        RawResponse all = dav.send("ann", "PROPFIND", "/", "", "Depth: infinity");
        assertThat(told(all, "/secret/admin.html")).isEqualTo("200");
        assertThat(told(all, "/nobody/")).isEqualTo("403");
    }

    // ---- the request's own path

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "PROPFIND", "PROPPATCH", "COPY", "MOVE", "LOCK", "GET"})
    void aSlashBehindAFileDoesNotOpenIt(String method) throws Exception {
        String body =
                switch (method) {
                    case "LOCK" -> LOCKINFO;
                    case "PROPPATCH" -> "<D:propertyupdate xmlns:D='DAV:'/>";
                    default -> "";
                };
        for (String target : new String[] {"/pub/keep.html/", "/pub/deep/b.key/"}) {
            RawResponse answer = dav.send(null, method, target, body, destination("/taken.html"));
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text()).doesNotContain("pub/keep.html</", "pub/deep/b.key</");
        }
        assertThat(dav.files("root")).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0} {1} to {2} is {3} for nobody, {4} for an admin")
    @CsvSource({
        "COPY, /noget/n.txt, /a.txt, 401, 201",
        "MOVE, /noget/n.txt, /a.txt, 401, 201",
        "PROPFIND, /noget/n.txt, , 401, 207",
        "MOVE, /noput/n.txt, /a.txt, 401, 201",
        "MKCOL, /noput/dir, , 401, 201",
        "PROPPATCH, /noput/n.txt, , 401, 207",
        "LOCK, /noput/n.txt, , 401, 200",
        "COPY, /pub/x.txt, /noput/n.txt, 401, 204"
    })
    void whatIsConstrainedForGetPutAndDeleteIsSoForWebdav(
            String method, String target, String to, int nobody, int admin) throws Exception {
        String body =
                switch (method) {
                    case "LOCK" -> LOCKINFO;
                    case "PROPPATCH" ->
                            "<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><x/></D:prop></D:set>"
                                    + "</D:propertyupdate>";
                    default -> "";
                };
        String[] fields = to == null ? new String[0] : new String[] {destination(to)};
        assertThat(dav.send(null, method, target, body, fields).status()).isEqualTo(nobody);
        assertThat(dav.send("bob", method, target, body, fields).status()).isEqualTo(403);
        assertThat(dav.files("root")).isEqualTo(before);
        RawResponse done = dav.send("ann", method, target, body, fields);
        assertThat(done.status()).isEqualTo(admin);
        if (method.equals("LOCK")) {
            String token = "Lock-Token: " + done.field("Lock-Token");
            assertThat(dav.send(null, "UNLOCK", target, "", token).status()).isEqualTo(401);
            assertThat(dav.send("ann", "UNLOCK", target, "", token).status()).isEqualTo(204);
        }
    }

    // ---- below a mapping of its own

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET",
                "OPTIONS",
                "PROPFIND",
                "PUT",
                "DELETE",
                "COPY",
                "MOVE",
                "LOCK",
                "UNLOCK",
                "PROPPATCH",
                "MKCOL",
                "REPORT"
            })
    void whatIsProtectedWhereItIsIsSoBelowTheMappingToo(String method) throws Exception {
        Map<String, String> own = dav.files("apart");
        String[] fields = {destination("/apart/dav/taken.txt"), "Lock-Token: <urn:x>"};
        String body = method.equals("LOCK") ? LOCKINFO : "";
        for (String target : new String[] {"/apart/dav/secret/admin.html", "/apart/dav/secret/x"}) {
            RawResponse answer = dav.send(null, method, target, body, fields);
            assertThat(answer.status()).as(target).isEqualTo(401);
            assertThat(dav.send("bob", method, target, body, fields).status()).isEqualTo(403);
        }
        assertThat(dav.files("apart")).isEqualTo(own);
    }

    @Test
    void destinationsAndMembersBelowTheMappingAreLookedAtWhereTheyAre() throws Exception {
        Map<String, String> own = dav.files("apart");
        String to = destination("/apart/dav/secret/admin.html");
        assertThat(dav.send(null, "COPY", "/apart/dav/pub/x.txt", "", to).status()).isEqualTo(401);
        RawResponse answer = dav.send(null, "DELETE", "/apart/dav/pub", "");
        assertThat(told(answer, "/apart/dav/pub/keep.html")).isEqualTo("403");
        assertThat(dav.files("apart")).isEqualTo(own);
        assertThat(dav.send("ann", "COPY", "/apart/dav/pub/x.txt", "", to).status()).isEqualTo(204);
    }

    @Test
    void whatNobodyMayPutElsewhereIsPutByWhoMayAtTheMapping() throws Exception {
        String target = "/hardened/dav/pub/new.txt";
        assertThat(dav.send(null, "PUT", target, "x").status()).isEqualTo(401);
        assertThat(dav.send("ann", "PUT", target, "x").status()).isEqualTo(201);
        assertThat(dav.send("ann", "PUT", "/hardened/pub/new.txt", "x").status()).isEqualTo(403);
        assertThat(dav.send("ann", "DELETE", "/hardened/dav/pub", "").status()).isEqualTo(204);
    }

    @Test
    void whatNobodyMayChangeWhereItIsNobodyChangesAtTheMapping() throws Exception {
        dav.write("hardened/archive/a.txt", "old");
        String target = "/hardened/dav/archive/a.txt";
        assertThat(dav.send("ann", "GET", target, "").text()).isEqualTo("old");
        assertThat(dav.send("ann", "PUT", target, "x").status()).isEqualTo(403);
        assertThat(dav.send("ann", "DELETE", target, "").status()).isEqualTo(403);
        assertThat(dav.send("ann", "LOCK", target, LOCKINFO).status()).isEqualTo(403);
        assertThat(dav.send("ann", "MKCOL", "/hardened/dav/archive/new", "").status())
                .isEqualTo(403);
        String there = "/hardened/dav/pub/x.txt";
        assertThat(dav.send("ann", "COPY", there, "", destination(target)).status()).isEqualTo(403);
        assertThat(dav.send("ann", "MOVE", target, "", destination(there)).status()).isEqualTo(403);
        assertThat(dav.send("ann", "DELETE", "/hardened/dav/archive", "").status()).isIn(207, 403);
        assertThat(dav.files("hardened")).containsEntry("archive/a.txt", "old");
        // To take a copy changes nothing there.
        assertThat(dav.send("ann", "COPY", target, "", destination(there)).status()).isEqualTo(204);
    }

    // ---- locks and conditions

    @Test
    void aCollectionWithProtectedMembersIsNotLockedWithThem() throws Exception {
        RawResponse answer = dav.send(null, "LOCK", "/pub", LOCKINFO);
        assertThat(told(answer, "/pub/keep.html")).isEqualTo("403");
        assertThat(told(answer, "/pub/")).isEqualTo("424");
        assertThat(answer.field("Lock-Token")).isNull();
        assertThat(dav.send("ann", "PUT", "/pub/keep.html", "new").status()).isEqualTo(204);
        RawResponse alone = dav.send(null, "LOCK", "/pub", LOCKINFO, "Depth: 0");
        assertThat(alone.status()).isEqualTo(200);
        String token = "Lock-Token: " + alone.field("Lock-Token");
        assertThat(dav.send(null, "UNLOCK", "/pub", "", token).status()).isEqualTo(204);
        RawResponse whole = dav.send("ann", "LOCK", "/pub", LOCKINFO);
        assertThat(whole.status()).isEqualTo(200);
        token = "Lock-Token: " + whole.field("Lock-Token");
        assertThat(dav.send("ann", "UNLOCK", "/pub", "", token).status()).isEqualTo(204);
    }

    @Test
    void theLockOfAProtectedCollectionIsNotEndedOrKeptByItsMembers() throws Exception {
        RawResponse locked = dav.send("ann", "LOCK", "/gate", LOCKINFO);
        assertThat(locked.status()).isEqualTo(200);
        String token = locked.field("Lock-Token");
        String member = "/gate/open.txt";
        assertThat(dav.send(null, "UNLOCK", member, "", "Lock-Token: " + token).status())
                .isEqualTo(403);
        assertThat(dav.send(null, "LOCK", member, "", "If: (" + token + ")").status())
                .isEqualTo(403);
        assertThat(dav.send(null, "PUT", member, "x").status()).isEqualTo(423);
        assertThat(dav.send("ann", "UNLOCK", member, "", "Lock-Token: " + token).status())
                .isEqualTo(204);
    }

    @Test
    void conditionsTellNothingOfProtectedResources() throws Exception {
        String tag = dav.send("ann", "GET", "/secret/admin.html", "").field("ETag");
        RawResponse locked = dav.send("ann", "LOCK", "/secret/admin.html", LOCKINFO);
        String token = locked.field("Lock-Token");
        String tagged = "If: </secret/admin.html> ";
        for (String guess : new String[] {"[" + tag + "]", "[\"wrong\"]", token, "<urn:x>"}) {
            String holds = tagged + "(" + guess + ")";
            String not = tagged + "(Not " + guess + ")";
            assertThat(dav.send(null, "PUT", "/pub/x.txt", "n", holds).status()).isEqualTo(412);
            assertThat(dav.send(null, "PUT", "/pub/x.txt", "n", not).status()).isEqualTo(204);
        }
        String right = tagged + "([" + tag + "])";
        assertThat(dav.send("ann", "PUT", "/pub/x.txt", "n", right).status()).isEqualTo(204);
        String end = "Lock-Token: " + token;
        assertThat(dav.send("ann", "UNLOCK", "/secret/admin.html", "", end).status())
                .isEqualTo(204);
    }

    // ---- listings

    @Test
    void aListingNamesWhatIsProtectedAndShowsNothingOfItsContent() throws Exception {
        dav.write("root/pub/read.key", "treasure");
        RawResponse answer = dav.send(null, "GET", "/pub/", "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains("keep.html").doesNotContain("treasure");
        assertThat(dav.send(null, "GET", "/secret/", "").status()).isEqualTo(401);
    }
}
