package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes of an application, read from their files; none of them is loaded. Used by one thread.
 * A file that is not a class is reported and skipped.
 */
final class ClassIndex {
    private static final Logger LOG = LoggerFactory.getLogger(ClassIndex.class);

    /** The number of jars that are logged with the time of their scan; at debug level all are. */
    private static final int LONGEST = 3;

    private final Map<Archive, ArchiveIndex> archives = new LinkedHashMap<>();
    private final Map<Archive, ArchiveFiles> files = new HashMap<>();
    private final Map<Archive, List<AnnotationUse>> uses = new HashMap<>();
    private final Map<Archive, ArchiveScan> scans = new HashMap<>();
    private final List<Archive> skipped = new ArrayList<>();
    private final ClassLoader loader;
    private final IndexCache cache;
    private final Problems problems;
    private OtherTypes others;
    private Map<String, List<Archive>> packages;
    private long spent;

    /**
     * @param loader of the application: finds supertypes that are in none of the archives
     * @param cache of jars
     */
    ClassIndex(ClassLoader loader, IndexCache cache, Problems problems) {
        this.loader = loader;
        this.cache = cache;
        this.problems = problems;
    }

    /**
     * Finds the names of files that may be looked up in jars, whether or not their classes are
     * scanned; adds an error for a jar that cannot be read.
     *
     * @param filter says which jars hold nothing of interest
     * @param classes whether classes of the others will be needed, and are scanned at the same time
     */
    void look(List<Archive> jars, ScanFilter filter, boolean classes) {
        scan(jars, filter, classes);
    }

    /**
     * Adds the classes of archives, several at a time, and logs the time that jars take; adds an
     * error for an archive that cannot be read.
     *
     * @param name of the application
     */
    void add(List<Archive> added, ScanFilter filter, String name) {
        scan(added, filter, true);
        List<ArchiveScan> looked = new ArrayList<>();
        for (Archive archive : added) {
            if (skips(filter, archive)) {
                skipped.add(archive);
                archives.put(archive, ArchiveIndex.EMPTY);
            } else {
                looked.add(scans.get(archive));
                archives.put(archive, scans.get(archive).index());
            }
        }
        others = null;
        packages = null;
        tell(looked, name);
    }

    private static boolean skips(ScanFilter filter, Archive archive) {
        return archive.isJar() && filter.skipsClasses(archive.path());
    }

    private void scan(List<Archive> wanted, ScanFilter filter, boolean classes) {
        long begin = System.nanoTime();
        List<Archive> open =
                wanted.stream()
                        .filter(
                                archive -> {
                                    ArchiveScan known = scans.get(archive);
                                    return known == null
                                            || classes
                                                    && !known.index().complete()
                                                    && !skips(filter, archive);
                                })
                        .toList();
        List<ArchiveScan> made =
                ParallelScan.of(
                        open,
                        archive ->
                                ArchiveScan.of(archive, cache, classes && !skips(filter, archive)));
        for (ArchiveScan scan : made) {
            problems.addAll(scan.problems());
            scans.put(scan.archive(), scan);
            files.put(scan.archive(), scan.index().files());
        }
        cache.settle();
        spent += System.nanoTime() - begin;
    }

    private void tell(List<ArchiveScan> looked, String name) {
        List<ArchiveScan> jars = looked.stream().filter(s -> s.archive().isJar()).toList();
        if (jars.isEmpty()) {
            return;
        }
        List<String> longest =
                jars.stream()
                        .sorted(Comparator.comparingLong(ArchiveScan::nanos).reversed())
                        .limit(LONGEST)
                        .map(ArchiveScan::shown)
                        .toList();
        LOG.info(
                "Scanned {} JARs of [{}] in {} ms, {} were known, {} skipped; the longest: {}",
                jars.size(),
                name,
                spent / 1_000_000,
                jars.stream().filter(ArchiveScan::remembered).count(),
                skipped.size(),
                String.join(", ", longest));
        jars.forEach(scan -> LOG.debug("Scanned {} of [{}]", scan.shown(), name));
    }

