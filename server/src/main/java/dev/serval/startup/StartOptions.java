package dev.serval.startup;

import java.nio.file.Path;
import java.util.List;

/**
 * The options of {@code start}, {@code run} and {@code configtest}, as with Tomcat; other commands
 * have none. Immutable.
 *
 * @param config the file in place of {@code conf/server.xml}, absolute or relative to the base;
 *     null means that file
 */
record StartOptions(Path config) {
    /** The option of Tomcat that has a meaning here. */
    static final String CONFIG = "-config";

    /**
     * @param command for messages
     * @throws StartFailure for an unknown option
     */
    static StartOptions of(String command, List<String> words) {
        Path config = null;
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).equals(CONFIG)) {
                throw refused(
                        command,
                        "what is \""
                                + words.get(i)
                                + "\"? Options of the JVM belong in SERVAL_OPTS.");
            }
            if (++i == words.size()) {
                throw refused(command, "which file?");
            }
            config = Path.of(words.get(i));
        }
        return new StartOptions(config);
    }

    /**
     * Checks a command that takes no options.
     *
     * @throws StartFailure for any option
     */
    static void none(String command, List<String> words) {
        if (!words.isEmpty()) {
            throw failure(command, " takes no arguments: what is \"" + words.get(0) + "\"?");
        }
    }

    private static StartFailure refused(String command, String why) {
        return failure(command, " [" + CONFIG + " FILE]: " + why);
    }

    private static StartFailure failure(String command, String what) {
        return new StartFailure("SRV-0817 " + command + what);
    }
}
