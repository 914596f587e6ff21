package dev.serval.webapp;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes annotations into an index, and reads them back. Stateless. */
final class AnnotationCode {
    private AnnotationCode() {}

    static void write(List<AnnotationUse> uses, DataOutputStream out) throws IOException {
        out.writeInt(uses.size());
        for (AnnotationUse use : uses) {
            out.writeUTF(use.className());
            out.writeBoolean(use.onClass());
            out.writeUTF(use.type());
            values(use.values(), out);
        }
    }

    private static void values(AnnotationValues values, DataOutputStream out) throws IOException {
        out.writeInt(values.all().size());
        for (Map.Entry<String, Object> each : values.all().entrySet()) {
            out.writeUTF(each.getKey());
            value(each.getValue(), out);
        }
    }

    private static void value(Object value, DataOutputStream out) throws IOException {
        if (value instanceof String text) {
            out.writeByte('s');
            out.writeUTF(text);
        } else if (value instanceof Boolean flag) {
            out.writeByte('Z');
            out.writeBoolean(flag);
        } else if (value instanceof Long number) {
            out.writeByte('J');
            out.writeLong(number);
        } else if (value instanceof Double number) {
            out.writeByte('D');
            out.writeDouble(number);
        } else if (value instanceof AnnotationValues nested) {
            out.writeByte('@');
            values(nested, out);
        } else {
            List<?> members = (List<?>) value;
            out.writeByte('[');
            out.writeInt(members.size());
            for (Object member : members) {
                value(member, out);
            }
        }
    }

    static List<AnnotationUse> read(DataInputStream in) {
        try {
            List<AnnotationUse> uses = new ArrayList<>();
            for (int i = in.readInt(); i > 0; i--) {
                uses.add(
                        new AnnotationUse(
                                in.readUTF(), in.readBoolean(), in.readUTF(), readValues(in)));
            }
            return uses;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // what was written has a checksum
        }
    }

    private static AnnotationValues readValues(DataInputStream in) throws IOException {
        AnnotationValues values = new AnnotationValues();
        for (int i = in.readInt(); i > 0; i--) {
            values.put(in.readUTF(), readValue(in));
        }
        return values;
    }

    private static Object readValue(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 's' -> in.readUTF();
            case 'Z' -> in.readBoolean();
            case 'J' -> in.readLong();
            case 'D' -> in.readDouble();
            case '@' -> readValues(in);
            case '[' -> {
                List<Object> members = new ArrayList<>();
                for (int i = in.readInt(); i > 0; i--) {
                    members.add(readValue(in));
                }
                yield members;
            }
            default -> throw new IOException("a value of kind " + kind);
        };
    }
}
