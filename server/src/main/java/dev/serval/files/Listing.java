package dev.serval.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The members of a directory that clients may get, in order. Immutable.
 *
 * @param path of the directory as clients see it, decoded, with its last slash
 * @param parent whether there is a directory above it in the same application
 * @param entries at most {@value #MOST}
 * @param complete whether that is all
 * @param readme text to show below; null if there is none
 */
record Listing(
        String path, boolean parent, List<ListingEntry> entries, boolean complete, String readme) {
    /** The limit of names that are looked at in one directory. */
    static final int MOST = 10_000;

    /** The limit of characters of all names together. */
    private static final int MOST_CHARACTERS = 1 << 20;

    /** The limit of a readme, in bytes. */
    static final int README = 64 * 1024;

    /**
     * Reads a directory; accesses the disk once per name.
     *
     * @param open whether the file of a path is open to everyone: the content of other files is not
     *     shown
     */
    static Listing of(
            FileCache cache,
            String contextPath,
            String path,
            ListingOrder order,
            Predicate<String> open)
            throws IOException {
        ListingSettings settings = cache.settings().servlet().listing();
        Set<String> names = new HashSet<>();
        boolean[] more = new boolean[1];
        int[] characters = new int[1];
        cache.root()
                .names(
                        path,
                        name -> {
                            if (names.contains(name)) {
                                return true;
                            }
                            characters[0] += name.length();
                            if (names.size() == MOST || characters[0] > MOST_CHARACTERS) {
                                more[0] = true;
                                return false;
                            }
                            return names.add(name);
                        });
        String shown = settings.readmeFile();
        String readme =
                shown == null || !open.test(path + shown) ? null : readme(cache, path, shown);
        List<ListingEntry> entries = new ArrayList<>(names.size());
        for (String name : names) {
            Resource found =
                    cache.isSource(path + name) || cache.site().hides(path + name)
                            ? Resource.NOTHING
                            : cache.root().find(path + name);
            if (found.isFile() || found.isDirectory()) {
                long modified = found.modified() == null ? -1 : found.modified().toMillis();
                entries.add(new ListingEntry(name, found.isDirectory(), found.size(), modified));
            }
        }
        entries.sort(order.comparator(settings.sortDirectoriesFirst()));
        return new Listing(
                contextPath + path, path.length() > 1, List.copyOf(entries), !more[0], readme);
    }

    /** A readme is a file like any other: it is not shown if clients may not get it. */
    private static String readme(FileCache cache, String path, String name) throws IOException {
        if (cache.isSource(path + name)) {
            return null;
        }
        CachedFile file = cache.file(path + name);
        if (file == null) {
            return null;
        }
        try (FileSource source = new FileSource(file)) {
            FileText text = FileText.of(source, cache.settings().servlet());
            byte[] bytes = source.peek(README);
            int skip = Math.min(text.skip(), bytes.length);
            return new String(bytes, skip, bytes.length - skip, text.charset());
        }
    }
}
