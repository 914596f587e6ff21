package dev.serval.files;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The encoding of a text file, and its text. Immutable. A byte order mark overrides {@code
 * fileEncoding}, unless {@code useBomIfPresent} says otherwise.
 *
 * @param charset of the content
 * @param skip bytes of a mark that does not belong to the text
 */
record FileText(Charset charset, int skip) {
    private static final int LONGEST_MARK = 4;
    private static final int CHUNK = 8192;
    private static final Charset UTF_32BE = Charset.forName("UTF-32BE");
    private static final Charset UTF_32LE = Charset.forName("UTF-32LE");

    /** Whether characters of such a file may be converted. */
    static boolean isText(String type) {
        if (type == null) {
            return false;
        }
        int semicolon = type.indexOf(';');
        String plain = semicolon < 0 ? type : type.substring(0, semicolon);
        return plain.startsWith("text/")
                || plain.endsWith("xml")
                || plain.endsWith("json")
                || plain.endsWith("/javascript");
    }

    /** Decides by the first bytes. */
    static FileText of(FileSource source, DefaultServletSettings settings) throws IOException {
        FileText plain = new FileText(settings.fileEncoding(), 0);
        if (settings.bom() == Bom.PASS) {
            return plain;
        }
        FileText marked = marked(source.peek(LONGEST_MARK));
        if (marked == null) {
            return plain;
        }
        return settings.bom() == Bom.USE ? marked : new FileText(plain.charset, marked.skip);
    }

    /** The encoding by the byte order mark (Unicode §23.8); null if there is none. */
    static FileText marked(byte[] begin) {
        int a = at(begin, 0);
        int b = at(begin, 1);
        int c = at(begin, 2);
        int d = at(begin, 3);
        if (a == 0xEF && b == 0xBB && c == 0xBF) {
            return new FileText(StandardCharsets.UTF_8, 3);
        }
        if (a == 0 && b == 0 && c == 0xFE && d == 0xFF) {
            return new FileText(UTF_32BE, 4);
        }
        if (a == 0xFF && b == 0xFE) {
            return c == 0 && d == 0
                    ? new FileText(UTF_32LE, 4)
                    : new FileText(StandardCharsets.UTF_16LE, 2);
        }
        return a == 0xFE && b == 0xFF ? new FileText(StandardCharsets.UTF_16BE, 2) : null;
    }

    private static int at(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] & 0xff : -1;
    }

    /** Writes the text; holds {@value #CHUNK} characters at a time. */
    void copy(FileSource source, Writer target) throws IOException {
        Reader reader = new InputStreamReader(source.stream(skip), charset);
        char[] chunk = new char[CHUNK];
        for (int count = reader.read(chunk); count >= 0; count = reader.read(chunk)) {
            target.write(chunk, 0, count);
        }
    }
}
