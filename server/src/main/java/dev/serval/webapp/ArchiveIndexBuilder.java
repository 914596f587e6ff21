package dev.serval.webapp;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects the content of an {@link ArchiveIndex}. Used by one thread, for one archive. */
final class ArchiveIndexBuilder {
    private static final String OBJECT = "java/lang/Object";
    private static final int LONGEST_NAME = 4096;

    /** The annotations whose values count. */
    static final String SERVLETS = "jakarta/servlet/annotation/";

    private static final Set<String> OTHERS =
            Set.of(
                    "jakarta/annotation/Resource",
                    "jakarta/annotation/Resources",
                    "jakarta/annotation/security/DeclareRoles",
                    "jakarta/annotation/sql/DataSourceDefinition",
                    "jakarta/annotation/sql/DataSourceDefinitions");

    private final ClassFile file =
            new ClassFile(type -> type.startsWith(SERVLETS) || OTHERS.contains(type));
    private final Map<String, String> classes = new TreeMap<>();
    private final Map<String, List<String>> subtypes = new HashMap<>();
    private final Map<String, Set<String>> annotated = new HashMap<>();
    private final List<AnnotationUse> uses = new ArrayList<>();
    private final List<String> tagLibraries = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();
    private final List<String> resources = new ArrayList<>();
    private final Set<String> packages = new LinkedHashSet<>();

    /**
     * Adds a class. A second class of the same name is ignored.
     *
     * @param length the number of bytes of the array that count
     * @throws IOException if it is not a class; then nothing is added
     */
    void add(byte[] bytes, int length) throws IOException {
        Set<String> types = new LinkedHashSet<>();
        List<AnnotationUse> own = new ArrayList<>();
        file.read(
                bytes,
                length,
                (onClass, type, values) -> {
                    types.add(type);
                    if (values != null) {
                        own.add(
                                new AnnotationUse(
                                        dotted(file.name()), onClass, dotted(type), values));
                    }
                });
        String name = file.name();
        if (name == null || classes.containsKey(name)) {
            return;
        }
        classes.put(name, file.superName() == null ? "" : file.superName());
        if (file.superName() != null && !file.superName().equals(OBJECT)) {
            subtypes.computeIfAbsent(file.superName(), n -> new ArrayList<>(2)).add(name);
        }
        for (String each : file.interfaces()) {
            if (each != null) {
                subtypes.computeIfAbsent(each, n -> new ArrayList<>(2)).add(name);
            }
        }
        for (String type : types) {
            annotated.computeIfAbsent(type, n -> new LinkedHashSet<>(2)).add(name);
        }
        uses.addAll(own);
    }

    private static String dotted(String name) {
        return String.valueOf(name).replace('/', '.');
    }

    /** Notes a class that is not read. */
    void skipped(String file) {
        int end = file.lastIndexOf('/');
        if (end < LONGEST_NAME) {
            packages.add(end < 0 ? "" : file.substring(0, end));
        }
    }

    /** Notes a file if it is one that may be looked up. */
    void file(String name) {
        if (!name.startsWith("META-INF/") || name.length() > LONGEST_NAME) {
            return;
        }
        if (name.startsWith(ArchiveFiles.RESOURCES)) {
            resources.add(name);
        } else if (name.endsWith(".tld")) {
            tagLibraries.add(name);
        } else if (name.equals(ArchiveFiles.FRAGMENT)
                || name.equals(ArchiveFiles.INITIALIZERS)
                || name.equals(ArchiveFiles.JAVAX_INITIALIZERS)) {
            settings.add(name);
        }
    }

    /**
     * @param complete whether all classes were added
     */
    ArchiveIndex build(boolean complete) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeBoolean(complete);
            Map<String, Integer> ids = writeNames(out);
            out.writeInt(classes.size());
            // Class names are written in the order of their ids.
            List<String> names = new ArrayList<>(classes.keySet());
            names.sort(Comparator.comparing(ids::get));
            for (String name : names) {
                out.writeInt(ids.get(name));
            }
            for (String name : names) {
                out.writeInt(classes.get(name).isEmpty() ? -1 : ids.get(classes.get(name)));
            }
            table(subtypes, ids, out);
            table(annotated, ids, out);
            uses.sort(Comparator.comparing(AnnotationUse::className));
            section(part -> AnnotationCode.write(uses, part), out);
            section(this::files, out);
            return new ArchiveIndex(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing leaves the memory
        }
    }

    private Map<String, Integer> writeNames(DataOutputStream out) throws IOException {
        Set<String> all = new LinkedHashSet<>(classes.keySet());
        all.addAll(classes.values());
        all.remove("");
        all.addAll(subtypes.keySet());
        all.addAll(annotated.keySet());
        Map<byte[], String> encoded = new TreeMap<>(Arrays::compareUnsigned);
        all.forEach(name -> encoded.put(ModifiedUtf8.encode(name), name));
        out.writeInt(encoded.size());
        int end = 0;
        for (byte[] name : encoded.keySet()) {
            end += name.length;
            out.writeInt(end);
        }
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (Map.Entry<byte[], String> name : encoded.entrySet()) {
            out.write(name.getKey());
            ids.put(name.getValue(), ids.size());
        }
        return ids;
    }

    private static void table(
            Map<String, ? extends Collection<String>> table,
            Map<String, Integer> ids,
            DataOutputStream out)
            throws IOException {
        List<String> keys = new ArrayList<>(table.keySet());
        keys.sort(Comparator.comparing(ids::get));
        out.writeInt(keys.size());
        for (String key : keys) {
            out.writeInt(ids.get(key));
        }
        int end = 0;
        for (String key : keys) {
            end += table.get(key).size();
            out.writeInt(end);
        }
        for (String key : keys) {
            int[] values = table.get(key).stream().mapToInt(ids::get).sorted().toArray();
            for (int value : values) {
                out.writeInt(value);
            }
        }
    }

    private interface Part {
        void write(DataOutputStream out) throws IOException;
    }

    private static void section(Part part, DataOutputStream out) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        part.write(new DataOutputStream(bytes));
        out.writeInt(bytes.size());
        bytes.writeTo(out);
    }

    private void files(DataOutputStream out) throws IOException {
        for (Collection<String> names : List.of(tagLibraries, settings, resources, packages)) {
            out.writeInt(names.size());
            for (String name : names) {
                out.writeUTF(name);
            }
        }
    }
}
