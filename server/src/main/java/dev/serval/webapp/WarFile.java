package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A WAR on the disk, and its unpacking. Immutable; its methods access the disk. A file was copied
 * completely if {@link #stamp} is the same twice and {@link #check} does not throw.
 */
public final class WarFile {
    /** In an unpacked directory: which WAR it came from. The name is Tomcat's. */
    static final String TRACKER = "META-INF/war-tracker";

    private final Path war;
    private final WarLimits limits;

    public WarFile(Path war) {
        this(war, WarLimits.DEFAULTS);
    }

    public WarFile(Path war, WarLimits limits) {
        this.war = war;
        this.limits = limits;
    }

    /**
     * The state of a file at one moment; it changes while a file is being copied.
     *
     * @param size bytes
     * @param modified the last modification
     * @param key the key of the file in the file system; may be null
     */
    public record Stamp(long size, FileTime modified, Object key) {}

    /** Throws IOException if the file is not there. */
    public Stamp stamp() throws IOException {
        BasicFileAttributes found = Files.readAttributes(war, BasicFileAttributes.class);
        return new Stamp(found.size(), found.lastModifiedTime(), found.fileKey());
    }

    /**
     * Checks the directory at the end of the file: it must exist, no name may lead out of the WAR,
     * and the sizes must be plausible. Reads no content.
     *
     * @throws WarException with the reason
     */
    public void check() throws WarException {
        try (ZipFile zip = open()) {
            places(zip, Path.of("war").toAbsolutePath());
        } catch (WarException e) {
            throw e;
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    /**
     * Unpacks the WAR into a directory beside the target first, so that the target appears whole or
     * not at all. A target that came from this file is kept, and so is a target that did not come
     * from a WAR, because it is the user's. A target that came from another file is replaced.
     *
     * @param target the directory to make; its parent is made too
     * @return true if the target is new
     * @throws WarException if the file is incomplete, damaged, dangerous, too large, or was changed
     *     while it was read; nothing is left behind then
     */
    public boolean unpack(Path target) throws IOException {
        Path place = target.toAbsolutePath().normalize();
        Stamp before = stamp();
        String origin = before.size() + " " + before.modified().toMillis() + "\n";
        if (Files.isDirectory(place)) {
            Path tracker = place.resolve(TRACKER);
            if (!Files.exists(tracker) || Files.readString(tracker).equals(origin)) {
                return false;
            }
        }
        Files.createDirectories(place.getParent());
        removeLeftOvers(place);
        Path fresh = Files.createTempDirectory(place.getParent(), prefix(place));
        boolean moved = false;
        try {
            Path root = Files.createDirectory(fresh.resolve("new"));
            unpackTo(root);
            if (!stamp().equals(before)) {
                throw new WarException(war.getFileName() + " was changed while it was unpacked");
            }
            Files.createDirectories(root.resolve("META-INF"));
            Files.writeString(root.resolve(TRACKER), origin);
            if (Files.exists(place)) {
                Files.move(place, fresh.resolve("old"));
            }
            Files.move(root, place);
            moved = true;
        } finally {
            if (!moved && Files.exists(fresh.resolve("old")) && !Files.exists(place)) {
                Files.move(fresh.resolve("old"), place);
            }
            DirectoryTrees.delete(fresh);
        }
        return true;
    }

    private void unpackTo(Path root) throws IOException {
        try (ZipFile zip = open()) {
            Map<ZipEntry, Path> places = places(zip, root);
            long total = places.keySet().stream().mapToLong(ZipEntry::getSize).sum();
            long room = Files.getFileStore(root).getUsableSpace();
            if (total > room) {
                throw new WarException(
                        war.getFileName()
                                + " unpacks to "
                                + total
                                + " bytes, the disk has "
                                + room);
            }
            List<Map.Entry<Path, FileTime>> directories = new ArrayList<>();
            for (Map.Entry<ZipEntry, Path> each : places.entrySet()) {
                if (each.getKey().isDirectory()) {
                    Files.createDirectories(each.getValue());
                    directories.add(Map.entry(each.getValue(), time(each.getKey())));
                } else {
                    Files.createDirectories(each.getValue().getParent());
                    copy(zip, each.getKey(), each.getValue());
                }
            }
            Collections.reverse(directories);
            for (Map.Entry<Path, FileTime> each : directories) {
                Files.setLastModifiedTime(each.getKey(), each.getValue());
            }
        } catch (WarException e) {
            throw e;
        } catch (FileAlreadyExistsException e) {
            throw new WarException(
                    war.getFileName() + " has a file and a directory of one name: " + e.getFile());
        } catch (IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    /** Every entry with its place; throws when any of them should not be unpacked. */
    private Map<ZipEntry, Path> places(ZipFile zip, Path root) throws WarException {
        if (zip.size() > limits.entries()) {
            throw new WarException(
                    war.getFileName() + " has more than " + limits.entries() + " entries");
        }
        Map<ZipEntry, Path> places = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        long total = 0;
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements()) {
            ZipEntry entry = entries.nextElement();
            Path place;
            try {
                place = EntryName.below(root, entry.getName());
            } catch (WarException e) {
                throw new WarException(war.getFileName() + ": " + e.getMessage());
            }
            // Some file systems take two spellings for one file; the second would replace the
            // first.
            if (!taken.add(root.relativize(place).toString().toLowerCase(Locale.ROOT))
                    && !entry.isDirectory()) {
                throw new WarException(
                        war.getFileName() + " has the entry '" + entry.getName() + "' twice");
            }
            total += Math.max(0, entry.getSize());
            if (total > limits.bytes()) {
                throw new WarException(
                        war.getFileName() + " unpacks to more than " + limits.bytes() + " bytes");
            }
            places.put(entry, place);
        }
        return places;
    }

    /** Copies as many bytes as are declared, and accepts them only if their checksum is right. */
    private void copy(ZipFile zip, ZipEntry entry, Path place) throws IOException {
        CRC32 sum = new CRC32();
        long count = 0;
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(place)) {
            byte[] buffer = new byte[16 * 1024];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count += n;
                if (count > entry.getSize()) {
                    break;
                }
                sum.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw damaged(e);
        }
        if (count != entry.getSize() || sum.getValue() != entry.getCrc()) {
            throw new WarException(
                    war.getFileName() + " is damaged: the content of " + entry.getName());
        }
        Files.setLastModifiedTime(place, time(entry));
    }

    private static FileTime time(ZipEntry entry) {
        FileTime time = entry.getLastModifiedTime();
        return time == null || time.toMillis() < 0 ? FileTime.fromMillis(0) : time;
    }

    private ZipFile open() throws IOException {
        if (!Files.isRegularFile(war)) {
            throw new WarException(war.getFileName() + " is no file");
        }
        try {
            return new ZipFile(war.toFile());
        } catch (IOException | IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    private WarException damaged(Exception cause) {
        return new WarException(
                war.getFileName() + " is not a complete ZIP file: " + cause.getMessage(), cause);
    }

    /**
     * Prefix of the directories beside the target; watchers of the parent ignore names with a dot.
     */
    private static String prefix(Path target) {
        return "." + target.getFileName() + ".unpacking-";
    }

    /** Removes the directories of a server that was killed while it unpacked. */
    private static void removeLeftOvers(Path target) throws IOException {
        try (DirectoryStream<Path> members =
                Files.newDirectoryStream(
                        target.getParent(),
                        member -> member.getFileName().toString().startsWith(prefix(target)))) {
            for (Path member : members) {
                DirectoryTrees.delete(member);
            }
        }
    }
}
