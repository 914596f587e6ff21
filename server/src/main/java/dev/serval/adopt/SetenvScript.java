package dev.serval.adopt;

import dev.serval.config.Finding;
import dev.serval.config.Verdict;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What becomes of the variables of {@code bin/setenv.sh}, which the script has read. Stateless. */
final class SetenvScript {
    private static final Pattern VARIABLE =
            Pattern.compile("\\s*(?:export\\s+)?([A-Z][A-Z0-9_]*)=.*");

    /** Other variables are those of the user, and reach the server if they are exported. */
    private static final Map<String, Finding> KNOWN = new HashMap<>();

    static {
        known("CATALINA_PID", Verdict.MAPPED, "to temp/serval.pid, since Tomcat may run, too");
        known("CATALINA_TMPDIR", Verdict.MAPPED, "to temp");
        known("CATALINA_OUT", Verdict.WITHOUT_EFFECT, "it runs in the foreground");
        known("CATALINA_OUT_CMD", Verdict.WITHOUT_EFFECT, "it runs in the foreground");
        known("CATALINA_LOGGING_CONFIG", Verdict.UNSUPPORTED, "conf/logging.properties is read");
        known("LOGGING_MANAGER", Verdict.UNSUPPORTED, "java.util.logging goes to Serval's logs");
        known("JSSE_OPTS", Verdict.UNSUPPORTED, "put them into CATALINA_OPTS");
        known("CATALINA_HOME", Verdict.UNSUPPORTED, "give it to serval.sh in the environment");
        known("CATALINA_BASE", Verdict.UNSUPPORTED, "it is what serval.sh adopt is given");
    }

    private SetenvScript() {}

    private static void known(String name, Verdict verdict, String why) {
        KNOWN.put(name, new Finding(Location.NONE, name, verdict, why));
    }

    /** The findings for the script of the base, else for that of the home, as in Tomcat. */
    static List<Finding> findings(Path base, Path home) {
        for (Path root : List.of(base, home)) {
            Path script = root.resolve("bin/setenv.sh");
            if (Files.isReadable(script)) {
                return findings(script, root.equals(base) ? "bin/setenv.sh" : script.toString());
            }
        }
        return List.of();
    }

    private static List<Finding> findings(Path script, String shown) {
        List<Finding> findings = new ArrayList<>();
        try {
            List<String> lines = Files.readAllLines(script, StandardCharsets.ISO_8859_1);
            for (int i = 0; i < lines.size(); i++) {
                Matcher variable = VARIABLE.matcher(lines.get(i));
                if (variable.matches()) {
                    Location at = new Location(shown, i + 1, variable.start(1) + 1);
                    String name = variable.group(1);
                    Finding known = KNOWN.getOrDefault(name, Finding.honoured(Location.NONE, name));
                    findings.add(new Finding(at, name, known.verdict(), known.why()));
                }
            }
        } catch (IOException e) {
            Location at = new Location(shown, 0, 0);
            findings.add(new Finding(at, shown, Verdict.UNSUPPORTED, "cannot be read: " + e));
        }
        return findings;
    }
}
