package dev.serval.webapp;

import dev.serval.settings.Location;
import java.io.IOException;

/**
 * The content of one archive, and the time of its scan. Immutable.
 *
 * @param problems of this archive
 * @param nanos the time that it took
 * @param remembered whether its content was known from an earlier scan
 */
record ArchiveScan(
        Archive archive, ArchiveIndex index, Problems problems, long nanos, boolean remembered) {

    /** All of an archive. */
    static ArchiveScan of(Archive archive, IndexCache cache) {
        return of(archive, cache, true);
    }

    /**
     * @param classes whether its classes are read; otherwise only classes that are already known
     *     are included
     */
    static ArchiveScan of(Archive archive, IndexCache cache, boolean classes) {
        long begin = System.nanoTime();
        Problems problems = new Problems();
        IndexCache.CachedIndex place = null;
        ArchiveIndex index = null;
        try {
            if (archive.isJar()) {
                place = cache.place(archive);
                index = cache.read(place);
            }
        } catch (IOException e) {
            // The reader of its classes reports that.
        }
        boolean remembered = index != null && (index.complete() || !classes);
        if (!remembered) {
            index = scan(archive, classes, problems);
            if (place != null && problems.all.isEmpty()) {
                cache.write(place, index); // problems would be reported the first time only
            }
        }
        return new ArchiveScan(archive, index, problems, System.nanoTime() - begin, remembered);
    }

    /** Its content, scanned again. */
    static ArchiveIndex scan(Archive archive, boolean classes, Problems problems) {
        ArchiveIndexBuilder builder = new ArchiveIndexBuilder();
        try {
            archive.content(
                    classes,
                    new Archive.Content() {
                        @Override
                        public void classFile(String name, byte[] bytes, int length) {
                            try {
                                if (length > Archive.LARGEST_CLASS) {
                                    throw new IOException(
                                            "it has more than " + Archive.LARGEST_CLASS + " bytes");
                                }
                                builder.add(bytes, length);
                            } catch (IOException e) {
                                problems.warning(
                                        new Location(archive.shown() + "!/" + name, 0, 0),
                                        "is no class that can be read and is skipped: " + e);
                            }
                        }

                        @Override
                        public void skipped(String name) {
                            builder.skipped(name);
                        }

                        @Override
                        public void file(String name) {
                            builder.file(name);
                        }
                    });
        } catch (IOException e) {
            problems.error(WebXmlReader.whole(archive.shown()), "cannot be read: " + e);
        }
        return builder.build(classes);
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
