package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who notices a change: the system, and where it tells of none a look from time to time. */
class ChangesTest {
    private static final long FOREVER = TimeUnit.HOURS.toMillis(1);

    @TempDir private Path base;
    private final CountDownLatch deployed = new CountDownLatch(1);
    private Path appBase;
    private Deployer deployer;

    @BeforeEach
    void create() throws Exception {
        appBase = Files.createDirectories(base.resolve("webapps"));
        deployer =
                new Deployer(
                        new DeployerSettings("h", appBase, null, null, null, Set.of(), false, 1),
                        new Deployments() {
                            @Override
                            public Runnable deploy(AppBaseEntry found) {
                                return deployed::countDown;
                            }

                            @Override
                            public void undeploy(AppName name) {}

                            @Override
                            public void remove(AppBaseEntry found) {}

                            @Override
                            public boolean isSuperseded(AppName name) {
                                return false;
                            }

                            @Override
                            public boolean isReloadable(AppName name) {
                                return false;
                            }

                            @Override
                            public WatchedFiles watched(AppName name) {
                                return WatchedFiles.NONE;
                            }

                            @Override
                            public NamedDocBase docBase(Path descriptor) {
                                return NamedDocBase.NONE;
                            }

                            @Override
                            public Path descriptor(AppBaseEntry found) {
                                return null;
                            }
                        });
    }

    @AfterEach
    void close() {
        deployer.close();
    }

    /** Nobody looks again of himself within an hour. */
    @Test
    void theWatchServiceTellsOfAChange() throws Exception {
        Changes changes = Changes.toldOnly(FOREVER);
        deployer.watch(changes);
        drop();
        assertThat(deployed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(changes.told()).as("no fall-back").isTrue();
    }

    @Test
    void whereNobodyTellsOfChangesTheyAreLookedFor() throws Exception {
        Changes changes = Changes.untold();
        deployer.watch(changes);
        drop();
        assertThat(deployed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(changes.told()).isFalse();
    }

    @Test
    void aDirectoryThatIsNewlyWatchedIsToBeLookedAtAgain() throws Exception {
        try (Changes changes = Changes.toldOnly(FOREVER)) {
            assertThat(changes.watch(Set.of(appBase))).isTrue();
            assertThat(changes.watch(Set.of(appBase))).isFalse();
            assertThat(changes.watch(Set.of(appBase, base))).isTrue();
        }
    }

    /** A host that stops while its deployer looks. */
    @Test
    void watchingAfterTheEndIsNothing() throws Exception {
        Changes changes = Changes.toldOnly(FOREVER);
        changes.close();
        assertThat(changes.watch(Set.of(appBase))).isFalse();
        assertThat(changes.await(0)).isFalse();
    }

    private void drop() throws Exception {
        Path war = base.resolve("a.war");
        Compiled.jar(war, Compiled.text("index.html", "x"));
        Files.move(war, appBase.resolve("a.war"), StandardCopyOption.ATOMIC_MOVE);
    }
}
