package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes of an application, as their files say: none of them is loaded. One thread. A file
 * that is no class is named and skipped.
 */
final class ClassIndex {
    private static final Logger LOG = LoggerFactory.getLogger(ClassIndex.class);

    /** So many of the jars of an application are named with what they cost; all are at debug. */
    private static final int LONGEST = 3;

    private final Map<Archive, Index> archives = new LinkedHashMap<>();
    private final Set<DotName> own = new HashSet<>();
    private final ClassLoader loader;
    private final IndexCache cache;
    private final Problems problems;
    private IndexView all;

    /**
     * @param loader of the application: knows ancestors that are in none of the archives
     * @param cache of jars
     */
    ClassIndex(ClassLoader loader, IndexCache cache, Problems problems) {
        this.loader = loader;
        this.cache = cache;
        this.problems = problems;
    }

    /**
     * Adds the classes of archives, several at a time, and says in the log what jars cost; an error
     * when one cannot be read.
     *
     * @param name of the application
     */
    void add(List<Archive> added, String name) {
        long begin = System.nanoTime();
        List<ArchiveScan> scans =
                added.parallelStream().map(archive -> ArchiveScan.of(archive, cache)).toList();
        for (ArchiveScan scan : scans) {
            problems.addAll(scan.problems());
            archives.put(scan.archive(), scan.index());
            scan.index().getKnownClasses().forEach(type -> own.add(type.name()));
        }
        all = null;
        tell(scans, name, System.nanoTime() - begin);
    }

    private static void tell(List<ArchiveScan> scans, String name, long nanos) {
        List<ArchiveScan> jars = scans.stream().filter(s -> s.archive().isJar()).toList();
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
                "Scanned {} JARs of [{}] in {} ms, {} were known; the longest: {}",
                jars.size(),
                name,
                nanos / 1_000_000,
                jars.stream().filter(ArchiveScan::remembered).count(),
                String.join(", ", longest));
        jars.forEach(scan -> LOG.debug("Scanned {} of [{}]", scan.shown(), name));
    }

    /** Those of one archive. */
    Index of(Archive archive) {
        return archives.get(archive);
    }

    /** A class of the application, or null. Does without its ancestors, which take their time. */
    ClassInfo find(String name) {
        DotName dotted = DotName.createSimple(name);
        return archives.values().stream()
                .map(index -> index.getClassByName(dotted))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * The classes of the application that extend or implement a type, directly or not, or have it
     * as an annotation on the class, a field, a method or a parameter; not the type itself.
     */
    Set<String> handled(DotName type) {
        Set<String> names = new LinkedHashSet<>();
        all().getAllKnownSubclasses(type).forEach(found -> add(found, names));
        all().getAllKnownImplementations(type).forEach(found -> add(found, names));
        all().getAllKnownSubinterfaces(type).forEach(found -> add(found, names));
        for (AnnotationInstance annotation : all().getAnnotations(type)) {
            ClassInfo found = declaring(annotation.target());
            if (found != null) {
                add(found, names);
            }
        }
        names.remove(type.toString());
        return names;
    }

    private void add(ClassInfo found, Set<String> names) {
        if (own.contains(found.name())) {
            names.add(found.name().toString());
        }
    }

    /** The class that has an annotation on itself or on a part; null for uses of types. */
    static ClassInfo declaring(AnnotationTarget target) {
        if (target == null) {
            return null;
        }
        return switch (target.kind()) {
            case CLASS -> target.asClass();
            case FIELD -> target.asField().declaringClass();
            case METHOD -> target.asMethod().declaringClass();
            case METHOD_PARAMETER -> target.asMethodParameter().method().declaringClass();
            case RECORD_COMPONENT -> target.asRecordComponent().declaringClass();
            case TYPE -> null;
        };
    }

    /** All archives, and their classes' ancestors where the loader has them. */
    private IndexView all() {
        if (all == null) {
            IndexView inside = CompositeIndex.create(List.copyOf(archives.values()));
            all = CompositeIndex.create(inside, ancestors());
        }
        return all;
    }

    private Index ancestors() {
        Indexer indexer = new Indexer();
        Deque<DotName> open = new ArrayDeque<>();
        Set<DotName> seen = new HashSet<>(own);
        archives.values().forEach(i -> i.getKnownClasses().forEach(c -> parents(c, open)));
        while (!open.isEmpty()) {
            DotName name = open.pop();
            if (!seen.add(name) || name.toString().startsWith("java.")) {
                continue;
            }
            String file = name.toString().replace('.', '/') + ".class";
            try (InputStream in = loader.getResourceAsStream(file)) {
                if (in != null) {
                    byte[] bytes = in.readAllBytes();
                    indexer.index(new ByteArrayInputStream(bytes));
                    parents(Index.singleClass(bytes), open);
                }
            } catch (IOException | RuntimeException e) {
                // Its children cannot be loaded either, and are named then.
            }
        }
        return indexer.complete();
    }

    private static void parents(ClassInfo type, Deque<DotName> open) {
        if (type.superName() != null) {
            open.push(type.superName());
        }
        type.interfaceNames().forEach(open::push);
    }
}
