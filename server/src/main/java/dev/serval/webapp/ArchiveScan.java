package dev.serval.webapp;

import dev.serval.config.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;

/**
 * What was found in one archive, and what it cost. Immutable once made.
 *
 * @param problems of this archive
 * @param nanos the time that it took
 * @param remembered whether its classes were known from before
 */
record ArchiveScan(
        Archive archive, Index index, Problems problems, long nanos, boolean remembered) {

    static ArchiveScan of(Archive archive, IndexCache cache) {
        long begin = System.nanoTime();
        Problems problems = new Problems();
        Path file = null;
        Index index = null;
        try {
            file = archive.isJar() ? cache.file(archive.path()) : null;
            index = cache.read(file);
        } catch (IOException e) {
            // Whoever reads its classes says so.
        }
        boolean remembered = index != null;
        if (!remembered) {
            index = scan(archive, problems);
            if (problems.all.isEmpty()) {
                cache.write(file, index); // problems would be said at the first time only
            }
        }
        return new ArchiveScan(archive, index, problems, System.nanoTime() - begin, remembered);
    }

    private static Index scan(Archive archive, Problems problems) {
        Indexer indexer = new Indexer();
        try {
            archive.classFiles((name, bytes) -> add(indexer, archive, name, bytes, problems));
        } catch (IOException e) {
            problems.error(WebXmlReader.whole(archive.shown()), "cannot be read: " + e);
        }
        return indexer.complete();
    }

    private static void add(
            Indexer indexer, Archive archive, String name, InputStream bytes, Problems problems) {
        try {
            indexer.index(bytes);
        } catch (IOException | RuntimeException e) {
            problems.warning(
                    new Location(archive.shown() + "!/" + name, 0, 0),
                    "is no class that can be read and is skipped: " + e);
        }
    }

    /** For the log. */
    String shown() {
        return archive.path().getFileName()
                + " "
                + nanos / 1_000_000
                + " ms"
                + (remembered ? " (known)" : "");
    }
}
