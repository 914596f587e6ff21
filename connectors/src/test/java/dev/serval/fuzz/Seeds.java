package dev.serval.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Inputs that once failed, or are worth to be tried in every build: files in {@code
 * src/test/resources/dev/serval/fuzz}. Whoever finds another one puts it there. Stateless.
 */
public final class Seeds {
    private Seeds() {}

    /** The inputs of a directory by their names, a byte per char. */
    public static Map<String, String> in(String directory) throws IOException {
        Map<String, String> seeds = new TreeMap<>();
        try {
            Path path = Path.of(Seeds.class.getResource(directory).toURI());
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    seeds.put(
                            file.getFileName().toString(),
                            Files.readString(file, StandardCharsets.ISO_8859_1));
                }
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        assertThat(seeds).isNotEmpty();
        return seeds;
    }
}
