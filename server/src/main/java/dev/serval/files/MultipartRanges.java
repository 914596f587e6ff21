package dev.serval.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;

/**
 * The body of an answer with several parts of one file (RFC 9110 §14.6). Immutable. Its length is
 * known before a byte of the file is read.
 *
 * @param boundary new for each response, 144 random bits, which the author of the file could not
 *     know
 * @param type the Content-Type of the file; null if unknown
 * @param parts two or more
 * @param size bytes of the whole file
 */
record MultipartRanges(String boundary, String type, List<ByteRange> parts, long size) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String LETTERS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    private static final int LENGTH = 24;

    /** Where the content of a part comes from. */
    interface Content {
        void send(long first, long length) throws IOException;
    }

    static MultipartRanges of(String type, List<ByteRange> parts, long size) {
        byte[] random = new byte[LENGTH];
        RANDOM.nextBytes(random);
        StringBuilder boundary = new StringBuilder(LENGTH);
        for (byte b : random) {
            boundary.append(LETTERS.charAt(b & 63));
        }
        return new MultipartRanges(boundary.toString(), type, parts, size);
    }

    /** Of the whole answer. */
    String contentType() {
        return "multipart/byteranges;boundary=" + boundary;
    }

    /** Bytes of the body. */
    long length() {
        long length = end().length;
        for (int i = 0; i < parts.size(); i++) {
            length += begin(i).length + parts.get(i).length();
        }
        return length;
    }

    /** Sends everything, in order. */
    void send(FileRangeCopy.Target target, Content content) throws IOException {
        for (int i = 0; i < parts.size(); i++) {
            target.write(ByteBuffer.wrap(begin(i)));
            content.send(parts.get(i).first(), parts.get(i).length());
        }
        target.write(ByteBuffer.wrap(end()));
    }

    /** The bytes before a part. */
    private byte[] begin(int index) {
        StringBuilder text = new StringBuilder(160);
        text.append(index == 0 ? "--" : "\r\n--").append(boundary).append("\r\n");
        if (type != null) {
            text.append("Content-Type: ").append(type).append("\r\n");
        }
        text.append("Content-Range: ").append(parts.get(index).contentRange(size));
        return text.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] end() {
        return ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }
}
