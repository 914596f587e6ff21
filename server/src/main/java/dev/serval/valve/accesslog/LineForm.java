package dev.serval.valve.accesslog;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;

/**
 * How texts of a pattern become bytes. Immutable.
 *
 * @param zone of dates
 * @param locale of the names in dates
 * @param charset of a pattern's own text and of dates; one in which US-ASCII is as it is. Texts of
 *     clients are in US-ASCII, with escapes
 */
public record LineForm(ZoneId zone, Locale locale, Charset charset) {
    /** The zone of the system, English names, UTF-8. */
    public static LineForm usual() {
        return of(ZoneId.systemDefault());
    }

    static LineForm of(ZoneId zone) {
        return new LineForm(zone, Locale.US, StandardCharsets.UTF_8);
    }

    /** Whether lines, whose ends and digits are in US-ASCII, can be in that charset. */
    public static boolean takes(Charset charset) {
        String ascii = "\n09azAZ\"\\{}:,-";
        byte[] plain = ascii.getBytes(StandardCharsets.US_ASCII);
        return charset.canEncode() && Arrays.equals(plain, ascii.getBytes(charset));
    }

    byte[] bytes(String text) {
        return text.getBytes(charset);
    }
}
