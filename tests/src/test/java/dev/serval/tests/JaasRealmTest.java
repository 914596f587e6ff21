package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JAASRealm, with a login module of the application. */
class JaasRealmTest {
    private static final String MODULE =
            """
            package app;
            import javax.security.auth.Subject;
            import javax.security.auth.callback.*;
            import javax.security.auth.login.*;
            public class Module implements javax.security.auth.spi.LoginModule {
                public static class User implements java.security.Principal {
                    private final String name;
                    public User(String name) { this.name = name; }
                    public String getName() { return name; }
                }
                public static class Role extends User {
                    public Role(String name) { super(name); }
                }
                private Subject subject;
                private CallbackHandler handler;
                private String suffix;
                private String user;
                public void initialize(Subject s, CallbackHandler h, Map<String, ?> shared,
                        Map<String, ?> options) {
                    subject = s;
                    handler = h;
                    suffix = String.valueOf(options.get("suffix"));
                }
                public boolean login() throws LoginException {
                    NameCallback name = new NameCallback("user: ");
                    PasswordCallback password = new PasswordCallback("password: ", false);
                    try {
                        handler.handle(new Callback[] {name, password});
                    } catch (Exception e) {
                        throw new LoginException(e.toString());
                    }
                    user = name.getName();
                    switch (new String(password.getPassword())) {
                        case "down" -> {
                            LoginException down = new LoginException("no answer");
                            down.initCause(new IOException("connection refused"));
                            throw down;
                        }
                        case "broken" -> throw new IllegalStateException("no file");
                        case "unsaid" -> throw new LoginException("password incorrect");
                        default -> { }
                    }
                    if (!new String(password.getPassword()).equals(user + suffix)) {
                        throw new FailedLoginException("wrong");
                    }
                    return true;
                }
                public boolean commit() {
                    subject.getPrincipals().add(new Role("admin"));
                    subject.getPrincipals().add(new User(user));
                    subject.getPrincipals().add(new Role("common"));
                    return true;
                }
                public boolean abort() {
                    return true;
                }
                public boolean logout() {
                    System.setProperty("jaas.out." + user, "out");
                    return true;
                }
            }
            """;
    private static final String REALM =
            "<Realm className='org.apache.catalina.realm.JAASRealm' appName='App'"
                    + " configFile='conf/jaas.config' userClassNames='app.Module$User'"
                    + " roleClassNames='x.Other, app.Module$Role' %s/>";

    @TempDir Path base;
    private RealmServer server;
    private ServerLog log;

    @BeforeEach
    void describe() throws Exception {
        log = new ServerLog();
        server = new RealmServer(base);
        server.server().classes(MODULE);
        Files.createDirectories(base.resolve("conf"));
        configure("App { app.Module required suffix=\"-word\"; };");
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    private void configure(String text) throws Exception {
        Files.writeString(base.resolve("conf/jaas.config"), text);
    }

    @Test
    void theModuleKnowsUsersAndRoles() throws Exception {
        server.start(REALM.formatted(""));
        assertThat(server.logIn("ann", "ann-word")).isEqualTo("ann [admin, common]");
        assertThat(System.clearProperty("jaas.out.ann"))
                .as("it is told of the end")
                .isEqualTo("out");
        assertThat(server.logIn("ann", "wrong")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("ann", "")).isEqualTo(RealmServer.REFUSED);
    }

    @Test
    void whoGuessesIsLockedOut() throws Exception {
        server.start(REALM.formatted(""));
        for (int i = 0; i < 5; i++) {
            assertThat(server.logIn("ann", "guess " + i)).isEqualTo(RealmServer.REFUSED);
        }
        assertThat(server.logIn("ann", "ann-word")).isEqualTo(RealmServer.REFUSED);
        assertThat(server.logIn("bob", "bob-word")).isEqualTo("bob [admin, common]");
    }

    /** As Krb5LoginModule, for which a wrong password is any exception. */
    @Test
    void aModuleThatSaysNoMoreThanNoCountsAsAWrongPassword() throws Exception {
        server.start(REALM.formatted(""));
        for (int i = 0; i < 5; i++) {
            assertThat(server.logIn("ann", "unsaid")).isEqualTo(RealmServer.REFUSED);
        }
        assertThat(server.logIn("ann", "ann-word")).isEqualTo(RealmServer.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"down", "broken"})
    void aModuleThatFailsLocksNobodyOut(String failure) throws Exception {
        server.start(REALM.formatted(""));
        for (int i = 0; i < 6; i++) {
            assertThat(server.logIn("ann", failure)).isEqualTo(RealmServer.BUSY);
        }
        assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0664 JAAS"));
        Waiting.until(
                "it is asked again",
                () -> server.logIn("ann", "ann-word").equals("ann [admin, common]"));
    }

    @Test
    void aModuleThatIsNotThereLocksNobodyOut() throws Exception {
        configure("App { app.Modul required; };");
        server.start(REALM.formatted(""));
        assertThat(server.logIn("ann", "ann-word")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines())
                .anyMatch(line -> line.startsWith("SRV-0664 JAAS") && line.contains("app.Modul"));
    }

    @Test
    void withoutTheContextClassLoaderModulesAreThoseOfLib() throws Exception {
        server.start(REALM.formatted("useContextClassLoader='false'"));
        assertThat(server.logIn("ann", "ann-word")).isEqualTo(RealmServer.BUSY);
    }

    @Test
    void anEntryThatIsNotThereIsTold() throws Exception {
        configure("Other { app.Module required; };");
        server.start(REALM.formatted(""));
        assertThat(server.logIn("ann", "ann-word")).isEqualTo(RealmServer.BUSY);
        assertThat(log.lines()).anyMatch(line -> line.contains("App"));
    }
}
