package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that comes, is used and goes, again and again, leaves nothing behind. */
class RedeployedApplicationTest {
    /** Of one deployment there are thousands. */
    private static final int FEW_CLASSES = 200;

    /** Bytes; the classes of one deployment take more than thirty times as much. */
    private static final long NOISE = 2 << 20;

    @TempDir private Path temp;

    @Test
    void aFewDeploymentsLeaveNoClassLoaderAndNoMetaspace() throws Exception {
        deployAndRemove(3, 2);
    }

    @Test
    @Tag("full")
    void fiftyDeploymentsLeaveNoClassLoaderAndNoMetaspace() throws Exception {
        deployAndRemove(50, 10);
    }

    /**
     * @param warm rounds until most is there of what the JVM keeps for good: classes of its own and
     *     of the server, and the profiles of their methods, which get more as they get hot
     */
    private void deployAndRemove(int rounds, int warm) throws Exception {
        List<Long> metaspace = new ArrayList<>();
        List<Integer> classes = new ArrayList<>();
        try (DroppedWar app = new DroppedWar(Wire.NIO, temp, "spring-boot/target/library.war")) {
            for (int round = 1; round <= rounds; round++) {
                if (round > 1) {
                    app.drop();
                }
                new LibraryVisit(app).whole();
                app.mustBeGoneAfterRemoval();
                assertThat(app.complaints()).isEmpty();
                metaspace.add(metaspace());
                classes.add(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
            }
        }
        System.out.println("after each round: metaspace " + metaspace + ", classes " + classes);
        long settled = metaspace.get(warm - 1) + NOISE;
        assertThat(metaspace.subList(warm, rounds)).allMatch(used -> used < settled);
        int known = classes.get(warm - 1) + FEW_CLASSES;
        assertThat(classes.subList(warm, rounds)).allMatch(count -> count < known);
    }

    private static long metaspace() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .map(MemoryPoolMXBean::getUsage)
                .findFirst()
                .orElseThrow()
                .getUsed();
    }
}
