package dev.serval.webapp;

import dev.serval.disk.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The content of jars by their attributes in the file system: path, size, times and the number of
 * the file. Thread-safe, also between processes, where the last one to write wins. A failure here
 * only costs reading a jar.
 */
final class JarIdentities {
    private static final int MAGIC = 0x53524A02;
    private static final int HEAD = 12;
    private static final int MOST = 4000;

    /** The clock of file systems stands still for up to 10 ms. */
    private static final Duration TICK = Duration.ofMillis(20);

    /** The same for a file system that stores seconds only. */
    private static final Duration SECONDS = Duration.ofSeconds(2);

    /**
     * The attributes of a jar in the file system.
     *
     * @param key the place of the jar
     * @param stable whether the next change would be visible
     */
    record Seen(String key, String attributes, boolean stable) {}

    private record Jar(String seen, String content) {}

    private final Path file;
    private Map<String, Jar> jars;
    private boolean changed;

    /**
     * @param directory null means that nothing is remembered
     */
    JarIdentities(Path directory) {
        file = directory == null ? null : directory.resolve("jars");
    }

    /**
     * Call it before a jar is read. The time at which the entry of a file changed cannot be set, so
     * it distinguishes a copy with the name, times and size of another file. Null if the file
     * system has no such time. A jar of a WAR has its place there: its directory is another one
     * with each start, but its file is the same until the WAR is unpacked anew, see {@link
     * UnpackedWar}. The attributes of the WAR say nothing about the unpacked file.
     */
    static Seen look(Archive jar) {
        try {
            Path path = jar.path().toAbsolutePath().normalize();
            String key =
                    jar.war() == null
                            ? path.toString()
                            : jar.war().toAbsolutePath().normalize() + "!/" + path.getFileName();
            return look(path, key);
        } catch (IOException | RuntimeException e) {
            return null; // not on this system
        }
    }

    /** The same for a file that does not come from another one. */
    static Seen look(Path file) {
        try {
            Path path = file.toAbsolutePath().normalize();
            return look(path, path.toString());
        } catch (IOException | RuntimeException e) {
            return null; // not on this system
        }
    }

    private static Seen look(Path file, String key) throws IOException {
        Map<String, Object> unix =
                Files.readAttributes(file, "unix:size,ino,dev,ctime,lastModifiedTime");
        Instant changed = ((FileTime) unix.get("ctime")).toInstant();
        String shown =
                unix.get("size")
                        + " "
                        + unix.get("dev")
                        + " "
                        + unix.get("ino")
                        + " "
                        + changed
                        + " "
                        + unix.get("lastModifiedTime");
        Duration tick = changed.getNano() == 0 ? SECONDS : TICK;
        return new Seen(key, shown, changed.isBefore(Instant.now().minus(tick)));
    }

    /** The content of a jar that has not changed since it was read; otherwise null. */
    synchronized String content(Seen seen) {
        load();
        Jar known = seen == null ? null : jars.get(seen.key);
        return known != null && known.seen.equals(seen.attributes) ? known.content : null;
    }

    /** To be called when the content was read. */
    synchronized void put(Seen seen, String content) {
        if (seen != null && seen.stable) {
            load();
            jars.remove(seen.key); // the newest ones come last
            jars.put(seen.key, new Jar(seen.attributes, content));
            changed = true;
        }
    }

    private void load() {
        if (jars != null) {
            return;
        }
        jars = new LinkedHashMap<>();
        try {
            byte[] all =
                    file != null && Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
            if (all == null || all.length < HEAD) {
                return;
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(all));
            if (in.readInt() != MAGIC || in.readLong() != checksum(all)) {
                return;
            }
            for (int i = in.readInt(); i > 0; i--) {
                jars.put(in.readUTF(), new Jar(in.readUTF(), in.readUTF()));
            }
        } catch (IOException | RuntimeException e) {
            jars.clear(); // every jar is read then
        }
    }

    private static long checksum(byte[] all) {
        CRC32C sum = new CRC32C();
        sum.update(all, HEAD, all.length - HEAD);
        return sum.getValue();
    }

    /** Writes new entries to the disk; the oldest are removed when there are too many. */
    synchronized void save() throws IOException {
        if (!changed) {
            return;
        }
        changed = false;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeLong(0);
        int most = Math.min(jars.size(), MOST);
        out.writeInt(most);
        int skipped = jars.size() - most;
        for (Map.Entry<String, Jar> each : jars.entrySet()) {
            if (skipped-- <= 0) {
                out.writeUTF(each.getKey());
                out.writeUTF(each.getValue().seen);
                out.writeUTF(each.getValue().content);
            }
        }
        byte[] all = bytes.toByteArray();
        long sum = checksum(all);
        for (int i = 0; i < Long.BYTES; i++) {
            all[4 + i] = (byte) (sum >> 8 * (7 - i));
        }
        PrivateFiles.replace(file, all);
    }
}
