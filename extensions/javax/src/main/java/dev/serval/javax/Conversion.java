package dev.serval.javax;

import dev.serval.extension.ApplicationConverter.Report;
import dev.serval.extension.ApplicationConverter.Task;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.tomcat.jakartaee.ClassConverter;
import org.apache.tomcat.jakartaee.Converter;
import org.apache.tomcat.jakartaee.EESpecProfile;
import org.apache.tomcat.jakartaee.EESpecProfiles;
import org.apache.tomcat.jakartaee.ManifestConverter;
import org.apache.tomcat.jakartaee.TextConverter;

/**
 * One conversion of a WAR. One use, one thread. An archive in it that needs no change stays as it
 * is, byte for byte, and so keeps its signature.
 */
final class Conversion {
    /** The limit for a converted file, since it is converted in memory. */
    static final int MOST_BYTES = 16 << 20;

    private static final int DEEPEST = 4;
    private static final Pattern ARCHIVE = Pattern.compile("(?i).*\\.(jar|war|ear|zip)");
    private static final Pattern SIGNATURE =
            Pattern.compile("(?i)META-INF/[^/]+\\.(SF|RSA|DSA|EC)");

    private final Task task;
    private final EESpecProfile profile;
    private final Limits limits;
    private final List<Converter> converters =
            List.of(new TextConverter(), new ClassConverter(), new ManifestConverter());
    private final List<String> unsigned = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private int classes;
    private int files;

    Conversion(Task task) {
        this.task = task;
        this.profile = EESpecProfiles.valueOf(task.profile().name());
        this.limits = new Limits(task.mostEntries(), task.mostBytes());
    }

    Report run() throws IOException {
        archive(task.source(), task.target(), "", 0);
        return new Report(classes, files, limits.entries(), unsigned, failures);
    }

    /**
     * Writes an archive with everything in it converted.
     *
     * @param at what stands before the names of its entries in messages
     * @return whether anything was changed
     */
    private boolean archive(Path source, Path target, String at, int depth) throws IOException {
        boolean changed = false;
        boolean signed = false;
        Set<String> written = new HashSet<>();
        try (ZipFile from = new ZipFile(source.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(target))) {
            Enumeration<? extends ZipEntry> entries = from.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                limits.entry();
                if (SIGNATURE.matcher(entry.getName()).matches()) {
                    signed = true;
                    continue;
                }
                String name = name(entry, from, at);
                if (!written.add(name)) {
                    continue; // a second entry of one name, which is never found
                }
                ZipEntry made = new ZipEntry(name);
                if (entry.getLastModifiedTime() != null) {
                    made.setLastModifiedTime(entry.getLastModifiedTime());
                }
                to.putNextEntry(made);
                try (InputStream in = limits.counting(from.getInputStream(entry))) {
                    changed |= entry(entry.getName(), at, in, to, depth);
                }
                to.closeEntry();
                changed |= !name.equals(entry.getName());
            }
        }
        if (changed && signed) {
            unsigned.add(at.isEmpty() ? "the WAR itself" : at.substring(0, at.length() - 2));
        }
        return changed;
    }

    /** The name of the entry after the conversion. */
    private String name(ZipEntry entry, ZipFile archive, String at) {
        String name = profile.convert(entry.getName());
        if (!entry.isDirectory()
                && !name.equals(entry.getName())
                && archive.getEntry(name) != null) {
            failures.add(at + entry.getName() + ": its archive has " + name + " already");
            return entry.getName();
        }
        return name;
    }

    /** Whether it was changed. */
    private boolean entry(String name, String at, InputStream in, OutputStream out, int depth)
            throws IOException {
        if (ARCHIVE.matcher(name).matches() && depth < DEEPEST) {
            return nested(at + name, in, out, depth);
        }
        for (Converter converter : converters) {
            if (converter.accepts(name)) {
                return convert(converter, name, at, in, out);
            }
        }
        in.transferTo(out);
        return false;
    }

    private boolean convert(
            Converter converter, String name, String at, InputStream in, OutputStream out)
            throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            failures.add(at + name + ": it has more than " + MOST_BYTES + " bytes");
            out.write(bytes);
            in.transferTo(out);
            return false;
        }
        boolean changed = false;
        ByteArrayOutputStream made = new ByteArrayOutputStream(bytes.length);
        try {
            changed = converter.convert(name, new ByteArrayInputStream(bytes), made, profile);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            failures.add(at + name + ": " + e);
            made.reset();
            made.write(bytes);
        }
        made.writeTo(out);
        if (changed && name.toLowerCase(Locale.ROOT).endsWith(".class")) {
            classes++;
        } else if (changed) {
            files++;
        }
        return changed;
    }

    private boolean nested(String name, InputStream in, OutputStream out, int depth)
            throws IOException {
        Path directory = task.target().toAbsolutePath().getParent();
        Path before = Files.createTempFile(directory, "before", ".zip");
        Path after = Files.createTempFile(directory, "after", ".zip");
        try {
            try (OutputStream copy = Files.newOutputStream(before)) {
                in.transferTo(copy);
            }
            boolean changed = false;
            try {
                changed = archive(before, after, name + "!/", depth + 1);
            } catch (ZipException e) {
                failures.add(name + ": " + e.getMessage());
            }
            Files.copy(changed ? after : before, out);
            return changed;
        } finally {
            Files.deleteIfExists(before);
            Files.deleteIfExists(after);
        }
    }
}
