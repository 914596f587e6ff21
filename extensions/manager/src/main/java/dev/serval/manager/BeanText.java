package dev.serval.manager;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** Values of beans as text, and back, as in Tomcat's JMX proxy. Stateless. */
final class BeanText {
    private static final int WIDTH = 78;

    private BeanText() {}

    /** Composite values in braces, arrays and tables one element a line. */
    static String of(Object value) {
        if (value instanceof CompositeData composite) {
            return composite(composite);
        }
        if (value instanceof TabularData table) {
            StringBuilder out = new StringBuilder("TabularData[");
            out.append(table.getTabularType().getRowType().getTypeName());
            out.append("] of length ").append(table.size());
            for (Object row : table.values()) {
                out.append(System.lineSeparator()).append('\t').append(of(row));
            }
            return out.toString();
        }
        if (value != null && value.getClass().isArray()) {
            int length = Array.getLength(value);
            StringBuilder out = new StringBuilder("Array[");
            out.append(value.getClass().getComponentType().getName());
            out.append("] of length ").append(length);
            for (int i = 0; i < length; i++) {
                out.append(System.lineSeparator()).append('\t').append(of(Array.get(value, i)));
            }
            return out.toString();
        }
        return escaped(Secrets.shown(String.valueOf(value)));
    }

    private static String composite(CompositeData composite) {
        Map<String, Object> items = new TreeMap<>();
        for (String key : composite.getCompositeType().keySet()) {
            items.put(key, composite.get(key));
        }
        StringBuilder out = new StringBuilder("{");
        String next = "";
        boolean secret = items.get("key") instanceof String key && Secrets.isSecret(key);
        for (Map.Entry<String, Object> item : items.entrySet()) {
            boolean hidden =
                    secret && item.getKey().equals("value") || Secrets.isSecret(item.getKey());
            out.append(next).append(item.getKey()).append('=');
            out.append(hidden ? Secrets.MASK : of(item.getValue()));
            next = ", ";
        }
        return out.append('}').toString();
    }

    /** Continues long lines after a line end and a blank, and shows line ends of the text. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        String end = System.lineSeparator();
        for (String line : text.split("\n", -1)) {
            if (out.length() > 0) {
                out.append("\\n").append(end).append(' ');
            }
            for (int i = 0; i < line.length(); i += WIDTH) {
                out.append(i == 0 ? "" : end + " ");
                out.append(line, i, Math.min(line.length(), i + WIDTH));
            }
        }
        return out.toString();
    }

    static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }

    /**
     * A value of a simple type; throws IllegalArgumentException for a malformed text.
     *
     * @param type the name of a class; null is text
     */
    static Object value(String type, String text) {
        if (type == null || text == null) {
            return text;
        }
        return switch (type) {
            case "int", "java.lang.Integer" -> Integer.valueOf(text);
            case "long", "java.lang.Long" -> Long.valueOf(text);
            case "short", "java.lang.Short" -> Short.valueOf(text);
            case "byte", "java.lang.Byte" -> Byte.valueOf(text);
            case "float", "java.lang.Float" -> Float.valueOf(text);
            case "double", "java.lang.Double" -> Double.valueOf(text);
            case "boolean", "java.lang.Boolean" -> Boolean.valueOf(text);
            case "javax.management.ObjectName" -> name(text);
            default -> text;
        };
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (javax.management.MalformedObjectNameException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
