package dev.serval.webapp;

import dev.serval.disk.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The directory of an application that came as a WAR. When it is no longer served it is kept, and
 * the next start uses it again if the WAR and all of its files are unchanged; if a file was
 * changed, added or removed, the WAR is unpacked again. Thread-safe.
 *
 * <p>Beside a directory that is put away lies, written last, a list of the attributes of the WAR
 * and of each file: sizes, numbers and times, with the time at which the entry changed, which no
 * program can set. Where the file system has no such time, nothing is put away. The list is valid
 * until the machine restarts, since the content of files may not be on the disk when the machine
 * fails.
 */
public final class UnpackedWar {
    private static final String LIST = ".files";
    private static final String FORMAT = "unpacked-1";
    private static final int MOST_FILES = 20_000;
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /** The clock of file systems stands still for up to 10 ms. */
    private static final Duration TICK = Duration.ofMillis(20);

    /**
     * Directories are put away and taken up one by one: two versions of an application share one
     * place.
     */
    private static final Object LOCK = new Object();

    private final Path war;
    private final Path directory;
    private final Path kept;
    private final String list;

    private UnpackedWar(Path war, Path directory, Path kept, String list) {
        this.war = war;
        this.directory = directory;
        this.kept = kept;
        this.list = list;
    }

    /**
     * Takes up the directory that was put away, or unpacks the WAR.
     *
     * @param into made; must not be there
     * @param kept where it is kept; null if it is not kept
     * @throws IOException if the WAR is broken or dangerous; nothing is left then
     */
    public static UnpackedWar of(Path war, Path into, Path kept) throws IOException {
        String identity = kept == null ? null : identity(war);
        if (identity == null) {
            WarFiles.unpack(war, into);
            return new UnpackedWar(war, into, null, null);
        }
        synchronized (LOCK) {
            String list = takeUp(identity, into, kept);
            if (list != null) {
                return new UnpackedWar(war, into, kept, list);
            }
        }
        WarFiles.unpack(war, into);
        String list = identity.equals(identity(war)) ? list(identity, into) : null;
        if (list != null) {
            // Otherwise a file that the application changes at once could have the times of the
            // unpacked one.
            LockSupport.parkNanos(TICK.toNanos());
        }
        return new UnpackedWar(war, into, kept, list);
    }

    /**
     * Takes up the directory that was put away; returns its list, or null. Null means that nothing
     * is kept any more.
     */
    private static String takeUp(String identity, Path into, Path kept) throws IOException {
        Path file = listOf(kept);
        try {
            boolean own = Files.isRegularFile(file) && PrivateFiles.isOwn(file);
            String list = own ? Files.readString(file) : null;
            if (list != null && list.equals(list(identity, kept)) && !Files.exists(into)) {
                Files.delete(file);
                Files.createDirectories(into.getParent());
                Files.move(kept, into);
                return list;
            }
        } catch (IOException e) {
            // The WAR is unpacked then.
        }
        forget(kept);
        return null;
    }

    /** Puts the directory away, or removes it; to be called when the application has ended. */
    public void putAway() {
        try {
            synchronized (LOCK) {
                if (list != null && list.equals(list(identity(war), directory))) {
                    forget(kept);
                    Files.createDirectories(kept.getParent());
                    Files.move(directory, kept);
                    PrivateFiles.replace(listOf(kept), list.getBytes(StandardCharsets.UTF_8));
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            // The next start unpacks.
        }
        WarFiles.remove(directory);
    }

    /** Removes what was put away of WARs that are gone or have changed, and what is not whole. */
    public static void clean(Path all) {
        if (!Files.isDirectory(all)) {
            return;
        }
        List<Path> members = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(all)) {
            found.forEach(members::add);
        } catch (IOException e) {
            return; // checked again at the next start
        }
        synchronized (LOCK) {
            for (Path member : members) {
                String name = member.getFileName().toString();
                boolean isList = name.endsWith(LIST) && Files.isRegularFile(member);
                boolean holds = isList ? holds(member) : holds(listOf(member));
                if (!holds) {
                    WarFiles.remove(member);
                }
            }
        }
    }

    private static boolean holds(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                return false;
            }
            String list = Files.readString(file);
            String[] head = list.split("\n", 4);
            if (head.length < 4) {
                return false;
            }
            String identity = identity(Path.of(head[2]));
            return identity != null && list.startsWith(identity);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static void forget(Path kept) throws IOException {
        Files.deleteIfExists(listOf(kept));
        DirectoryTrees.delete(kept);
    }

    private static Path listOf(Path kept) {
        return kept.resolveSibling(kept.getFileName() + LIST);
    }

    /** Four lines; null if they could not distinguish another WAR from this one. */
    private static String identity(Path war) {
        JarIdentities.Seen seen = JarIdentities.look(war);
        if (seen == null || !seen.stable() || seen.key().indexOf('\n') >= 0) {
            return null;
        }
        try {
            String boot = Files.readString(BOOT).strip();
            return FORMAT + "\n" + boot + "\n" + seen.key() + "\n" + seen.attributes() + "\n";
        } catch (IOException e) {
            return null; // not on this system
        }
    }

    /** The identity and the attributes of each file; null if the attributes are not sufficient. */
    private static String list(String identity, Path directory) {
        if (identity == null) {
            return null;
        }
        StringBuilder list = new StringBuilder(identity);
        try (Stream<Path> walk = Files.walk(directory)) {
            List<Path> files = walk.limit(MOST_FILES + 1).sorted().toList();
            if (files.size() > MOST_FILES) {
                return null;
            }
            for (Path file : files) {
                String name = directory.relativize(file).toString();
                if (name.indexOf('\n') >= 0) {
                    return null;
                }
                list.append(attributes(file)).append(' ').append(name).append('\n');
            }
            return list.toString();
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** A directory has no size and no times here: its members are in the list. */
    private static String attributes(Path file) throws IOException {
        Map<String, Object> unix =
                Files.readAttributes(
                        file,
                        "unix:mode,uid,size,ino,dev,ctime,lastModifiedTime,isDirectory",
                        LinkOption.NOFOLLOW_LINKS);
        String who = unix.get("mode") + " " + unix.get("uid") + " " + unix.get("ino");
        if (Boolean.TRUE.equals(unix.get("isDirectory"))) {
            return who;
        }
        Instant changed = ((FileTime) unix.get("ctime")).toInstant();
        return who
                + " "
                + unix.get("dev")
                + " "
                + unix.get("size")
                + " "
                + changed
                + " "
                + unix.get("lastModifiedTime");
    }
}
