package dev.serval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md names what is there: classes, their members, and every package. */
class ArchitecturePageTest {
    private static final Pattern QUOTED = Pattern.compile("`([^`\n]+)`");
    private static final Pattern CLASS =
            Pattern.compile("((?:[a-z]\\w*\\.)*)([A-Z]\\w*)((?:\\.[A-Za-z]\\w*)*)");

    /** Names that are not of this code: those of the Servlet API and the JDK, and of elements. */
    private static final Set<String> OF_OTHERS =
            Set.of("ReadListener", "SSLEngine", "Executor", "SSLHostConfig");

    private final Path checkout = checkout();
    private final String page;
    private final Map<String, List<Path>> sources = new HashMap<>();

    ArchitecturePageTest() throws IOException {
        page = Files.readString(checkout.resolve("ARCHITECTURE.md"));
        for (String module :
                List.of("lambdas", "connectors", "server", "tests", "extensions", "benchmarks")) {
            try (Stream<Path> files = Files.walk(checkout.resolve(module))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(
                                file ->
                                        sources.computeIfAbsent(
                                                        simpleName(file), key -> new ArrayList<>())
                                                .add(file));
            }
        }
    }

    private static String simpleName(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ".java".length());
    }

    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    /** What is wrong with a name such as {@code servlet.ServletCall.run}; null if nothing is. */
    private String missing(Matcher name) throws IOException {
        String simple = name.group(2);
        if (OF_OTHERS.contains(simple)) {
            return null;
        }
        String place = "/" + name.group(1).replace('.', '/') + simple + ".java";
        List<Path> found =
                sources.getOrDefault(simple, List.of()).stream()
                        .filter(file -> file.toString().replace('\\', '/').endsWith(place))
                        .toList();
        if (found.isEmpty()) {
            return name.group() + ": there is no such class";
        }
        for (String member : name.group(3).split("\\.")) {
            Pattern word = Pattern.compile("\\b" + member + "\\b");
            boolean there = false;
            for (Path file : found) {
                there |= word.matcher(Files.readString(file)).find();
            }
            if (!there) {
                return name.group() + ": there is no such member";
            }
        }
        return null;
    }

    private List<String> missing(String text) throws IOException {
        List<String> missing = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            Matcher name = CLASS.matcher(quoted.group(1));
            if (name.matches()) {
                String what = missing(name);
                if (what != null) {
                    missing.add(what);
                }
            }
        }
        return missing;
    }

    @Test
    void namesClassesAndMembersThatThereAre() throws IOException {
        assertThat(QUOTED.matcher(page).results().count()).isGreaterThan(200);
        assertThat(missing(page)).isEmpty();
    }

    @Test
    void aNameThatIsNotThereIsFound() throws IOException {
        assertThat(missing("`EventLoop.dispatch` `EventLoop.fly`, `http1.EventLoop`, `Nowhere`"))
                .containsExactly(
                        "EventLoop.fly: there is no such member",
                        "http1.EventLoop: there is no such class",
                        "Nowhere: there is no such class");
    }

    /** The rows of the table of rooms; a row may name several: {@code `servlet.a`, `.b`}. */
    @Test
    void namesEveryPackageAndNoOther() throws IOException {
        Set<String> named = new LinkedHashSet<>();
        for (String row : page.lines().filter(line -> line.startsWith("| `")).toList()) {
            String above = "";
            Matcher quoted = QUOTED.matcher(row.substring(0, row.indexOf('|', 1)));
            while (quoted.find()) {
                String name = quoted.group(1);
                if (name.startsWith(".")) {
                    name = above + name;
                }
                above = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
                named.add(name);
            }
        }
        Set<String> there = new TreeSet<>();
        for (String module : List.of("connectors", "server")) {
            Path root = checkout.resolve(module).resolve("src/main/java/dev/serval");
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.endsWith("package-info.java"))
                        .map(file -> root.relativize(file.getParent()).toString())
                        .forEach(name -> there.add(name.replace('/', '.').replace('\\', '.')));
            }
        }

        assertThat(named).containsExactlyInAnyOrderElementsOf(there);
    }
}
