package dev.serval.startup;

import dev.serval.http.LogText;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loggers of the server's log by the names of java.util.logging. Thread-safe. The log keeps
 * each logger for ever, java.util.logging does not. So after {@value #MOST} names, including their
 * parents, and for names longer than {@value #LONGEST} characters, records go to the nearest known
 * parent, and an application that derives names from its input does not fill the memory. After
 * {@value #MOST_OF_ONE} names of one application this applies to its own new names, so that other
 * applications still get theirs.
 */
final class JulNames {
    static final int MOST = 20_000;
    static final int MOST_OF_ONE = 5000;
    static final int LONGEST = 250;

    /** For names without a known logger above. */
    static final String NONE = "java.util.logging";

    private final Map<String, Logger> known = new ConcurrentHashMap<>();
    private final Logger none = LoggerFactory.getLogger(NONE);
    // The number of names by application; negative for an application that may make no more.
    // Guarded by this.
    private final Map<String, Integer> made = new HashMap<>();

    /** Whether a text from outside may become the name of a logger, which Logback keeps. */
    static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST
                && text.chars().allMatch(c -> c > ' ' && c != 127 && !Character.isWhitespace(c));
    }

    /**
     * @param application the application, called for new names only; may supply null
     */
    Logger logger(String name, Supplier<String> application) {
        if (name == null || name.isEmpty()) {
            return none;
        }
        Logger logger = known.get(name);
        return logger != null ? logger : learned(name, application.get());
    }

    private Logger learned(String name, String application) {
        boolean tell = false;
        Logger logger;
        synchronized (this) {
            int own = made.getOrDefault(application, 0);
            if (name.length() <= LONGEST && own >= 0) {
                int unknown = unknown(name);
                if (known.size() + unknown <= MOST && own + unknown <= MOST_OF_ONE) {
                    made.put(application, own + unknown);
                    return learn(name);
                }
                made.put(application, -1);
                tell = true;
            }
            // Shortened first, since each step up copies the rest.
            logger = above(name.length() > LONGEST ? parent(name.substring(0, LONGEST)) : name);
        }
        if (tell) {
            LoggerFactory.getLogger(JulNames.class)
                    .warn(
                            "SRV-0948 There are more than {} names of java.util.logging's loggers{};"
                                    + " what others say is written under the nearest name above them."
                                    + " The last was [{}]: look for an application that makes names of"
                                    + " what it gets, and give such loggers one name",
                            known.size() >= MOST - LONGEST ? MOST : MOST_OF_ONE,
                            application == null ? "" : " of application " + application,
                            LogText.shown(name, LONGEST, ""));
        }
        return logger;
    }

    /** How many loggers Logback would make, including one for each name above. */
    private int unknown(String name) {
        int count = 0;
        for (String one = name; one != null && !known.containsKey(one); one = parent(one)) {
            count++;
        }
        return count;
    }

    private Logger learn(String name) {
        for (String one = name; one != null && !known.containsKey(one); one = parent(one)) {
            // An application may have made it from its input.
            known.put(one, LoggerFactory.getLogger(LogText.shown(one, Integer.MAX_VALUE, "")));
        }
        return known.get(name);
    }

    private Logger above(String name) {
        for (String one = name; one != null; one = parent(one)) {
            Logger logger = known.get(one);
            if (logger != null) {
                return logger;
            }
        }
        return none;
    }

    /** The parent name; null if there is none. For Logback a dollar sign separates, too. */
    private static String parent(String name) {
        int end = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$'));
        return end <= 0 ? null : name.substring(0, end);
    }
}
