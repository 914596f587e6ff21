package dev.serval.webapp;

import dev.serval.config.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names what a descriptor asks of Tomcat's own servlets and does not get. Stateless; for one file
 * each. A value that says what happens anyway needs no word.
 */
final class InitParameterWarnings {
    private static final String NEVER = "(no value)";

    /** What Tomcat's default servlet knows, and the values that are what we do. */
    private static final Map<String, List<String>> FILES =
            Map.ofEntries(
                    Map.entry("allowPartialPut", List.of("false")),
                    Map.entry("allowPostAsGet", List.of("false")),
                    Map.entry("contextXsltFile", List.of(NEVER)),
                    Map.entry("debug", List.of("0")),
                    Map.entry("directoryRedirectStatusCode", List.of("302")),
                    Map.entry("fileEncoding", List.of("utf-8", "utf8")),
                    Map.entry("globalXsltFile", List.of(NEVER)),
                    Map.entry("gzip", List.of("false")),
                    Map.entry("input", List.of("2048")),
                    Map.entry("listings", List.of("false")),
                    Map.entry("localXsltFile", List.of(NEVER)),
                    Map.entry("output", List.of("2048")),
                    Map.entry("precompressed", List.of("false")),
                    Map.entry("readmeFile", List.of(NEVER)),
                    Map.entry("readonly", List.of("true")),
                    Map.entry("sendfileSize", List.of("48")),
                    // Of listings, which there are none of.
                    Map.entry("showServerInfo", List.of("true", "false")),
                    Map.entry("sortDirectoriesFirst", List.of("false")),
                    Map.entry("sortListings", List.of("false")),
                    Map.entry("useAcceptRanges", List.of("true")),
                    Map.entry("useBomIfPresent", List.of("true", "pass-through")),
                    Map.entry("useStrongETags", List.of("false")));

    private InitParameterWarnings() {}

    /** Of the servlet that serves files. */
    static void ofFiles(Definition servlet, Problems problems) {
        servlet.parameters()
                .forEach(
                        (name, setting) -> {
                            List<String> ours = FILES.get(name);
                            String what = "init-param " + name + " of servlet " + servlet.name();
                            if (ours == null) {
                                problems.warning(
                                        setting.at(),
                                        what
                                                + " is not known"
                                                + NearestName.hint(name, FILES.keySet())
                                                + "; it is ignored");
                            } else if (!ours.contains(
                                    setting.value().strip().toLowerCase(Locale.ROOT))) {
                                problems.warning(setting.at(), what + has(setting, ours));
                            }
                        });
    }

    private static String has(Setting setting, List<String> ours) {
        String instead =
                ours.get(0).equals(NEVER) ? "" : "; files are served as with " + ours.get(0);
        return " is known, but its value " + setting.value() + " has no effect here yet" + instead;
    }

    /** Of the servlet for pages: one sentence for all of them. */
    static void ofPages(Definition servlet, Problems problems) {
        Set<String> names = servlet.parameters().keySet();
        if (!names.isEmpty()) {
            problems.warning(
                    servlet.at(),
                    "the init-params of servlet "
                            + servlet.name()
                            + " ("
                            + String.join(", ", names)
                            + ") have no effect here yet: pages answer 501");
        }
    }
}
