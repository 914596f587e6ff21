package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a deployer does at which look, with a clock of its own. */
class DeployerTest {
    private final List<String> calls = new ArrayList<>();
    private final Set<String> reloadable = new HashSet<>();
    private final Map<String, WatchedFiles> watched = new HashMap<>();
    private final Set<String> superseded = new HashSet<>();
    private final Map<Path, Path> docBases = new HashMap<>();
    private final Map<String, Path> copies = new HashMap<>();
    private final Deployments deployments =
            new Deployments() {
                @Override
                public Runnable deploy(AppBaseEntry found) {
                    whileDeploying.run();
                    String call = "+" + found.name().shown() + " " + found.file().getFileName();
                    return () -> calls.add(call);
                }

                @Override
                public void undeploy(AppName name) {
                    calls.add("-" + name.shown());
                }

                @Override
                public void remove(AppBaseEntry found) {
                    calls.add("x" + found.name().shown());
                }

                @Override
                public boolean isSuperseded(AppName name) {
                    return superseded.contains(name.base());
                }

                @Override
                public Path descriptor(AppBaseEntry found) {
                    return copies.getOrDefault(found.name().base(), found.descriptor());
                }

                @Override
                public boolean isReloadable(AppName name) {
                    return reloadable.contains(name.base());
                }

                @Override
                public WatchedFiles watched(AppName name) {
                    return watched.getOrDefault(name.base(), WatchedFiles.NONE);
                }

                @Override
                public NamedDocBase docBase(Path descriptor) {
                    return new NamedDocBase(docBases.get(descriptor), null);
                }
            };

    @TempDir private Path base;
    private Path appBase;
    private Path descriptors;
    private Deployer deployer;
    private long now;
    private boolean removesOld;
    private Runnable whileDeploying = () -> {};

    @BeforeEach
    void create() throws IOException {
        appBase = Files.createDirectories(base.resolve("webapps"));
        descriptors = Files.createDirectories(base.resolve("conf"));
        deployer = deployer(null, Set.of());
    }

    private Deployer deployer(Pattern ignore, Set<String> taken) {
        return new Deployer(
                new DeployerSettings("h", appBase, null, descriptors, ignore, taken, removesOld, 1),
                deployments,
                () -> now,
                DeployerThreads.none());
    }

    @Test
    void theStartDeploysInTheOrderOfNames() throws IOException {
        directory("b");
        directory("a");
        war("c.war");
        deployer.deployAll();
        assertThat(calls).containsExactly("+/a a", "+/b b", "+/c c.war");
    }

    @Test
    void whatIsNewIsDeployedWhenItHasRestedForAMoment() throws IOException {
        directory("a");
        assertThat(look(0)).isTrue();
        assertThat(look(99)).isTrue();
        assertThat(calls).isEmpty();
        assertThat(look(1)).isFalse();
        assertThat(calls).containsExactly("+/a a");
    }

    @Test
    void whatDoesNotChangeIsDeployedOnce() throws IOException {
        directory("a");
        deployer.deployAll();
        assertThat(look(1_000)).isFalse();
        assertThat(look(1_000)).isFalse();
        assertThat(calls).hasSize(1);
    }

    @Test
    void aDirectoryThatGrowsIsWaitedFor() throws IOException {
        Path directory = directory("a");
        look(0);
        Files.writeString(directory.resolve("1"), "1");
        assertThat(look(100)).isTrue();
        Files.writeString(directory.resolve("2"), "22");
        assertThat(look(100)).isTrue();
        assertThat(calls).isEmpty();
        look(100);
        assertThat(calls).containsExactly("+/a a");
    }

    @Test
    void aWarThatGrowsIsWaitedFor() throws IOException {
        Path war = Files.writeString(appBase.resolve("a.war"), "P");
        look(0);
        Files.writeString(war, "PK");
        look(100);
        assertThat(calls).isEmpty();
        war("a.war");
        look(100);
        look(100);
        assertThat(calls).containsExactly("+/a a.war");
    }

