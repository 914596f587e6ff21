package dev.serval.webapp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A class file (JVMS §4), read for what the start of an application needs: its name, what it
 * extends and implements, and its annotations. One thread; can read one file after another.
 *
 * <p>Names are those of class files, with slashes. The code is never read, and members only if the
 * constant pool has the name of an attribute for annotations.
 */
final class ClassFile {
    /** Takes the annotations of a class. */
    interface Annotations {
        /**
         * @param onClass whether it is on the class itself, else on a field, a method, a parameter
         *     or a component of a record
         * @param type of the annotation, with slashes
         * @param values null if they were not requested
         */
        void take(boolean onClass, String type, AnnotationValues values);
    }

    /** Characters in the values of the annotations of one class: an index keeps all of them. */
    private static final int MOST_TEXT = 1 << 22;

    private static final int UTF8 = 1;
    private static final String VISIBLE = "RuntimeVisibleAnnotations";
    private static final String INVISIBLE = "RuntimeInvisibleAnnotations";
    private static final String VISIBLE_PARAMETERS = "RuntimeVisibleParameterAnnotations";
    private static final String INVISIBLE_PARAMETERS = "RuntimeInvisibleParameterAnnotations";

    private final Predicate<String> valued;
    private byte[] file;
    private int end;
    private int at;
    private int[] constants = new int[512];
    private int count;
    private boolean annotated;
    private int textLeft;
    private String name;
    private String superName;
    private List<String> interfaces;
    private Annotations taker;

    /**
     * @param valued the types of annotations whose values count, with slashes
     */
    ClassFile(Predicate<String> valued) {
        this.valued = valued;
    }

    /**
     * Reads a file.
     *
     * @param length the number of bytes of the array that are the file
     * @throws IOException if it is not a class file, or is damaged
     */
    void read(byte[] bytes, int length, Annotations annotations) throws IOException {
        file = bytes;
        end = length;
        at = 0;
        textLeft = MOST_TEXT;
        taker = annotations;
        try {
            if (length < 10 || int4() != 0xCAFEBABE) {
                throw new IOException("it does not begin as class files do");
            }
            at += 4; // the version
            constants();
            at += 2; // the access flags
            name = className(int2());
            if (name == null || name.isEmpty()) {
                throw new IOException("it has no name");
            }
            superName = className(int2());
            interfaces = new ArrayList<>();
            for (int i = int2(); i > 0; i--) {
                interfaces.add(className(int2()));
            }
            if (annotated) {
                members();
                members();
                attributes(true);
            }
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("it is damaged near byte " + at, e);
        }
    }

    String name() {
        return name;
    }

    /** Null for java.lang.Object. */
    String superName() {
        return superName;
    }

    List<String> interfaces() {
        return interfaces;
    }

    private void constants() throws IOException {
        count = int2();
        if (constants.length < count) {
            constants = new int[Math.max(count, 2 * constants.length)];
        }
        annotated = false;
        for (int i = 1; i < count; i++) {
            constants[i] = at;
            int tag = file[at++];
            switch (tag) {
                case UTF8 -> {
                    int length = int2();
                    annotated = annotated || mayBeAnnotations(at, length);
                    skip(length);
                }
                case 7, 8, 16, 19, 20 -> at += 2;
                case 15 -> at += 3;
                case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 4;
                case 5, 6 -> {
                    at += 8;
                    i++; // they take two places
                    if (i < count) {
                        constants[i] = 0;
                    }
                }
                default -> throw new IOException("it has a constant of kind " + tag);
            }
        }
    }

    private boolean mayBeAnnotations(int from, int length) {
        return length >= VISIBLE.length()
                && length <= INVISIBLE_PARAMETERS.length()
                && file[from] == 'R'
                && file[from + length - 1] == 's'
                && isAnnotations(text(from, length));
    }

    private static boolean isAnnotations(String attribute) {
        return switch (attribute) {
            case VISIBLE, INVISIBLE, VISIBLE_PARAMETERS, INVISIBLE_PARAMETERS -> true;
            default -> false;
        };
    }

    /** Fields or methods. */
    private void members() throws IOException {
        for (int i = int2(); i > 0; i--) {
            at += 6; // flags, name, descriptor
            attributes(false);
        }
    }

    private void attributes(boolean ofClass) throws IOException {
        for (int i = int2(); i > 0; i--) {
            int attribute = utf8(int2());
            int length = int4();
            int next = at + length;
            if (length < 0 || next > end || next < at) {
                throw new IOException("it is damaged near byte " + at);
            }
            int size = int2At(attribute - 2);
            if (ofClass && size == 6 && text(attribute, size).equals("Record")) {
                components();
            } else if (mayBeAnnotations(attribute, size)) {
                switch (text(attribute, size)) {
                    case VISIBLE, INVISIBLE -> annotations(ofClass);
                    default -> {
                        for (int p = file[at++] & 0xff; p > 0; p--) {
                            annotations(false);
                        }
                    }
                }
            }
            // Otherwise a forged file could have the same bytes read again for each attribute.
            if (at > next) {
                throw new IOException("it is damaged near byte " + next);
            }
            at = next;
        }
    }

