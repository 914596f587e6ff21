package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The texts of a class file's constant pool (JVMS §4.4): names, descriptors, strings. Immutable.
 */
final class ClassReferences {
    private final List<String> texts;

    private ClassReferences(List<String> texts) {
        this.texts = texts;
    }

    /** Empty for a file that is not a class file, is damaged, or is newer than known. */
    static ClassReferences read(byte[] file) {
        try {
            return new ClassReferences(texts(file));
        } catch (IOException e) {
            return new ClassReferences(List.of());
        }
    }

    private static List<String> texts(byte[] file) throws IOException {
        List<String> texts = new ArrayList<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        if (in.readInt() != 0xCAFEBABE) {
            return texts;
        }
        in.readInt(); // the version
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.add(in.readUTF());
                case 7, 8, 16, 19, 20 -> in.skipBytes(2);
                case 15 -> in.skipBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipBytes(4);
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++; // they take two places
                }
                default -> throw new IOException("constant of kind " + tag);
            }
        }
        return texts;
    }

    /**
     * Whether a type of that package is used.
     *
     * @param prefix as in class files, with slashes
     */
    boolean mentions(String prefix) {
        for (String text : texts) {
            if (text.startsWith(prefix) || text.contains("L" + prefix)) {
                return true;
            }
        }
        return false;
    }
}
