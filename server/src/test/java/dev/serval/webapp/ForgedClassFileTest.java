package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files that no compiler makes: each is named and skipped, and costs little. */
class ForgedClassFileTest {
    @TempDir Path temp;

    /** What follows the interfaces of a class. */
    private interface Rest {
        void write(DataOutputStream out) throws IOException;
    }

    /** A class with the constants 1 (its name), 3 (annotations), 4 (WebServlet), 5 (a text). */
    private static byte[] file(String name, String text, Rest rest) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(61);
        out.writeShort(6);
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(7);
        out.writeShort(1);
        out.writeByte(1);
        out.writeUTF("RuntimeVisibleAnnotations");
        out.writeByte(1);
        out.writeUTF("Ljakarta/servlet/annotation/WebServlet;");
        out.writeByte(1);
        out.writeUTF(text);
        out.writeShort(1);
        out.writeShort(2);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        rest.write(out);
        return bytes.toByteArray();
    }

    private static byte[] plain(String name) throws IOException {
        return file(name, "", out -> out.writeShort(0));
    }

    private ArchiveScan scan(byte[] forged) throws IOException {
        Path jar = temp.resolve("x.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("a/Forged.class"));
            zip.write(forged);
            zip.putNextEntry(new ZipEntry("a/Good.class"));
            zip.write(plain("a/Good"));
        }
        return ArchiveScan.of(Archive.jar(jar, "x.jar"), IndexCache.NONE);
    }

    private void isSkipped(byte[] forged, String reason) throws IOException {
        ArchiveScan scan = scan(forged);
        assertThat(scan.problems().all)
                .singleElement()
                .asString()
                .contains("x.jar!/a/Forged.class")
                .contains(reason);
        assertThat(scan.index().contains("a.Good")).isTrue();
        assertThat(scan.index().size()).isEqualTo(1);
    }

    @Test
    void whatIsInOrderIsTaken() throws IOException {
        ArchiveScan scan = scan(plain("a/Forged"));
        assertThat(scan.problems().all).isEqualTo(List.of());
        assertThat(scan.index().size()).isEqualTo(2);
    }

    @Test
    void annotationsThatGoBeyondTheirAttribute() throws IOException {
        byte[] forged =
                file(
                        "a/Forged",
                        "",
                        out -> {
                            out.writeShort(1);
                            out.writeShort(3);
                            out.writeInt(2);
                            out.writeShort(1);
                            out.writeShort(4); // behind its end
                            out.writeShort(0);
                        });
        isSkipped(forged, "it is damaged near byte");
    }

    @Test
    void aLongTextThatIsNamedManyTimes() throws IOException {
        int times = 100;
        byte[] forged =
                file(
                        "a/Forged",
                        "x".repeat(60_000),
                        out -> {
                            out.writeShort(1);
                            out.writeShort(3);
                            out.writeInt(2 + 4 + 2 + 3 + 3 * times);
                            out.writeShort(1);
                            out.writeShort(4);
                            out.writeShort(1);
                            out.writeShort(1);
                            out.writeByte('[');
                            out.writeShort(times);
                            for (int i = 0; i < times; i++) {
                                out.writeByte('s');
                                out.writeShort(5);
                            }
                        });
        isSkipped(forged, "characters in their values");
    }

    @Test
    void aClassWithoutAName() throws IOException {
        isSkipped(plain(""), "it has no name");
    }

    @Test
    void aClassThatIsLongerThanAnyoneWritesIt() throws IOException {
        byte[] head = plain("a/Forged");
        byte[] bytes = new byte[Archive.LARGEST_CLASS + 1];
        System.arraycopy(head, 0, bytes, 0, head.length);
        isSkipped(bytes, "it has more than " + Archive.LARGEST_CLASS + " bytes");
    }
}
