package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.builtin.BuiltInValves;
import dev.serval.extension.Offer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The readers of server.xml know no valve's name: each comes with what is offered under it. */
class ValveNamesTest {
    @Test
    void noReaderHoldsTheNameOfAValve() throws Exception {
        List<String> held = held("dev/serval/config");

        // It reads no valve: it says what takes the place of those in Tomcat's Cluster.
        assertThat(held).allMatch(each -> each.startsWith("ClusterElement.class: "));
    }

    @Test
    void whereTheyAreOfferedTheyAreFound() throws Exception {
        List<String> held = held("dev/serval/builtin");

        assertThat(held)
                .contains("BuiltInValves.class: org.apache.catalina.valves.RemoteIpValve")
                .contains("BuiltInValves.class: SingleSignOn");
    }

    /** Those among the string constants of the classes below a directory. */
    private static List<String> held(String directory) throws Exception {
        Pattern names = names();
        List<String> held = new ArrayList<>();
        Path classes =
                Path.of(
                        BuiltInValves.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        try (Stream<Path> files = Files.walk(classes.resolve(directory))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                for (String constant : strings(file)) {
                    if (names.matcher(constant).find()) {
                        held.add(file.getFileName() + ": " + constant);
                    }
                }
            }
        }
        return held;
    }

    /** Those that are there, and those of Tomcat that are not there yet, without packages. */
    private static Pattern names() {
        TreeSet<String> names = new TreeSet<>();
        for (Offer<?> offer : BuiltInValves.OFFERS) {
            names.addAll(offer.classNames());
        }
        names.addAll(BuiltInValves.SHARED_LOGINS.classNames());
        names.addAll(KnownNames.get().classes("valve"));
        names.addAll(KnownNames.get().classes("protects"));
        String words =
                String.join("|", names.stream().map(n -> n.replaceAll(".*\\.", "")).toList());
        return Pattern.compile("\\b(" + words + ")\\b");
    }

    /** The string constants of a class file (JVMS §4.4.3), and what text is concatenated of. */
    private static List<String> strings(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            DataInputStream in = new DataInputStream(bytes);
            in.skipNBytes(8);
            String[] texts = new String[in.readUnsignedShort()];
            List<Integer> strings = new ArrayList<>();
            for (int i = 1; i < texts.length; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts[i] = in.readUTF();
                    case 8 -> strings.add(in.readUnsignedShort());
                    case 7, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++;
                    }
                    default -> throw new IOException(file + " has a constant of kind " + tag);
                }
            }
            return strings.stream().map(index -> texts[index]).toList();
        }
    }
}
