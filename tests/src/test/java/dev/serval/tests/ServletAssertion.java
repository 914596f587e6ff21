package dev.serval.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A sentence of the Servlet specification, or of the documentation of its API, that a test method
 * asserts; read from the sources of the tests. Immutable.
 *
 * @param section {@code 9.4.2}, or {@code HttpSession.getId} for a method of the API
 * @param sentence the name of the method, as a sentence
 * @param test class and method
 */
record ServletAssertion(String section, String sentence, String test) {
    private static final Pattern CLASS =
            Pattern.compile("Servlet61Section(\\d+(?:_\\d+)*)[A-Z]\\w*Test");
    private static final Pattern TEST = Pattern.compile("\\s+@(?:\\w+Test|Test)\\b.*");
    private static final Pattern SECTION = Pattern.compile("\\s*@Section\\(\"([^\"]+)\"\\).*");
    private static final Pattern METHOD =
            Pattern.compile("\\s+(?:(?:public|static|final)\\s+)*void (\\w+)\\(.*");
    private static final Pattern NUMBERED = Pattern.compile("section(\\d+(?:_\\d+)*)_(\\w+)");

    /**
     * Every method that is a test, of every class below a directory that is named for a section.
     */
    static List<ServletAssertion> below(Path tests) throws IOException {
        List<ServletAssertion> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                Matcher suite = CLASS.matcher(name.replace(".java", ""));
                if (name.endsWith(".java") && suite.matches()) {
                    read(suite, Files.readAllLines(file), found);
                }
            }
        }
        return found;
    }

    private static void read(Matcher suite, List<String> lines, List<ServletAssertion> found) {
        String ofClass = suite.group(1).replace('_', '.');
        String section = null;
        boolean inside = false;
        boolean isTest = false;
        for (String line : lines) {
            Matcher said = SECTION.matcher(line);
            Matcher method = METHOD.matcher(line);
            if (said.matches()) {
                section = said.group(1);
            } else if (TEST.matcher(line).matches()) {
                isTest = true;
            } else if (!inside && line.contains("class " + suite.group())) {
                inside = true;
                ofClass = section == null ? ofClass : section;
                section = null;
            } else if (method.matches() && isTest) {
                found.add(of(section == null ? ofClass : section, suite.group(), method.group(1)));
                section = null;
                isTest = false;
            }
        }
    }

    private static ServletAssertion of(String section, String suite, String method) {
        Matcher numbered = NUMBERED.matcher(method);
        boolean its = numbered.matches();
        return new ServletAssertion(
                its ? numbered.group(1).replace('_', '.') : section,
                sentence(its ? numbered.group(2) : method),
                suite + "." + method);
    }

    /** {@code aStatusOf404_isAnError} is "a status of 404, is an error". */
    private static String sentence(String method) {
        return method.replaceFirst("^rule\\d+_", "")
                .replace("_", ", ")
                .replaceAll("(?<=[a-z])(?=[0-9])|(?<=[a-z0-9])(?=[A-Z])", " ")
                .replaceAll("(?<=[A-Z])(?=[A-Z][a-z])", " ")
                .toLowerCase(Locale.ROOT);
    }

    /** The number of the chapter, or nothing for what the API's documentation says. */
    String chapter() {
        return isOfApi() ? "" : section.replaceFirst("\\..*", "");
    }

    boolean isOfApi() {
        return !Character.isDigit(section.charAt(0));
    }
}
