package dev.serval.classpath;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * The main attributes of a manifest. What follows them in a signed jar, a digest for each class, is
 * not read: for the compiler of pages this would take a tenth of a start. Stateless.
 */
final class MainAttributes {
    private static final int SLICE = 1024; // most have less

    private MainAttributes() {}

    /** The manifest of a jar with its main attributes only; null if the jar has none. */
    static Manifest of(JarFile jar) throws IOException {
        ZipEntry entry = jar.getEntry(JarFile.MANIFEST_NAME);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return new Manifest(new ByteArrayInputStream(mainSection(in)));
        }
    }

    private static byte[] mainSection(InputStream in) throws IOException {
        ByteArrayOutputStream section = new ByteArrayOutputStream(SLICE);
        byte last = '\n';
        for (byte[] slice = in.readNBytes(SLICE); slice.length > 0; slice = in.readNBytes(SLICE)) {
            for (int i = 0; i < slice.length; i++) {
                byte b = slice[i];
                if (b == '\n' && last == '\n') {
                    section.write(slice, 0, i);
                    return section.toByteArray();
                }
                if (b != '\r') {
                    last = b;
                }
            }
            section.write(slice, 0, slice.length);
        }
        return section.toByteArray();
    }
}
