package dev.serval.javax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.extension.ApplicationConverter.Profile;
import dev.serval.extension.ApplicationConverter.Report;
import dev.serval.extension.ApplicationConverter.Task;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the files of a WAR; classes are run by the tests of the distribution. */
class ConversionTest {
    private static final byte[] OLD = text("<a>javax.servlet.Filter</a>");
    private static final byte[] SIGNATURE = text("Signature-Version: 1.0\n");

    @TempDir private Path temp;
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private Profile profile = Profile.TOMCAT;
    private int mostEntries = 100;
    private long mostBytes = 100 << 20;

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private Report convert() throws IOException {
        Path war = Files.write(temp.resolve("in.war"), zip(files));
        Path out = Files.createDirectories(temp.resolve("out"));
        Path target = out.resolve("out.war");
        Report report =
                new JavaxExtension()
                        .convert(new Task(war, target, profile, mostEntries, mostBytes));
        try (Stream<Path> left = Files.list(out)) {
            assertThat(left).containsExactly(target);
        }
        return report;
    }

    private byte[] converted(String name) throws IOException {
        try (ZipFile zip = new ZipFile(temp.resolve("out/out.war").toFile())) {
            ZipEntry entry = zip.getEntry(name);
            return entry == null ? null : zip.getInputStream(entry).readAllBytes();
        }
    }

    @Test
    void textsAndNamesAreChangedAndAllElseIsAsItWas() throws IOException {
        files.put("a.jsp", OLD);
        files.put("a.png", OLD);
        files.put("META-INF/services/javax.servlet.ServletContainerInitializer", text("x.Y"));
        Report report = convert();
        assertThat(converted("a.jsp")).asString().isEqualTo("<a>jakarta.servlet.Filter</a>");
        assertThat(converted("a.png")).isEqualTo(OLD);
        assertThat(converted("META-INF/services/jakarta.servlet.ServletContainerInitializer"))
                .asString()
                .isEqualTo("x.Y");
        assertThat(report).isEqualTo(new Report(0, 1, 3, List.of(), List.of()));
    }

    @Test
    void theProfileSaysWhichPackages() throws IOException {
        files.put("a.txt", text("javax.servlet javax.mail javax.inject javax.sql"));
        profile = Profile.SERVLET;
        convert();
        assertThat(converted("a.txt"))
                .asString()
                .isEqualTo("jakarta.servlet javax.mail javax.inject javax.sql");
        profile = Profile.EE;
        convert();
        assertThat(converted("a.txt"))
                .asString()
                .isEqualTo("jakarta.servlet jakarta.mail jakarta.inject javax.sql");
    }

    @Test
    void aNestedArchiveOfWhichNothingIsChangedKeepsItsSignature() throws IOException {
        byte[] same = zip(Map.of("a.txt", text("java"), "META-INF/A.SF", SIGNATURE));
        files.put("WEB-INF/lib/same.jar", same);
        files.put("WEB-INF/lib/old.jar", zip(Map.of("a.xml", OLD, "META-INF/A.SF", SIGNATURE)));
        Report report = convert();
        assertThat(converted("WEB-INF/lib/same.jar")).isEqualTo(same);
        Path old = Files.write(temp.resolve("old.jar"), converted("WEB-INF/lib/old.jar"));
        try (ZipFile jar = new ZipFile(old.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName)).containsExactly("a.xml");
        }
        assertThat(report.unsigned()).containsExactly("WEB-INF/lib/old.jar");
        assertThat(report.entries()).isEqualTo(6);
    }

    @Test
    void whatCannotBeConvertedStaysAndIsInTheReport() throws IOException {
        byte[] noClass = text("javax/servlet");
        byte[] noJar = text("no archive");
        byte[] large = new byte[Conversion.MOST_BYTES + 1];
        files.put("WEB-INF/classes/A.class", noClass);
        files.put("WEB-INF/lib/a.jar", noJar);
        files.put("large.txt", large);
        files.put("javax/servlet/", new byte[0]);
        files.put("jakarta/servlet/", new byte[0]);
        files.put("javax/servlet/b.txt", text("one"));
        files.put("jakarta/servlet/b.txt", text("two"));
        Report report = convert();
        assertThat(converted("WEB-INF/classes/A.class")).isEqualTo(noClass);
        assertThat(converted("WEB-INF/lib/a.jar")).isEqualTo(noJar);
        assertThat(converted("large.txt")).isEqualTo(large);
        assertThat(converted("javax/servlet/b.txt")).asString().isEqualTo("one");
        assertThat(converted("jakarta/servlet/b.txt")).asString().isEqualTo("two");
        assertThat(report.failures())
                .satisfiesExactly(
                        each -> assertThat(each).startsWith("WEB-INF/classes/A.class: "),
                        each -> assertThat(each).startsWith("WEB-INF/lib/a.jar: "),
                        each -> assertThat(each).startsWith("large.txt: it has more than "),
                        each -> assertThat(each).startsWith("javax/servlet/b.txt: its archive"));
    }

    @Test
    void whatIsInNestedArchivesCountsForTheLimits() throws IOException {
        files.put("WEB-INF/lib/a.jar", zip(Map.of("a.txt", new byte[1_000_000])));
        mostBytes = 1_000_000;
        assertThatThrownBy(this::convert).hasMessage("it unpacks to more than 1000000 bytes");
        mostBytes = 1_100_000;
        mostEntries = 1;
        assertThatThrownBy(this::convert).hasMessage("it has more than 1 entries");
        mostEntries = 2;
        assertThat(convert().entries()).isEqualTo(2);
    }
}
