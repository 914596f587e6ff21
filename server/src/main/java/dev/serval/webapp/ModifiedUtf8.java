package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** The encoding of texts in class files (JVMS §4.4.7). Stateless. */
final class ModifiedUtf8 {
    private ModifiedUtf8() {}

    /** Damaged bytes become a text that is not the name of a class. */
    static String decode(byte[] bytes, int from, int length) {
        byte[] prefixed = new byte[length + 2];
        prefixed[0] = (byte) (length >> 8);
        prefixed[1] = (byte) length;
        System.arraycopy(bytes, from, prefixed, 2, length);
        try {
            return new DataInputStream(new ByteArrayInputStream(prefixed)).readUTF();
        } catch (IOException e) {
            return "?";
        }
    }

    /**
     * @param text of at most 65,535 bytes
     */
    static byte[] encode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 2);
        try {
            new DataOutputStream(bytes).writeUTF(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(e); // longer than a class file can have it
        }
        byte[] prefixed = bytes.toByteArray();
        return Arrays.copyOfRange(prefixed, 2, prefixed.length);
    }
}