    /** Whether the files of an archive are known. */
    boolean isKnown(Archive archive) {
        return files.containsKey(archive);
    }

    /** The files of an archive that {@link #look} has read. */
    ArchiveFiles files(Archive archive) {
        return files.get(archive);
    }

    /** The classes of one archive. */
    ArchiveIndex of(Archive archive) {
        return archives.get(archive);
    }

    /** The annotations of one archive whose values count. */
    List<AnnotationUse> uses(Archive archive) {
        return uses.computeIfAbsent(archive, a -> of(a).uses());
    }

    /** Whether a class of the application is known; it may also exist in another source. */
    boolean contains(String className) {
        return archive(className) != null;
    }

    /** The superclass of a class of the application. */
    String superName(String className) {
        Archive archive = archive(className);
        return archive == null ? null : of(archive).superName(className);
    }

    /** An annotation on a class of the application; null if it has none. */
    AnnotationValues annotation(String className, String type) {
        Archive archive = archive(className);
        List<AnnotationUse> all = archive != null ? uses(archive) : usesOfSkipped(className);
        for (AnnotationUse use : all) {
            if (use.onClass() && use.className().equals(className) && use.type().equals(type)) {
                return use.values();
            }
        }
        return null;
    }

    /** A class that is named counts, even if it is in a jar that is not scanned. */
    private List<AnnotationUse> usesOfSkipped(String className) {
        String name = className.replace('.', '/');
        if (!packages().containsKey(name.substring(0, Math.max(0, name.lastIndexOf('/'))))) {
            return List.of();
        }
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            if (in == null) {
                return List.of();
            }
            byte[] bytes = in.readAllBytes();
            ArchiveIndexBuilder builder = new ArchiveIndexBuilder();
            builder.add(bytes, bytes.length);
            return builder.build(true).uses();
        } catch (IOException e) {
            return List.of(); // the class loader reports that
        }
    }

    private Archive archive(String className) {
        for (Map.Entry<Archive, ArchiveIndex> each : archives.entrySet()) {
            if (each.getValue().contains(className)) {
                return each.getKey();
            }
        }
        return null;
    }

    /**
     * The classes of the application that extend or implement a type, directly or not, or have it
     * as an annotation on the class, a field, a method or a parameter; not the type itself.
     */
    Set<String> handled(String type) {
        if (others == null) {
            others = new OtherTypes(loader, archives.values(), packages());
        }
        Map<String, List<String>> outside = others.below(type);
        Set<String> names = new LinkedHashSet<>();
        Set<String> passed = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String next = open.pop();
            for (ArchiveIndex archive : archives.values()) {
                archive.subtypes(
                        next,
                        found -> {
                            if (names.add(found)) {
                                open.add(found);
                            }
                        });
            }
            for (String other : outside.getOrDefault(next, List.of())) {
                if (passed.add(other)) {
                    open.add(other);
                }
            }
        }
        for (ArchiveIndex archive : archives.values()) {
            archive.annotated(type, names::add);
        }
        names.remove(type);
        return names;
    }

    /** The skipped jars by the packages of their classes; names have slashes. */
    private Map<String, List<Archive>> packages() {
        if (packages == null) {
            packages = new HashMap<>();
            for (Archive archive : skipped) {
                Set<String> names = new HashSet<>(files(archive).packages());
                // The index has classes if another application has scanned the jar.
                scans.get(archive)
                        .index()
                        .classes(
                                name -> {
                                    int end = Math.max(0, name.lastIndexOf('.'));
                                    names.add(name.substring(0, end).replace('.', '/'));
                                });
                names.forEach(
                        name ->
                                packages.computeIfAbsent(name, n -> new ArrayList<>(1))
                                        .add(archive));
            }
        }
        return packages;
    }
}
