package dev.serval.config.xml;

import dev.serval.settings.Location;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Where start tags and their attributes begin. One thread. The XML reader reports only where a tag
 * ends; this follows it through the same text, tag by tag, and relies on a well-formed text without
 * a DOCTYPE.
 */
final class TagPositions {
    private final String file;
    private final String text;
    private final int[] lineStarts;
    private final Map<String, Location> attributes = new HashMap<>();
    private int next;

    TagPositions(String file, String text) {
        this.file = file;
        this.text = text;
        this.lineStarts = lineStarts(text);
    }

    /** Advances to the next start tag; returns its position. */
    Location next() {
        int tag = findTag();
        int i = tag + 1;
        while (!endsName(text.charAt(i))) {
            i++;
        }
        attributes.clear();
        while (true) {
            i = skipSpace(i);
            char c = text.charAt(i);
            if (c == '>' || c == '/') {
                next = i;
                return at(tag);
            }
            int start = i;
            while (!endsName(text.charAt(i))) {
                i++;
            }
            attributes.put(text.substring(start, i), at(start));
            i = skipSpace(i);
            i = skipSpace(i + 1); // the equals sign
            i = text.indexOf(text.charAt(i), i + 1) + 1;
        }
    }

    /** The position of an attribute of this tag. */
    Location attribute(String name) {
        return attributes.get(name);
    }

    private int findTag() {
        int i = next;
        while (true) {
            i = text.indexOf('<', i);
            if (text.startsWith("<!--", i)) {
                i = text.indexOf("-->", i + 4);
            } else if (text.startsWith("<![CDATA[", i)) {
                i = text.indexOf("]]>", i);
            } else if (text.startsWith("<?", i)) {
                i = text.indexOf("?>", i);
            } else if (text.startsWith("</", i)) {
                i++;
            } else {
                return i;
            }
        }
    }

    private int skipSpace(int from) {
        int i = from;
        while (text.charAt(i) <= ' ') {
            i++;
        }
        return i;
    }

    private static boolean endsName(char c) {
        return c <= ' ' || c == '>' || c == '/' || c == '=';
    }

    private Location at(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Location(file, line + 1, offset - lineStarts[line] + 1);
    }

    private static int[] lineStarts(String text) {
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean crlf = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (c == '\n' || (c == '\r' && !crlf)) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }
}
