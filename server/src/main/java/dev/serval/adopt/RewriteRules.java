package dev.serval.adopt;

import dev.serval.config.Finding;
import dev.serval.config.Verdict;
import dev.serval.settings.Location;
import dev.serval.valve.rewrite.Rewrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What becomes of the lines of a {@code rewrite.config}. Stateless. */
final class RewriteRules {
    private RewriteRules() {}

    /**
     * Empty where there is no such file.
     *
     * @param asked whether there is a valve that asks for rules
     */
    static List<Finding> of(Path directory, Path base, boolean asked) {
        Path file = directory.resolve(Rewrite.FILE);
        List<Finding> findings = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return findings;
        }
        String shown = base.relativize(file).toString();
        if (!asked) {
            Location at = new Location(shown, 0, 0);
            String why = "no RewriteValve asks for it";
            findings.add(new Finding(at, Rewrite.FILE, Verdict.WITHOUT_EFFECT, why));
            return findings;
        }
        Map<Integer, Finding> mistakes = new HashMap<>();
        new Rewrite(file, base::resolve, null)
                .mistakes(shown)
                .forEach(
                        (at, why) ->
                                mistakes.put(
                                        at.line(),
                                        new Finding(at, Rewrite.FILE, Verdict.UNSUPPORTED, why)));
        try {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String text = lines.get(i).strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    findings.add(line(shown, i + 1, text, mistakes.get(i + 1)));
                }
            }
        } catch (IOException e) {
            Location at = new Location(shown, 0, 0);
            findings.add(new Finding(at, shown, Verdict.UNSUPPORTED, "cannot be read: " + e));
        }
        return findings;
    }

    private static Finding line(String shown, int line, String text, Finding mistake) {
        String what = text.split("\\s+", 2)[0];
        return mistake == null
                ? Finding.honoured(new Location(shown, line, 1), what)
                : new Finding(mistake.at(), what, mistake.verdict(), mistake.why());
    }
}
