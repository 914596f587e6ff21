package dev.serval.control;

import dev.serval.lifecycle.ApplicationStatus.Failure;
import dev.serval.operations.ApplicationName;
import dev.serval.operations.Caller;
import dev.serval.operations.DeployRequest;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.Operations;
import dev.serval.operations.OperatorChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * {@code deploy}, {@code undeploy} and {@code reload} of applications of the default host, as the
 * manager application does. Thread-safe.
 */
final class DeploymentOrders {
    private static final String WAR = ".war";

    private final Supplier<Operations> operations;

    /** An order whose arguments are understood. */
    private interface Step {
        int run(List<String> words, Consumer<String> out) throws OperationRefused, IOException;
    }

    /** An order with the numbers of its arguments. The operations write it to the log. */
    private record Deployment(String usage, int fewest, int most, Step step) implements Order {
        @Override
        public int run(List<String> words, Consumer<String> out) throws IOException {
            if (words.size() < fewest || words.size() > most) {
                return Order.notUnderstood(usage, out);
            }
            try {
                return step.run(words, out);
            } catch (OperationRefused e) {
                throw new IOException(RefusedOrder.words(e), e);
            }
        }

        @Override
        public boolean isTold(List<String> words) {
            return true;
        }
    }

    DeploymentOrders(Supplier<Operations> operations) {
        this.operations = operations;
    }

    Map<String, Order> all() {
        Map<String, Order> all = new TreeMap<>();
        all.put("deploy", new Deployment("deploy FILE [PATH]", 1, 2, this::deploy));
        all.put("undeploy", new Deployment("undeploy PATH", 1, 1, this::undeploy));
        all.put("reload", new Deployment("reload PATH", 1, 1, this::reload));
        return all;
    }

    private OperatorChanges changes() {
        return operations.get().by(new Caller(System.getProperty("user.name"), "serval.sh"));
    }

    private String host() {
        return operations.get().host();
    }

    private int deploy(List<String> words, Consumer<String> out)
            throws OperationRefused, IOException {
        Path file = Path.of(words.get(0));
        requireWar(file);
        ApplicationName app =
                words.size() == 2
                        ? named(words.get(1))
                        : ApplicationName.ofFile(file.getFileName().toString());
        Instant begun = Instant.now();
        DeployedApplication now =
                changes()
                        .deploy(
                                host(),
                                new DeployRequest(app, null, file.toString(), null, null, true));
        int code = told(now, begun, out);
        if (code == Order.FAILED) {
            // As with Tomcat: the application can be examined, replaced, or undeployed.
            out.accept(
                    "its WAR stays in the appBase, also for the next start: deploy another one, or"
                            + " undeploy "
                            + app.display());
        }
        return code;
    }

    private static void requireWar(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + " does not exist");
        }
        if (!Files.isRegularFile(file) || !file.toString().endsWith(WAR)) {
            throw new IOException(file + " is no WAR: its name has to end with " + WAR);
        }
        if (!Files.isReadable(file)) {
            throw new IOException(file + " cannot be read by the user of the server");
        }
    }

    private int undeploy(List<String> words, Consumer<String> out)
            throws OperationRefused, IOException {
        ApplicationName app = named(words.get(0));
        changes().undeploy(host(), app);
        out.accept(app.display() + " is undeployed");
        return Order.DONE;
    }

    private int reload(List<String> words, Consumer<String> out)
            throws OperationRefused, IOException {
        ApplicationName app = named(words.get(0));
        boolean served =
                operations.get().applications(host()).stream()
                        .filter(each -> each.name().equals(app))
                        .findFirst()
                        .map(DeployedApplication::isServed)
                        .orElse(true);
        Instant begun = Instant.now();
        // An application that has failed is started again.
        return told(
                served ? changes().reload(host(), app) : changes().start(host(), app), begun, out);
    }

    private static ApplicationName named(String path) throws IOException {
        if (!path.startsWith("/")) {
            throw new IOException("\"" + path + "\" is no path of an application, such as /shop");
        }
        return path.equals("/")
                ? ApplicationName.of(path, "")
                : ApplicationName.ofFile(path.substring(1).replace('/', '#'));
    }

    /** Prints the state of the application; failed unless the requested one is served. */
    private static int told(DeployedApplication now, Instant begun, Consumer<String> out) {
        out.accept(ApplicationsOrder.line(now.status()));
        Failure failure = now.status().failure();
        boolean failed = failure != null && !failure.at().isBefore(begun);
        return now.isServed() && !failed ? Order.DONE : Order.FAILED;
    }
}
