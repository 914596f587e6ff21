package dev.serval.webapp;

import dev.serval.config.Location;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
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

/**
 * The classes of an application, as their files say: none of them is loaded. One thread. A file
 * that is no class is named and skipped.
 */
final class ClassIndex {
    private final Map<Archive, Index> archives = new LinkedHashMap<>();
    private final Set<DotName> own = new HashSet<>();
    private final ClassLoader loader;
    private final Problems problems;
    private IndexView all;

    /**
     * @param loader of the application: knows ancestors that are in none of the archives
     */
    ClassIndex(ClassLoader loader, Problems problems) {
        this.loader = loader;
        this.problems = problems;
    }

    /** Adds the classes of an archive; an error when it cannot be read. */
    void add(Archive archive) {
        Indexer indexer = new Indexer();
        try {
            archive.classFiles((name, bytes) -> index(indexer, archive, name, bytes));
        } catch (IOException e) {
            problems.error(WebXmlReader.whole(archive.shown()), "cannot be read: " + e);
        }
        Index index = indexer.complete();
        archives.put(archive, index);
        index.getKnownClasses().forEach(type -> own.add(type.name()));
        all = null;
    }

    private void index(Indexer indexer, Archive archive, String name, InputStream bytes) {
        try {
            indexer.index(bytes);
        } catch (IOException | RuntimeException e) {
            problems.warning(
                    new Location(archive.shown() + "!/" + name, 0, 0),
                    "is no class that can be read and is skipped: " + e);
        }
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

    private static ClassInfo declaring(AnnotationTarget target) {
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
