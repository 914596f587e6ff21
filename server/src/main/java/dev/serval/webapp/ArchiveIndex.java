package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The content of an archive, as far as the start of an application needs it: its classes, what they
 * extend, implement and are annotated with, and the names of some files. Thread-safe; made by
 * {@link ArchiveIndexBuilder}, and kept in the form in which it is written to the disk: a method
 * looks up names there, and makes strings only of what it has found.
 *
 * <p>Names of classes are given and returned with dots.
 *
 * <pre>
 * complete   1 byte
 * names      count, end of each, bytes; in the order of their bytes, so that a place is a name
 * classes    count, the name of each in ascending order, then the superclass of each or -1
 * subtypes   a table: by supertype, its direct subtypes
 * annotated  a table: by annotation, the classes that have it
 * uses       length, bytes: the annotations with their values
 * files      length, bytes: tag libraries, descriptors, resources, packages
 *
 * table      count, the key of each in ascending order, where the values of each end, the values
 * </pre>
 */
final class ArchiveIndex {
    /** Of an archive that has nothing of interest. */
    static final ArchiveIndex EMPTY = new ArchiveIndexBuilder().build(true);

    private final byte[] bytes;
    private final ByteBuffer ints;
    private final boolean complete;
    private final int names;
    private final int nameEnds;
    private final int nameBytes;
    private final int classes;
    private final int classNames;
    private final Table subtypes;
    private final Table annotated;
    private final int uses;
    private final int files;

    /** Where a table is. */
    private record Table(int size, int keys, int ends, int values, int end) {}

    /**
     * @throws IOException if the bytes are no index
     */
    ArchiveIndex(byte[] bytes) throws IOException {
        this.bytes = bytes;
        this.ints = ByteBuffer.wrap(bytes);
        try {
            complete = bytes[0] != 0;
            names = size(1);
            nameEnds = 5;
            nameBytes = nameEnds + 4 * names;
            int afterNames = nameBytes + (names == 0 ? 0 : ints.getInt(nameBytes - 4));
            classes = size(afterNames);
            classNames = afterNames + 4;
            subtypes = table(classNames + 8 * classes);
            annotated = table(subtypes.end);
            uses = annotated.end;
            files = uses + 4 + size(uses);
            if (files + 4 + size(files) != bytes.length) {
                throw new IOException("its end is elsewhere");
            }
        } catch (IndexOutOfBoundsException e) {
            throw new IOException(e);
        }
    }

    private int size(int at) throws IOException {
        int size = ints.getInt(at);
        if (size < 0 || size > bytes.length) {
            throw new IOException("a size of " + size);
        }
        return size;
    }

    private Table table(int at) throws IOException {
        int size = size(at);
        int keys = at + 4;
        int ends = keys + 4 * size;
        int values = ends + 4 * size;
        int count = size == 0 ? 0 : ints.getInt(values - 4);
        return new Table(size, keys, ends, values, values + 4 * count);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Whether its classes were read; otherwise only the names of files count. */
    boolean complete() {
        return complete;
    }

    /** The number of classes. */
    int size() {
        return classes;
    }

    /** Whether it has a class. */
    boolean contains(String className) {
        return place(className) >= 0;
    }

    /** The same for a name that is looked up in many indexes. */
    boolean contains(byte[] encoded) {
        int id = id(encoded);
        return id >= 0 && search(classNames, classes, id) >= 0;
    }

    /** A name for {@link #contains(byte[])}. */
    static byte[] encoded(String className) {
        return ModifiedUtf8.encode(className.replace('.', '/'));
    }

    /** All classes, in the order of their names. */
    void classes(Consumer<String> taker) {
        for (int i = 0; i < classes; i++) {
            taker.accept(name(ints.getInt(classNames + 4 * i)));
        }
    }

    /** The superclass of a class; null for Object, and for a class that is not here. */
    String superName(String className) {
        int place = place(className);
        int superName = place < 0 ? -1 : ints.getInt(classNames + 4 * (classes + place));
        return superName < 0 ? null : name(superName);
    }

    /** Among the classes, or negative. */
    private int place(String className) {
        int id = id(className);
        return id < 0 ? -1 : search(classNames, classes, id);
    }

    /** The classes of it that extend or implement a type directly. */
    void subtypes(String type, Consumer<String> taker) {
        values(subtypes, type, taker);
    }

    /**
     * The classes of it that have an annotation, on themselves or on a field, a method, a parameter
     * or a component.
     */
    void annotated(String type, Consumer<String> taker) {
        values(annotated, type, taker);
    }

    private void values(Table table, String key, Consumer<String> taker) {
        int id = id(key);
        int place = id < 0 ? -1 : search(table.keys, table.size, id);
        if (place < 0) {
            return;
        }
        int from = place == 0 ? 0 : ints.getInt(table.ends + 4 * (place - 1));
        int to = ints.getInt(table.ends + 4 * place);
        for (int i = from; i < to; i++) {
            taker.accept(name(ints.getInt(table.values + 4 * i)));
        }
    }

    /** The types that its classes extend or implement and that are not here. */
    void supertypesElsewhere(Consumer<String> taker) {
        for (int i = 0; i < subtypes.size; i++) {
            int key = ints.getInt(subtypes.keys + 4 * i);
            if (search(classNames, classes, key) < 0) {
                taker.accept(name(key));
            }
        }
    }

    /** The annotations whose values count, in the order of the names of their classes. */
    List<AnnotationUse> uses() {
        return AnnotationCode.read(stream(uses));
    }

    /** The names of files that may be looked up. */
    ArchiveFiles files() {
        try {
            DataInputStream in = stream(files);
            return new ArchiveFiles(names(in), names(in), names(in), names(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // what was written has a checksum
        }
    }

    private static List<String> names(DataInputStream in) throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            names.add(in.readUTF());
        }
        return List.copyOf(names);
    }

    private DataInputStream stream(int at) {
        return new DataInputStream(new ByteArrayInputStream(bytes, at + 4, ints.getInt(at)));
    }

    private int search(int at, int size, int wanted) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int found = ints.getInt(at + 4 * middle);
            if (found == wanted) {
                return middle;
            }
            if (found < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Of a name with dots; negative if there is none. */
    private int id(String dotted) {
        return id(encoded(dotted));
    }

    private int id(byte[] wanted) {
        int low = 0;
        int high = names - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int compared =
                    Arrays.compareUnsigned(
                            bytes, begin(middle), end(middle), wanted, 0, wanted.length);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private int begin(int id) {
        return id == 0 ? nameBytes : end(id - 1);
    }

    private int end(int id) {
        return nameBytes + ints.getInt(nameEnds + 4 * id);
    }

    private String name(int id) {
        int begin = begin(id);
        int end = end(id);
        for (int i = begin; i < end; i++) {
            if (bytes[i] <= 0) {
                return ModifiedUtf8.decode(bytes, begin, end - begin).replace('/', '.');
            }
        }
        return new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1).replace('/', '.');
    }
}
