package dev.serval.benchmarks.examples;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What answers a request. Immutable. */
record Answer(int status, List<String> fields, byte[] body) {
    private static final int SWITCHED = 101;

    /** Reads one; behind a 101 or a HEAD nothing more than its head. */
    static Answer read(DataInputStream in, boolean head) throws IOException {
        List<String> lines = new java.util.ArrayList<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            lines.add(line);
        }
        int status = Integer.parseInt(lines.get(0).split(" ")[1]);
        Answer bare = new Answer(status, lines.subList(1, lines.size()), new byte[0]);
        String length = bare.field("Content-Length");
        byte[] body;
        if (head || status <= SWITCHED || status == 204 || status == 304) {
            body = new byte[0];
        } else if (length != null) {
            body = new byte[Integer.parseInt(length)];
            in.readFully(body);
        } else if ("chunked".equals(bare.field("Transfer-Encoding"))) {
            body = chunks(in);
        } else {
            body = in.readAllBytes();
        }
        return new Answer(status, bare.fields, body);
    }

    private static byte[] chunks(DataInputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = size(in); size > 0; size = size(in)) {
            byte[] chunk = new byte[size];
            in.readFully(chunk);
            all.writeBytes(chunk);
            line(in);
        }
        return all.toByteArray();
    }

    private static int size(DataInputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (char c = (char) in.readUnsignedByte(); c != '\n'; c = (char) in.readUnsignedByte()) {
            line.append(c);
        }
        return line.toString().stripTrailing();
    }

    /** All fields of that name, in one line; null if there is none. */
    String field(String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        List<String> values =
                fields.stream()
                        .filter(field -> field.toLowerCase(Locale.ROOT).startsWith(start))
                        .map(field -> field.substring(start.length()).strip())
                        .toList();
        return values.isEmpty() ? null : String.join(", ", values);
    }

    /** Its body, in the charset that it tells. */
    String text() {
        String type = String.valueOf(field("Content-Type")).toLowerCase(Locale.ROOT);
        int at = type.indexOf("charset=");
        return new String(
                body,
                at < 0 ? StandardCharsets.UTF_8 : Charset.forName(type.substring(at + 8).strip()));
    }
}
