package dev.serval.ajp;

import dev.serval.buffer.Ascii;
import dev.serval.http.FieldName;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The numbers that stand for names in packets. Constants; the bytes are never written to. */
final class Codes {
    /** The high byte of a number in place of a name. */
    static final int CODED = 0xa0;

    /** The method is named by an attribute. */
    static final int STORED_METHOD = 0xff;

    private static final byte[][] METHODS =
            names(
                    "OPTIONS GET HEAD POST PUT DELETE TRACE PROPFIND PROPPATCH MKCOL COPY MOVE LOCK"
                            + " UNLOCK ACL REPORT VERSION-CONTROL CHECKIN CHECKOUT UNCHECKOUT SEARCH"
                            + " MKWORKSPACE UPDATE LABEL MERGE BASELINE-CONTROL MKACTIVITY");

    private static final byte[][] REQUEST_FIELDS =
            names(
                    "accept accept-charset accept-encoding accept-language authorization connection"
                            + " content-type content-length cookie cookie2 host pragma referer"
                            + " user-agent");

    private static final Map<FieldName, Integer> RESPONSE_FIELDS = responseFields();

    private Codes() {}

    private static byte[][] names(String words) {
        return Arrays.stream(words.split(" ")).map(Ascii::bytes).toArray(byte[][]::new);
    }

    private static Map<FieldName, Integer> responseFields() {
        Map<FieldName, Integer> codes = new HashMap<>();
        for (String name :
                ("Content-Type Content-Language Content-Length Date Last-Modified Location Set-Cookie"
                                + " Set-Cookie2 Servlet-Engine Status WWW-Authenticate")
                        .split(" ")) {
            codes.put(FieldName.of(name), CODED << 8 | codes.size() + 1);
        }
        return codes;
    }

    /** The method of that number; null if there is none. */
    static byte[] method(int code) {
        return code < 1 || code > METHODS.length ? null : METHODS[code - 1];
    }

    /** The name of a field of a request by the low byte of its number; null if there is none. */
    static byte[] requestField(int code) {
        return code < 1 || code > REQUEST_FIELDS.length ? null : REQUEST_FIELDS[code - 1];
    }

    /** The number of a field of a response; 0 if it has none. */
    static int responseField(FieldName name) {
        Integer code = RESPONSE_FIELDS.get(name);
        return code == null ? 0 : code;
    }
}