    @Test
    void aWarThatIsNotWholeGetsTwoSeconds() throws IOException {
        Files.writeString(appBase.resolve("a.war"), "PK");
        look(0);
        assertThat(look(1_999)).isTrue();
        assertThat(calls).isEmpty();
        assertThat(look(1)).isFalse();
        assertThat(calls).as("its deployment says what is wrong").containsExactly("+/a a.war");
        look(5_000);
        assertThat(calls).as("once").hasSize(1);
    }

    @Test
    void whatIsGoneForAMomentOnlyIsNotTakenAway() throws IOException {
        Path war = war("a.war");
        deployer.deployAll();
        Path beside = Files.move(war, base.resolve("beside"));
        look(0);
        look(99);
        Files.move(beside, war);
        look(1);
        assertThat(calls).containsExactly("+/a a.war");
    }

    @Test
    void whatIsGoneIsTakenAway() throws IOException {
        Path war = war("a.war");
        deployer.deployAll();
        Files.delete(war);
        assertThat(look(0)).isTrue();
        assertThat(look(100)).isFalse();
        assertThat(calls).containsExactly("+/a a.war", "-/a");
    }

    @Test
    void whatCameAndWentIsForgotten() throws IOException {
        Path directory = directory("a");
        look(0);
        Files.delete(directory);
        assertThat(look(100)).isFalse();
        assertThat(calls).isEmpty();
    }

    @Test
    void staticFilesOfADirectoryAreNoChange() throws IOException {
        Path directory = directory("a");
        deployer.deployAll();
        Files.writeString(directory.resolve("index.html"), "x");
        assertThat(look(0)).isFalse();
        assertThat(calls).hasSize(1);
    }

    @Test
    void itsDescriptorIs() throws IOException {
        Path directory = directory("a");
        Files.createDirectories(directory.resolve("WEB-INF"));
        deployer.deployAll();
        Files.writeString(directory.resolve("WEB-INF/web.xml"), "<web-app/>");
        look(0);
        look(100);
        assertThat(calls).containsExactly("+/a a", "+/a a");
    }

    @Test
    void classesAreForReloadableOnesOnly() throws IOException {
        Files.createDirectories(directory("a").resolve("WEB-INF/classes"));
        Files.createDirectories(directory("b").resolve("WEB-INF/classes"));
        reloadable.add("a");
        deployer.deployAll();
        Files.writeString(appBase.resolve("a/WEB-INF/classes/A.class"), "x");
        Files.writeString(appBase.resolve("b/WEB-INF/classes/B.class"), "x");
        look(0);
        look(100);
        assertThat(calls).containsExactly("+/a a", "+/b b", "+/a a");
    }

    @Test
    void watchedFilesAreForThoseThatNameThem() throws IOException {
        directory("a");
        directory("b");
        deployer.deployAll();
        watched.put("a", new WatchedFiles(List.of(base.resolve("conf/more.txt"))));
        Files.writeString(base.resolve("conf/more.txt"), "x");
        look(0);
        whileDeploying = () -> watched.clear();
        look(100);
        assertThat(calls).containsExactly("+/a a", "+/b b", "+/a a");
    }

    @Test
    void aChangeOfClassesWhileTheyAreDeployedIsOne() throws IOException {
        Path classes = Files.createDirectories(directory("a").resolve("WEB-INF/classes"));
        reloadable.add("a");
        deployer =
                new Deployer(
                        new DeployerSettings("h", appBase, null, null, null, Set.of(), false, 1),
                        deployments,
                        () -> now,
                        DeployerThreads.none());
        whileDeploying = () -> write(classes.resolve("A.class"));
        deployer.deployAll();
        whileDeploying = () -> {};
        look(0);
        look(100);
        assertThat(calls).containsExactly("+/a a", "+/a a");
    }

    @Test
    void aWarComesBeforeADirectory() throws IOException {
        directory("a");
        war("a.war");
        deployer.deployAll();
        assertThat(calls).containsExactly("+/a a.war");
    }

