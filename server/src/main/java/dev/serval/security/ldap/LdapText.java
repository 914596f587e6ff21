package dev.serval.security.ldap;

import dev.serval.security.UserLookups;
import java.text.MessageFormat;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/**
 * Names of users in filters and in names of entries: escaped, so that they stay values. Stateless.
 */
public final class LdapText {
    private LdapText() {}

    /** A value in a filter (RFC 4515 §3). */
    static String filterValue(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if ("\\*()".indexOf(c) >= 0 || c == 0) {
                escaped.append(String.format("\\%02x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** A value in the name of an entry (RFC 4514 §2.4), with digits in place of the character. */
    static String nameValue(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ' ' && (i == 0 || i == text.length() - 1)) {
                escaped.append("\\ ");
            } else if ("\\,+\"<>;=#/".indexOf(c) >= 0 || c == 0) {
                escaped.append(String.format("\\%02X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /**
     * Whether a directory compares that name as it stands. It considers other names equal to a
     * simpler one (RFC 4518 §2), and guesses by these would not be locked out.
     */
    static boolean isName(String name) {
        return UserLookups.isName(name)
                && Normalizer.isNormalized(name, Normalizer.Form.NFKC)
                && name.equals(name.strip())
                && !name.contains("  ")
                && name.codePoints().noneMatch(LdapText::isIgnored);
    }

    /** Whether a character is mapped to nothing or to a blank (RFC 4518 §2.2), or not assigned. */
    private static boolean isIgnored(int character) {
        return switch (Character.getType(character)) {
            case Character.FORMAT, Character.UNASSIGNED, Character.PRIVATE_USE -> true;
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR -> character != ' ';
            case Character.PARAGRAPH_SEPARATOR -> true;
            default ->
                    character == 0x034F
                            || character >= 0x180B && character <= 0x180D
                            || character >= 0xFE00 && character <= 0xFE0F
                            || character == 0xFFFC
                            || character >= 0xE0100 && character <= 0xE01EF;
        };
    }

    /**
     * Patterns in Tomcat's form: one, or several that each stand in parentheses.
     *
     * @throws IllegalArgumentException with a message when a parenthesis is missing
     */
    public static List<String> alternatives(String text) {
        if (!text.startsWith("(")) {
            return List.of(text);
        }
        List<String> all = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '(' && depth++ == 0) {
                start = i + 1;
            } else if (c == ')' && --depth == 0) {
                all.add(text.substring(start, i));
            }
        }
        if (depth != 0) {
            throw new IllegalArgumentException("has a parenthesis without the other one");
        }
        return List.copyOf(all);
    }

    /** A pattern with its parts {0} and so on filled in, as java.text.MessageFormat does it. */
    static String filled(String pattern, String... values) {
        return new MessageFormat(pattern).format(values);
    }
}
