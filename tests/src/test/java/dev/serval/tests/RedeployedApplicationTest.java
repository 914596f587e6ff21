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
    /** Rounds until everything that the JVM and the server keep for good is there. */
    private static final int WARM = 2;

    /** Bytes; the classes of one deployment take more than thirty times as much. */
    private static final long NOISE = 2 << 20;

    @TempDir private Path temp;

    @Test
    void aFewDeploymentsLeaveNoClassLoaderAndNoMetaspace() throws Exception {
        deployAndRemove(3);
    }

    @Test
    @Tag("full")
    void fiftyDeploymentsLeaveNoClassLoaderAndNoMetaspace() throws Exception {
        deployAndRemove(50);
    }

    private void deployAndRemove(int rounds) throws Exception {
        List<Long> metaspace = new ArrayList<>();
        try (DroppedWar app = new DroppedWar(Wire.NIO, temp, "spring-boot/target/library.war")) {
            for (int round = 1; round <= rounds; round++) {
                if (round > 1) {
                    app.drop();
                }
                new LibraryVisit(app).whole();
                app.mustBeGoneAfterRemoval();
                assertThat(app.complaints()).isEmpty();
                metaspace.add(metaspace());
            }
        }
        System.out.println("metaspace after each round: " + metaspace);
        long settled = metaspace.get(WARM - 1);
        assertThat(metaspace.subList(WARM, rounds)).allMatch(used -> used < settled + NOISE);
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
