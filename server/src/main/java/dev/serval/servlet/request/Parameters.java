package dev.serval.servlet.request;

import dev.serval.http.FormLimits;
import dev.serval.http.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parameters of a request: those of the query, then those of a form in the body (Servlet 6.1
 * §3.1). Owned by the request. Limits and bad escapes throw {@link BadRequest}.
 */
final class Parameters {
    private final FormLimits limits;
    private final Map<String, String[]> values = new LinkedHashMap<>();
    private int count;

    Parameters(FormLimits limits) {
        this.limits = limits;
    }

    /** Adds the parameters of a query, as received. */
    void addQuery(String raw, Charset charset) {
        add(raw.getBytes(StandardCharsets.ISO_8859_1), charset);
    }

    /**
     * Reads a form to its end and adds its parameters.
     *
     * @param declared its length in bytes; negative if unknown
     */
    void addForm(InputStream body, long declared, Charset charset) throws IOException {
        int most = limits.maxPostSize();
        if (most < 0) {
            add(body.readAllBytes(), charset);
            return;
        }
        if (declared > most) {
            throw tooLarge(limits, declared);
        }
        byte[] bytes = body.readNBytes((int) Math.min(most + 1L, Integer.MAX_VALUE));
        if (bytes.length > most) {
            throw tooLarge(limits, bytes.length);
        }
        add(bytes, charset);
    }

    /** Adds the parameters of another object after those here; they were counted there. */
    void addAll(Map<String, String[]> others) {
        others.forEach(
                (name, more) -> {
                    String[] before = values.get(name);
                    if (before == null) {
                        values.put(name, more);
                        return;
                    }
                    String[] all = Arrays.copyOf(before, before.length + more.length);
                    System.arraycopy(more, 0, all, before.length, more.length);
                    values.put(name, all);
                });
    }

    Map<String, String[]> map() {
        return Collections.unmodifiableMap(values);
    }

    private void add(byte[] bytes, Charset charset) {
        int start = 0;
        while (start < bytes.length) {
            int end = indexOf(bytes, '&', start, bytes.length);
            if (end > start) {
                int equals = indexOf(bytes, '=', start, end);
                String name = decode(bytes, start, equals, charset);
                String value = equals == end ? "" : decode(bytes, equals + 1, end, charset);
                if (!name.isEmpty() || equals < end) {
                    put(name, value);
                }
            }
            start = end + 1;
        }
    }

    /** Adds one; throws {@link BadRequest} when there are too many. */
    void put(String name, String value) {
        int most = limits.maxParameterCount();
        if (most >= 0 && ++count > most) {
            throw new BadRequest(
                    Refusal.TOO_MANY_PARAMETERS,
                    "The request has more than " + most + " parameters.",
                    "maxParameterCount of the Connector");
        }
        String[] before = values.get(name);
        if (before == null) {
            values.put(name, new String[] {value});
            return;
        }
        String[] more = new String[before.length + 1];
        System.arraycopy(before, 0, more, 0, before.length);
        more[before.length] = value;
        values.put(name, more);
    }

    private static String decode(byte[] bytes, int start, int end, Charset charset) {
        byte[] decoded = new byte[end - start];
        int length = 0;
        boolean ascii = true;
        for (int i = start; i < end; i++) {
            int c = bytes[i];
            if (c == '+') {
                c = ' ';
            } else if (c == '%') {
                int high = i + 2 < end ? Character.digit(bytes[i + 1] & 0xFF, 16) : -1;
                int low = i + 2 < end ? Character.digit(bytes[i + 2] & 0xFF, 16) : -1;
                if (high < 0 || low < 0) {
                    throw new BadRequest(Refusal.FORM, "A parameter has a malformed escape.");
                }
                c = (byte) (high << 4 | low);
                i += 2;
            }
            ascii &= c >= 0;
            decoded[length++] = (byte) c;
        }
        if (ascii && charset.equals(StandardCharsets.UTF_8)) {
            return new String(decoded, 0, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(decoded, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw new BadRequest(Refusal.FORM, "A parameter is not in " + charset.name() + ".");
        }
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int end) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return end;
    }

    static BadRequest tooLarge(FormLimits limits, long value) {
        return new BadRequest(
                Refusal.FORM_TOO_LARGE,
                "The form is larger than " + limits.maxPostSize() + " bytes.",
                "maxPostSize of the Connector, the value at least " + value);
    }
}
