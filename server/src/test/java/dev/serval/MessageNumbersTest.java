package dev.serval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An operator can search for the number of a message, so it must lead to one place. */
class MessageNumbersTest {
    private static final Pattern NUMBER = Pattern.compile("SRV-0\\d{3}");

    @Test
    void noNumberIsUsedByTwoClasses() throws IOException {
        Map<String, Set<String>> places = new TreeMap<>();
        for (String module : new String[] {"connectors", "server"}) {
            Path sources = checkout().resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    Matcher matcher = NUMBER.matcher(Files.readString(file));
                    while (matcher.find()) {
                        places.computeIfAbsent(matcher.group(), n -> new TreeSet<>())
                                .add(file.getFileName().toString());
                    }
                }
            }
        }
        // The one that refusals are explained with.
        places.remove("SRV-0112");

        assertThat(places).isNotEmpty().allSatisfy((number, files) -> assertThat(files).hasSize(1));
    }

    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
