package dev.serval.startup;

import dev.serval.config.Compatibility;
import dev.serval.config.ServerXml;
import dev.serval.config.Surroundings;
import dev.serval.container.StoredUsers;
import dev.serval.control.ControlClient;
import dev.serval.control.ControlSocket;
import dev.serval.extension.ExtensionException;
import dev.serval.extension.Extensions;
import dev.serval.security.CredentialHandler;
import dev.serval.security.UserTable;
import dev.serval.settings.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code serval.sh user}: changes the file of users that the configuration names; a running server
 * sees it within a second. One thread. Throws StartFailure if it fails.
 */
final class UserCommand {
    static final String USAGE =
            "Usage: serval.sh user list\n"
                    + "       serval.sh user add NAME [--role ROLE]... [--replace]\n"
                    + "       serval.sh user remove NAME\n"
                    + "add asks for the password, or reads it from the standard input, and keeps"
                    + " a hash of it. The managers know the roles manager-gui, manager-script,\n"
                    + "manager-jmx, manager-status, admin-gui and admin-script; others are those"
                    + " of applications.";

    /** The roles that the managers require. */
    private static final Set<String> OF_MANAGERS =
            Set.of(
                    "manager-gui",
                    "manager-script",
                    "manager-jmx",
                    "manager-status",
                    "admin-gui",
                    "admin-script");

    private final Home home;
    private final CredentialHandler hash;
    private final InputStream in;
    private final PrintStream out;

    /**
     * @param hash makes the stored form of a password
     */
    UserCommand(Home home, CredentialHandler hash, InputStream in, PrintStream out) {
        this.home = home;
        this.hash = hash;
        this.in = in;
        this.out = out;
    }

    /** Returns the exit code. */
    int run(List<String> words) {
        if (words.equals(List.of("--help"))) {
            out.println(USAGE);
            return 0;
        }
        String verb = words.isEmpty() ? "" : words.get(0);
        List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
        try {
            switch (verb) {
                case "list" -> list(rest);
                case "add" -> add(rest);
                case "remove" -> remove(rest);
                default -> throw new StartFailure(USAGE);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new StartFailure("user: " + e.getMessage());
        }
        return 0;
    }

    private void list(List<String> words) throws IOException {
        if (!words.isEmpty()) {
            throw new StartFailure(USAGE);
        }
        for (UserTable.User user : users().table().users()) {
            Set<String> groups = user.groups();
            out.println(
                    user.name()
                            + (user.roles().isEmpty() ? "" : ": " + String.join(",", user.roles()))
                            + (groups.isEmpty() ? "" : " (in " + String.join(",", groups) + ")"));
        }
    }

    private void add(List<String> words) throws IOException {
        String name = null;
        Set<String> roles = new TreeSet<>();
        boolean replace = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--role") && i + 1 < words.size()) {
                roles.addAll(List.of(words.get(++i).split(",")));
            } else if (word.equals("--replace")) {
                replace = true;
            } else if (name == null && !word.startsWith("--")) {
                name = word;
            } else {
                throw new StartFailure(
                        "user add: what is \"" + word + "\"? No argument is a password.\n" + USAGE);
            }
        }
        if (name == null) {
            throw new StartFailure(USAGE);
        }
        StoredUsers users = users();
        requireNew(users, name, replace);
        String password = TypedPassword.read(in);
        if (password == null) {
            throw new StartFailure("user add: there is no password");
        }
        UserTable.User user =
                new UserTable.User(name, hash.mutate(password), null, Set.of(), roles);
        users.change(table -> table.with(user));
        out.println(name + " is in " + users.path());
        for (String role : roles) {
            if (!OF_MANAGERS.contains(role)) {
                out.println(
                        "The role "
                                + role
                                + " is none of the managers'"
                                + NearestName.hint(role, OF_MANAGERS)
                                + ": it counts where an application asks for it");
            }
        }
        tell("add", name);
    }

    private static void requireNew(StoredUsers users, String name, boolean replace) {
        if (!replace && isThere(users, name)) {
            throw new StartFailure(
                    "user add: " + name + " is in " + users.path() + " already; see --replace");
        }
    }

    private static boolean isThere(StoredUsers users, String name) {
        return users.table().users().stream().anyMatch(user -> user.name().equals(name));
    }

    private void remove(List<String> words) throws IOException {
        if (words.size() != 1) {
            throw new StartFailure(USAGE);
        }
        StoredUsers users = users();
        if (!isThere(users, words.get(0))) {
            throw new StartFailure("user remove: no " + words.get(0) + " is in " + users.path());
        }
        users.change(table -> table.withoutUser(words.get(0)));
        out.println(words.get(0) + " is no more in " + users.path());
        tell("remove", words.get(0));
    }

    /** Writes the change to the log of a running server. */
    private void tell(String verb, String name) {
        try {
            ControlClient.order(
                    ControlSocket.in(home.base().resolve("temp")),
                    List.of("user", verb, name),
                    line -> {});
        } catch (IOException e) {
            // There is no log to write it to.
        }
    }

    private StoredUsers users() throws IOException {
        ServerXml.Result result;
        try {
            result =
                    ServerXml.read(
                            home.serverXml(),
                            Surroundings.ofProcess(),
                            Extensions.in(home.base(), home.home()),
                            Compatibility.NONE);
        } catch (ExtensionException e) {
            throw new StartFailure(e.getMessage());
        }
        if (result.config() == null) {
            throw new StartFailure(
                    "user: "
                            + home.serverXml()
                            + " has errors; \"serval.sh configtest\" lists them");
        }
        StoredUsers users = StoredUsers.of(result.config(), home.home(), home.base());
        if (users == null) {
            throw new StartFailure(
                    "user: " + home.serverXml() + " names no file of users (UserDatabase)");
        }
        return users;
    }
}