    private void components() throws IOException {
        for (int i = int2(); i > 0; i--) {
            at += 4; // name, descriptor
            attributes(false);
        }
    }

    private void annotations(boolean onClass) throws IOException {
        for (int i = int2(); i > 0; i--) {
            String type = type(int2());
            if (valued.test(type)) {
                taker.take(onClass, type, values(0));
            } else {
                taker.take(onClass, type, null);
                skipValues(0);
            }
        }
    }

    private AnnotationValues values(int depth) throws IOException {
        AnnotationValues values = new AnnotationValues();
        for (int i = int2(); i > 0; i--) {
            String key = valueText();
            values.put(key, value(depth));
        }
        return values;
    }

    /** JVMS §4.7.16.1. */
    private Object value(int depth) throws IOException {
        bound(depth);
        int tag = file[at++];
        switch (tag) {
            case 'B', 'C', 'I', 'S':
                return (long) int4At(constant(3));
            case 'Z':
                return int4At(constant(3)) != 0;
            case 'J':
                int where = constant(5);
                return (long) int4At(where) << 32 | int4At(where + 4) & 0xffffffffL;
            case 'F':
                return (double) Float.intBitsToFloat(int4At(constant(4)));
            case 'D':
                int high = constant(6);
                return Double.longBitsToDouble(
                        (long) int4At(high) << 32 | int4At(high + 4) & 0xffffffffL);
            case 's', 'c':
                return valueText();
            case 'e':
                at += 2; // its type
                return valueText();
            case '@':
                at += 2; // its type
                return values(depth + 1);
            case '[':
                List<Object> members = new ArrayList<>();
                for (int i = int2(); i > 0; i--) {
                    members.add(value(depth + 1));
                }
                return members;
            default:
                throw new IOException("it has a value of kind " + tag + " in an annotation");
        }
    }

    private void skipValues(int depth) throws IOException {
        for (int i = int2(); i > 0; i--) {
            at += 2; // its name
            skipValue(depth);
        }
    }

    private void skipValue(int depth) throws IOException {
        bound(depth);
        int tag = file[at++];
        switch (tag) {
            case 'e' -> at += 4;
            case '@' -> {
                at += 2;
                skipValues(depth + 1);
            }
            case '[' -> {
                for (int i = int2(); i > 0; i--) {
                    skipValue(depth + 1);
                }
            }
            default -> at += 2;
        }
    }

    /** No compiler nests that deep; a forged file must not end in a StackOverflowError. */
    private static void bound(int depth) throws IOException {
        if (depth > 100) {
            throw new IOException("it has annotations more than 100 deep");
        }
    }

    /** The position of the value of the constant that the next two bytes name. */
    private int constant(int tag) throws IOException {
        int place = place(int2());
        if (file[place] != tag) {
            throw new IOException("it has an annotation with a value of the wrong kind");
        }
        return place + 1;
    }

    private int place(int index) throws IOException {
        if (index <= 0 || index >= count || constants[index] == 0) {
            throw new IOException("it names the constant " + index + ", which is not there");
        }
        return constants[index];
    }

    /** Where the text of a constant begins; its length is in the two bytes before. */
    private int utf8(int index) throws IOException {
        int place = place(index);
        if (file[place] != UTF8) {
            throw new IOException("its constant " + index + " is no text");
        }
        return place + 3;
    }

    private String textOf(int index) throws IOException {
        int from = utf8(index);
        return text(from, int2At(from - 2));
    }

    /** The same in a value; a forged file may name a long one as often as it likes. */
    private String valueText() throws IOException {
        String text = textOf(int2());
        textLeft -= text.length();
        if (textLeft < 0) {
            throw new IOException(
                    "its annotations have more than " + MOST_TEXT + " characters in their values");
        }
        return text;
    }

    /** Null for 0. */
    private String className(int index) throws IOException {
        if (index == 0) {
            return null;
        }
        int place = place(index);
        if (file[place] != 7) {
            throw new IOException("its constant " + index + " is no class");
        }
        return textOf(int2At(place + 1));
    }

    /** Of an annotation, without the L and the semicolon of its descriptor. */
    private String type(int index) throws IOException {
        int from = utf8(index);
        int length = int2At(from - 2);
        return length > 2 && file[from] == 'L' ? text(from + 1, length - 2) : text(from, length);
    }

    private String text(int from, int length) {
        if (from + length > end) {
            throw new IndexOutOfBoundsException();
        }
        for (int i = from; i < from + length; i++) {
            if (file[i] <= 0) {
                return ModifiedUtf8.decode(file, from, length);
            }
        }
        return new String(file, from, length, StandardCharsets.ISO_8859_1);
    }

    private void skip(int bytes) throws IOException {
        at += bytes;
        if (at > end) {
            throw new IOException("it ends too early");
        }
    }

    private int int2() {
        int value = int2At(at);
        at += 2;
        return value;
    }

    private int int4() {
        int value = int4At(at);
        at += 4;
        return value;
    }

    private int int2At(int where) {
        if (where + 2 > end) {
            throw new IndexOutOfBoundsException();
        }
        return (file[where] & 0xff) << 8 | file[where + 1] & 0xff;
    }

    private int int4At(int where) {
        return int2At(where) << 16 | int2At(where + 2);
    }
}
