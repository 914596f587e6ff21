package dev.serval.fuzz;

import java.util.List;

/**
 * One change of a message. Immutable.
 *
 * @param kind which kind of change
 * @param at where, folded into the length of the message
 * @param value a byte, or how much
 */
public record Damage(int kind, int at, int value) {
    private static final int SALT = Integer.getInteger("serval.fuzz.salt", 0);
    private static final String[] PIECES = {
        "\r\n",
        "\n",
        "\r",
        "\r\n\r\n",
        " ",
        "\t",
        ":",
        ";",
        "\"",
        "\\",
        "%",
        "%2f",
        "%5c",
        "{",
        "|",
        "\0",
        "0",
        "7fffffffffffffff",
        "-1",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Host: x\r\n",
        " HTTP/1.1",
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "0\r\n\r\n",
        "\r\n ",
        "é"
    };

    /** The message with all of them, one after the other. */
    static String all(String message, List<Damage> damages) {
        StringBuilder text = new StringBuilder(message);
        damages.forEach(damage -> damage.apply(text));
        return text.toString();
    }

    private void apply(StringBuilder text) {
        int index = Math.floorMod(at + SALT, text.length() + 1);
        int rest = text.length() - index;
        int length = Math.min(rest, 1 + value % 16);
        switch (kind) {
            case 0 -> text.insert(index, PIECES[Math.floorMod(value + SALT, PIECES.length)]);
            case 1 -> text.delete(index, index + length);
            case 2 -> text.insert(index, text.substring(index, index + length));
            case 3 -> text.insert(index, (char) value);
            default -> {
                if (rest > 0) {
                    text.setCharAt(index, (char) ((text.charAt(index) ^ 1 << value % 8) & 0xff));
                }
            }
        }
    }
}
