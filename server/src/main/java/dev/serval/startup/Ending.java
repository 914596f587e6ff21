package dev.serval.startup;

import dev.serval.container.Server;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when the process is told to end: the requests in flight are finished, then it ends
 * with code 0. Runs once, as the JVM's shutdown hook.
 *
 * <pre>
 * SIGTERM, SIGINT, SIGHUP -&gt; hook: stop the server -&gt; delete the PID file -&gt; halt(0)
 * System.exit(n)          -&gt; hook: stop the server -&gt; delete the PID file -&gt; n stays
 * </pre>
 */
final class Ending implements Runnable {
    /** How long requests in flight may take to finish. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private final PidFile pidFile;
    private volatile Server running;

    Ending(PidFile pidFile) {
        this.pidFile = pidFile;
    }

    /** From now on there are requests to finish. */
    void running(Server server) {
        running = server;
    }

    @Override
    public void run() {
        Server server = running;
        if (server != null) {
            try {
                long begun = System.nanoTime();
                LOG.info("Stopping: requests in flight have {} s.", PATIENCE.toSeconds());
                server.stop(PATIENCE);
                LOG.info("Stopped after {} ms.", (System.nanoTime() - begun) / 1_000_000);
            } catch (RuntimeException e) {
                LOG.error("SRV-0806 The server did not stop cleanly.", e);
            }
        }
        if (pidFile != null) {
            pidFile.release();
        }
        System.out.flush();
        System.err.flush();
        if (!exitCalled()) {
            // A JVM that was told to end by SIGTERM would exit with 143, which reads as a failure.
            Runtime.getRuntime().halt(0);
        }
    }

    /** True when somebody called System.exit, whose code then stays. */
    private static boolean exitCalled() {
        for (StackTraceElement[] frames : Thread.getAllStackTraces().values()) {
            for (StackTraceElement frame : frames) {
                if (frame.getMethodName().equals("exit")
                        && frame.getClassName().equals("java.lang.Runtime")) {
                    return true;
                }
            }
        }
        return false;
    }
}
