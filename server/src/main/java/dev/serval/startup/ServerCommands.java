package dev.serval.startup;

import dev.serval.control.ControlClient;
import dev.serval.control.ControlSocket;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The commands of {@code serval.sh} that call a running server, or read the files that it has
 * written. One thread. Throws StartFailure for a command that fails.
 */
final class ServerCommands {
    /** Their names. */
    static final Set<String> NAMES =
            Set.of(
                    "status",
                    "apps",
                    "deploy",
                    "undeploy",
                    "reload",
                    "drain",
                    "config",
                    "logs",
                    "audit");

    private final Home home;
    private final PrintStream out;

    ServerCommands(Home home, PrintStream out) {
        this.home = home;
        this.out = out;
    }

    /** Returns the exit code. */
    int run(String command, List<String> words) {
        Path logs = home.base().resolve("logs");
        try {
            return switch (command) {
                case "logs" -> new LogsCommand(logs, out).tail(words);
                case "audit" -> new LogsCommand(logs, out).audit(words);
                case "config" -> config(words);
                default -> order(command, words);
            };
        } catch (IOException e) {
            throw new StartFailure(command + ": " + e.getMessage());
        }
    }

    private int order(String command, List<String> words) throws IOException {
        List<String> order = new ArrayList<>(List.of(command));
        order.addAll(words);
        if (command.equals("deploy") && !words.isEmpty()) {
            // The working directory of the server is another one.
            order.set(1, Path.of(words.get(0)).toAbsolutePath().normalize().toString());
        }
        return ControlClient.order(ControlSocket.in(temp()), order, out::println);
    }

    private int config(List<String> words) throws IOException {
        StartOptions.none("config", words);
        Path socket = temp().resolve("ops.sock");
        String page = OpsClient.get(socket, "/config");
        if (page == null) {
            out.println(
                    "Serval is not running, or has no ops endpoint: nobody listens at " + socket);
            return ControlClient.NOT_RUNNING;
        }
        out.print(page);
        return 0;
    }

    private Path temp() {
        return home.base().resolve("temp");
    }
}
