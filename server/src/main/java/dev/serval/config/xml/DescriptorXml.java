package dev.serval.config.xml;

import java.io.IOException;
import java.util.List;

/**
 * Reads the descriptors of web applications into trees with positions; for the package webapp.
 * Stateless. Old descriptors begin with a DOCTYPE: it is accepted but never followed, so entities
 * from it are errors.
 */
public final class DescriptorXml {
    private DescriptorXml() {}

    /**
     * The root element, or null if an error was added to the problems.
     *
     * @param shown the name of the file in messages
     */
    public static XmlElement read(byte[] bytes, String shown, List<Problem> problems) {
        return read(bytes, XmlFile.MOST, shown, problems);
    }

    /**
     * The same.
     *
     * @param most the limit of elements and attributes
     */
    public static XmlElement read(byte[] bytes, int most, String shown, List<Problem> problems) {
        try {
            String text = withoutDocumentType(XmlFile.decode(bytes));
            return XmlFile.parse(text, most, shown, problems::add);
        } catch (IOException | IllegalArgumentException e) {
            problems.add(XmlFile.unreadable(shown, e));
            return null;
        }
    }

    /** The DOCTYPE of a descriptor as written; empty if there is none. */
    public static String documentType(byte[] bytes) {
        try {
            String text = XmlFile.decode(bytes);
            int start = prologEnd(text);
            return text.startsWith("<!DOCTYPE", start)
                    ? text.substring(start, documentTypeEnd(text, start))
                    : "";
        } catch (IOException | IllegalArgumentException e) {
            return ""; // its reader reports it
        }
    }

    /** The text with blanks in place of the DOCTYPE, so that every position stays the same. */
    private static String withoutDocumentType(String text) {
        int start = prologEnd(text);
        if (!text.startsWith("<!DOCTYPE", start)) {
            return text;
        }
        int end = documentTypeEnd(text, start);
        StringBuilder blank = new StringBuilder(text);
        for (int i = start; i < end; i++) {
            if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                blank.setCharAt(i, ' ');
            }
        }
        return blank.toString();
    }

    /** The end of the declaration, comments, instructions and white space at the beginning. */
    private static int prologEnd(String text) {
        int i = 0;
        while (i < text.length()) {
            int end;
            if (text.charAt(i) <= ' ' || text.charAt(i) == '\uFEFF') {
                end = i + 1;
            } else if (text.startsWith("<?", i)) {
                end = after(text, "?>", i);
            } else if (text.startsWith("<!--", i)) {
                end = after(text, "-->", i + 4);
            } else {
                return i;
            }
            i = end;
        }
        return i;
    }

    private static int documentTypeEnd(String text, int start) {
        int depth = 0;
        int i = start + 1;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (text.startsWith("<!--", i)) {
                i = after(text, "-->", i + 4);
                continue;
            }
            if (c == '"' || c == '\'') {
                i = after(text, String.valueOf(c), i + 1);
                continue;
            }
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == '>' && depth == 0) {
                return i + 1;
            }
            i++;
        }
        return text.length();
    }

    private static int after(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }
}
