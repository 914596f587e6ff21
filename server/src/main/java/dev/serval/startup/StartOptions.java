package dev.serval.startup;

import java.nio.file.Path;
import java.util.List;

/**
 * What stands behind {@code start}, {@code run} and {@code configtest}, as with Tomcat, and that
 * nothing stands behind others. Immutable.
 *
 * @param config the file in place of {@code conf/server.xml}, absolute or relative to the base;
 *     null for that
 */
record StartOptions(Path config) {
    /** That of Tomcat which has a meaning here. */
    static final String CONFIG = "-config";

    /**
     * @param command for messages
     * @throws StartFailure for what is not known
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
     * For a command that takes nothing.
     *
     * @throws StartFailure for whatever stands there
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
