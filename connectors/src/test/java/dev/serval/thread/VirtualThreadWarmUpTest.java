package dev.serval.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class VirtualThreadWarmUpTest {
    /** The JDK's own threads, which wait for sockets and for times in place of virtual ones. */
    @Test
    void behindItTheThreadsAreThereThatVirtualOnesNeedToWait() throws Exception {
        assumeTrue(Threads.haveVirtual());
        VirtualThreadWarmUp.waitOnce();
        Set<String> names =
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .collect(Collectors.toSet());
        assertThat(names)
                .anyMatch(name -> name.endsWith("Poller"))
                .anyMatch(name -> name.startsWith("ForkJoinPool-1-"));
    }
}
