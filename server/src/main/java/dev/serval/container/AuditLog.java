package dev.serval.container;

import dev.serval.http.LogText;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.operations.Caller;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.OperationRefused;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line of the log for each change that an operator makes or is refused. Immutable. */
final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.serval.operations.audit");
    private static final int LONGEST = 200;

    private final Caller caller;

    /** Something that may be refused. */
    interface Change<T> {
        T run() throws OperationRefused, IOException;
    }

    AuditLog(Caller caller) {
        this.caller = caller;
    }

    /**
     * Runs a change and logs its outcome in any case.
     *
     * @param what verb and object
     */
    <T> T tell(String what, Change<T> change) throws OperationRefused, IOException {
        String outcome = "failed";
        // Threads that the change creates do not inherit the caller's loader.
        ClassLoader before = ContextClassLoader.enter(AuditLog.class.getClassLoader());
        try {
            T result = change.run();
            outcome =
                    result instanceof DeployedApplication now && !now.isServed()
                            ? "done, but it is " + now.status().state()
                            : "done";
            return result;
        } catch (OperationRefused e) {
            outcome = "refused, " + e.reason();
            throw e;
        } catch (IOException | RuntimeException e) {
            outcome = "failed, " + e;
            throw e;
        } finally {
            ContextClassLoader.leave(before);
            note(what, outcome);
        }
    }

    /** Logs a change that was made elsewhere. */
    void note(String what, String outcome) {
        LOG.info(
                "SRV-0720 {} from {}: {}: {}",
                shown(caller.user() == null ? "somebody" : caller.user()),
                shown(caller.address()),
                shown(what),
                shown(outcome));
    }

    private static String shown(String text) {
        return LogText.shown(String.valueOf(text), LONGEST, "");
    }
}
