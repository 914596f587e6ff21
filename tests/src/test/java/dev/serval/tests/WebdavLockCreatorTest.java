package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * RFC 4918 §6.4: where users log in, the token of a lock is of use to the one who made it alone.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"NIO", "NIO2", "BIO"})
final class WebdavLockCreatorTest {
    private static final String FILE = "/pub/x.txt";
    private static GuardedDav dav;

    WebdavLockCreatorTest(Wire wire) {
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
        dav.reset();
    }

    private static String lock(String user, String path, String scope) throws IOException {
        RawResponse locked =
                dav.send(
                        user,
                        "LOCK",
                        path,
                        "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:"
                                + scope
                                + "/></D:lockscope><D:locktype><D:write/></D:locktype>"
                                + "</D:lockinfo>");
        assertThat(locked.status()).isEqualTo(200);
        return locked.field("Lock-Token");
    }

    private static int unlock(String user, String path, String token) throws IOException {
        return dav.send(user, "UNLOCK", path, "", "Lock-Token: " + token).status();
    }

    private static String with(String path, String token) {
        return "If: <" + path + "> (" + token + ")";
    }

    private static String user(String name) {
        return name.equals("nobody") ? null : name;
    }

    @ParameterizedTest(name = "{0} by {1}")
    @CsvSource({
        "PUT, bob",
        "PUT, nobody",
        "DELETE, bob",
        "DELETE, nobody",
        "MOVE, bob",
        "MOVE, nobody",
        "PROPPATCH, bob",
        "UNLOCK, bob",
        "UNLOCK, nobody",
        "LOCK, bob",
        "LOCK, nobody"
    })
    void theTokenOfAnotherUserIsForbidden(String method, String other) throws IOException {
        String token = lock("ann", FILE, "exclusive");
        String[] fields =
                method.equals("UNLOCK")
                        ? new String[] {"Lock-Token: " + token}
                        : method.equals("MOVE")
                                ? new String[] {with(FILE, token), "Destination: /pub/moved.txt"}
                                : new String[] {with(FILE, token)};
        String body =
                switch (method) {
                    case "PUT" -> "new";
                    case "PROPPATCH" ->
                            "<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><x xmlns='y'>z</x>"
                                    + "</D:prop></D:set></D:propertyupdate>";
                    default -> "";
                };
        assertThat(dav.send(user(other), method, FILE, body, fields).status()).isEqualTo(403);
        assertThat(dav.files("root")).containsEntry("pub/x.txt", "pub/x.txt");
        assertThat(unlock("ann", FILE, token)).as("stays, for its user").isEqualTo(204);
    }

    @Test
    void whoMadeALockMayUseIt() throws IOException {
        String token = lock("bob", FILE, "exclusive");
        assertThat(dav.send("bob", "LOCK", FILE, "", with(FILE, token)).status()).isEqualTo(200);
        assertThat(dav.send("bob", "PUT", FILE, "new", with(FILE, token)).status()).isEqualTo(204);
        assertThat(dav.send("bob", "PUT", FILE, "new").status()).as("no token").isEqualTo(423);
        assertThat(dav.send("ann", "PUT", FILE, "new").status()).as("no token").isEqualTo(423);
        assertThat(unlock("bob", FILE, token)).isEqualTo(204);
    }

    @Test
    void theTokenOfALockThatNobodyLoggedInForIsEnough() throws IOException {
        String token = lock(null, FILE, "exclusive");
        assertThat(dav.send("bob", "PUT", FILE, "1", with(FILE, token)).status()).isEqualTo(204);
        assertThat(dav.send(null, "PUT", FILE, "2", with(FILE, token)).status()).isEqualTo(204);
        assertThat(unlock("ann", FILE, token)).isEqualTo(204);
    }

    @Test
    void eachOfSeveralSharedLocksHasItsUser() throws IOException {
        String anns = lock("ann", FILE, "shared");
        String bobs = lock("bob", FILE, "shared");
        assertThat(dav.send("bob", "PUT", FILE, "1", with(FILE, anns)).status()).isEqualTo(403);
        assertThat(dav.send("bob", "PUT", FILE, "1", with(FILE, bobs)).status()).isEqualTo(204);
        assertThat(dav.send("ann", "PUT", FILE, "2", with(FILE, anns)).status()).isEqualTo(204);
        String both = "If: <" + FILE + "> (" + anns + " " + bobs + ")";
        assertThat(dav.send("bob", "PUT", FILE, "3", both).status()).isEqualTo(204);
        assertThat(unlock("bob", FILE, anns)).isEqualTo(403);
        assertThat(unlock("bob", FILE, bobs)).isEqualTo(204);
        assertThat(unlock("ann", FILE, anns)).isEqualTo(204);
    }

    @Test
    void membersThatAreLockedByOthersAreNamed() throws IOException {
        dav.write("root/open/a.txt", "a");
        String open = lock("ann", "/open/a.txt", "exclusive");
        RawResponse answer = dav.send("bob", "DELETE", "/open", "");
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.utf8()).contains("<D:href>/open/a.txt</D:href>", "HTTP/1.1 423");
        answer = dav.send("bob", "DELETE", "/open", "", with("/open/a.txt", open));
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.utf8()).contains("<D:href>/open/a.txt</D:href>", "HTTP/1.1 403");
        answer = dav.send("ann", "DELETE", "/open", "", with("/open/a.txt", open));
        assertThat(answer.status()).isEqualTo(204);
    }
}