    @Test
    void theDirectoryFollowsWhenTheWarIsGone() throws IOException {
        directory("a");
        Path war = war("a.war");
        deployer.deployAll();
        Files.delete(war);
        look(0);
        look(100);
        assertThat(calls).containsExactly("+/a a.war", "+/a a");
    }

    @Test
    void aDescriptorWithADocBaseComesFirst() throws IOException {
        directory("a");
        Path other = Files.createDirectories(base.resolve("other"));
        Path descriptor = Files.writeString(descriptors.resolve("a.xml"), "<Context/>");
        docBases.put(descriptor, other);
        deployer.deployAll();
        assertThat(calls).containsExactly("+/a other");
    }

    @Test
    void otherFilesBesideDescriptorsAreNone() throws IOException {
        Files.writeString(descriptors.resolve("context.xml.default"), "<Context/>");
        deployer.deployAll();
        assertThat(calls).isEmpty();
    }

    @Test
    void namesThatAreIgnoredStayOut() throws IOException {
        directory("a");
        directory("ab");
        deployer(Pattern.compile("a"), Set.of()).deployAll();
        assertThat(calls).containsExactly("+/ab ab");
    }

    @Test
    void pathsThatAreTakenStayOut() throws IOException {
        directory("a");
        war("b##2.war");
        deployer(null, Set.of("/a", "/b")).deployAll();
        assertThat(calls).isEmpty();
    }

    @Test
    void whatIsSkippedIsDeployedWhenItChanges() throws IOException {
        Path directory = directory("a");
        deployer.skipAll();
        assertThat(look(1_000)).isFalse();
        Files.createDirectories(directory.resolve("META-INF"));
        Files.writeString(directory.resolve("META-INF/context.xml"), "<Context/>");
        look(0);
        look(100);
        assertThat(calls).containsExactly("+/a a");
    }

    @Test
    void versionsAreApplicationsOfTheirOwn() throws IOException {
        war("a##1.war");
        deployer.deployAll();
        war("a##2.war");
        look(0);
        look(100);
        assertThat(calls).containsExactly("+/a##1 a##1.war", "+/a##2 a##2.war");
    }

    @Test
    void aVersionThatNobodyNeedsIsRemovedWhereTheHostWantsIt() throws IOException {
        war("a##1.war");
        war("a##2.war");
        deployer.deployAll();
        superseded.add("a##1");
        look(0);
        assertThat(calls).as("not by default").hasSize(2);
        removesOld = true;
        deployer = deployer(null, Set.of());
        deployer.deployAll();
        calls.clear();
        look(0);
        assertThat(calls).containsExactly("x/a##1");
    }

    @Test
    void aDescriptorThatIsCopiedIsNoChange() throws IOException {
        directory("a");
        copies.put("a", Files.writeString(descriptors.resolve("b.txt"), "<Context/>"));
        deployer.deployAll();
        Files.move(copies.get("a"), descriptors.resolve("a.xml"));
        copies.clear();
        assertThat(look(0)).isFalse();
        assertThat(calls).hasSize(1);
    }

    @Test
    void aTaskThatFailsIsLoggedAndTheOthersGoOn() throws IOException {
        directory("a");
        directory("b");
        whileDeploying =
                () -> {
                    whileDeploying = () -> {};
                    throw new IllegalStateException("thrown by a test");
                };
        deployer.deployAll();
        assertThat(calls).containsExactly("+/b b");
    }

    @Test
    void closingWithoutWatchingIsNothing() {
        deployer.close();
        deployer.close();
        assertThat(calls).isEmpty();
    }

    @Test
    void anAppBaseThatIsNotThereHasNothing() throws IOException {
        Files.delete(appBase);
        deployer.deployAll();
        assertThat(look(0)).isFalse();
    }

    private boolean look(long afterMillis) throws IOException {
        now += Duration.ofMillis(afterMillis).toNanos();
        return deployer.look();
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "x");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(appBase.resolve(name));
    }

    private Path war(String name) throws IOException {
        Path war = appBase.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.write('x');
        }
        return war;
    }
}
