package dev.serval.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.extension.Extension;
import dev.serval.extension.Extensions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TomcatNamesTest {
    private static Path classes() throws URISyntaxException {
        return Path.of(
                TomcatNames.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void isFoundAsAnExtension() {
        assertThat(ServiceLoader.load(Extension.class))
                .hasAtLeastOneElementOfType(TomcatNames.class);
    }

    @Test
    void showsEveryPackageThatHasTomcatsName() throws IOException, URISyntaxException {
        Path classes = classes();
        try (Stream<Path> files = Files.walk(classes.resolve("org"))) {
            Set<String> packages =
                    files.filter(Files::isRegularFile)
                            .map(file -> classes.relativize(file.getParent()).toString())
                            .map(directory -> directory.replace('/', '.'))
                            .collect(Collectors.toSet());

            assertThat(new TomcatNames().api()).isEqualTo(packages);
        }
    }

    @Test
    void usesNothingOfTheServerButTheSpi() throws URISyntaxException {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        jdeps.run(writer, writer, "-verbose:package", classes().toString());
        Matcher used = Pattern.compile("-> (dev\\.serval\\.\\S+)").matcher(out.toString());
        Set<String> packages = new TreeSet<>();
        while (used.find()) {
            packages.add(used.group(1));
        }

        assertThat(packages).contains("dev.serval.extension").isSubsetOf(Extensions.SPI);
    }
}
