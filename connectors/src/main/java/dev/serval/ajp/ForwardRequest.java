package dev.serval.ajp;

import dev.serval.ajp.ForwardedAttributes.Value;
import dev.serval.buffer.Ascii;
import dev.serval.http.Authority;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpError;
import dev.serval.http.HttpVersion;
import dev.serval.http.KnownFields;
import dev.serval.http.Method;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.http.RequestRules;
import dev.serval.http.TargetChars;
import dev.serval.http.TargetForm;
import java.util.Arrays;

/**
 * Turns a whole packet FORWARD_REQUEST into a {@link RequestHead} and {@link ForwardedAttributes}.
 * Works on bytes, never on a socket. Owned by the connection's thread; mostly without allocation.
 *
 * <pre>
 *   all values read to the end of the packet --&gt; secret right --&gt; addresses, target, host,
 *       | reaches beyond it, or ends too late         | 403       fields --&gt; attributes
 *       v                                             v               | 400, 431, 501, 505    | 403
 *     AJP_PACKET: no answer                         AJP_SECRET     as in HTTP              AJP_ATTRIBUTE
 * </pre>
 *
 * So nothing is said of a request to somebody who does not know the secret, and what cannot be a
 * packet gets no answer, which the front might take for that to another request.
 */
final class ForwardRequest {
    private static final int FIRST_SIZE = 2048;
    private static final int END = 0xff;
    private static final int MOST_PORT = 65535;
    private static final byte[] HOST = Ascii.bytes("host");
    private static final byte[] QUESTION = {'?'};
    private static final byte[] OPEN = {'['};
    private static final byte[] CLOSE = {']'};
    private static final byte[] HTTP = Ascii.bytes("http/");
    private static final byte[] HTTP_1_1 = Ascii.bytes("HTTP/1.1");
    private static final byte[] HTTP_1_0 = Ascii.bytes("HTTP/1.0");
    private static final byte[] HTTP_0_9 = Ascii.bytes("HTTP/0.9");
    private static final byte[] HTTP_2 = Ascii.bytes("HTTP/2.0");
    private static final byte[] REMOTE_PORT = Ascii.bytes("AJP_REMOTE_PORT");
    private static final byte[] LOCAL_ADDRESS = Ascii.bytes("AJP_LOCAL_ADDR");
    private static final byte[] TLS_PROTOCOL = Ascii.bytes("AJP_SSL_PROTOCOL");

    private final int mostFields;
    private final RequestHead.Recorder recorder = new RequestHead.Recorder();
    private final KnownFields known = new KnownFields();
    private final PacketCursor cursor = new PacketCursor();
    private final TargetChars characters;
    private final TargetForm form;
    private final FrontRules front;
    // The packet, then what stands in it in parts or as numbers: the head's offsets point here.
    private byte[] bytes = new byte[FIRST_SIZE];
    private int size;
    private ForwardedAttributes told;
    private int method;
    private int versionStart;
    private int versionEnd;
    private int uriStart;
    private int uriEnd;
    // Four offsets each; a coded name has its code and -1.
    private int[] fields = new int[64];
    private int fieldCount;
    private int codesSeen;

    ForwardRequest(HttpConfig config, AjpConfig own) {
        int most = config.limits().maxHeaderCount();
        mostFields = most < 0 ? Integer.MAX_VALUE : most;
        characters = new TargetChars(config.rules());
        form = new TargetForm(characters);
        front = new FrontRules(own);
    }

    RequestHead.Recorder recorder() {
        return recorder;
    }

    /** Which leniencies of characters the target needed. */
    TargetChars characters() {
        return characters;
    }

    /** Bytes of the head, from the first of {@link RequestHead#bytes} on. */
    int size() {
        return size;
    }

    /**
     * Parses what follows the type of a packet.
     *
     * @param into filled, also before an exception
     * @throws HttpError {@link Refusal#AJP_PACKET} if these bytes are no packet; anything else if
     *     they are, and the request is refused
     */
    void parse(byte[] array, int from, int to, ForwardedAttributes into) throws HttpError {
        told = into;
        recorder.clear();
        known.reset();
        characters.reset();
        size = 0;
        room(to - from);
        size = to - from;
        System.arraycopy(array, from, bytes, 0, size);
        told.begin(bytes);
        recorder.bytes(bytes);
        cursor.begin(bytes, 0, size);
        read();
        front.requireSecret(told);
        record();
        told.moved(bytes);
        front.requireKnownAttributes(told);
    }

    // ---- the values in their order

    private void read() throws HttpError {
        method = cursor.octet();
        cursor.needed("protocol");
        versionStart = cursor.textStart();
        versionEnd = cursor.textEnd();
        cursor.needed("URI");
        uriStart = cursor.textStart();
        uriEnd = cursor.textEnd();
        text(Value.REMOTE_ADDRESS);
        text(Value.REMOTE_HOST);
        text(Value.SERVER_NAME);
        told.serverPort(cursor.number());
        told.overTls(cursor.octet() != 0);
        fieldCount = cursor.number();
        for (int i = 0; i < fieldCount; i++) {
            field(i);
        }
        codesSeen = 0;
        for (int code = cursor.octet(); code != END; code = cursor.octet()) {
            attribute(code);
        }
        if (!cursor.atEnd()) {
            throw Packet.malformed("bytes behind its end");
        }
    }

    private void text(Value value) throws HttpError {
        if (cursor.text()) {
            told.set(value, cursor.textStart(), cursor.textEnd());
        }
    }

    private void field(int index) throws HttpError {
        int at = 4 * index;
        if (at == fields.length) {
            fields = Arrays.copyOf(fields, 2 * at);
        }
        int code = cursor.peek();
        if (code >> 8 == Codes.CODED) {
            cursor.number();
            fields[at] = code & 0xff;
            fields[at + 1] = -1;
            if (Codes.requestField(code & 0xff) == null) {
                throw Packet.malformed("no field has the number " + code);
            }
        } else {
            cursor.needed("name of a field");
            fields[at] = cursor.textStart();
            fields[at + 1] = cursor.textEnd();
        }
        cursor.text();
        fields[at + 2] = cursor.textStart();
        fields[at + 3] = cursor.textEnd();
    }

    private void attribute(int code) throws HttpError {
        boolean often = code == 10;
        if (!often && code < 32 && (codesSeen & 1 << code) != 0) {
            throw Packet.malformed("attribute " + code + " twice");
        }
        codesSeen |= code < 32 ? 1 << code : 0;
        switch (code) {
            // The context and the servlet, which this server finds itself; the route, which it
            // knows.
            case 1, 2, 6 -> cursor.text();
            case 3 -> text(Value.REMOTE_USER);
            case 4 -> text(Value.AUTH_TYPE);
            case 5 -> text(Value.QUERY);
            case 7 -> text(Value.CERTIFICATE);
            case 8 -> text(Value.CIPHER);
            case 9 -> text(Value.SESSION);
            case 10 -> named();
            case 11 -> told.keySize(cursor.number());
            case 12 -> text(Value.SECRET);
            case 13 -> text(Value.STORED_METHOD);
            default -> throw Packet.malformed("no attribute has the number " + code);
        }
    }

    private void named() throws HttpError {
        cursor.needed("name of an attribute");
        int start = cursor.textStart();
        int end = cursor.textEnd();
        cursor.text();
        Value value = null;
        if (Ascii.equals(bytes, start, end, REMOTE_PORT)) {
            value = Value.REMOTE_PORT;
        } else if (Ascii.equals(bytes, start, end, LOCAL_ADDRESS)) {
            value = Value.LOCAL_ADDRESS;
        } else if (Ascii.equals(bytes, start, end, TLS_PROTOCOL)) {
            value = Value.TLS_PROTOCOL;
        }
        if (value == null) {
            told.attribute(start, end, cursor.textStart(), cursor.textEnd());
        } else if (told.has(value)) {
            throw Packet.malformed("an attribute of AJP twice");
        } else {
            told.set(value, cursor.textStart(), cursor.textEnd());
        }
    }

    // ---- the head

    private void record() throws HttpError {
        // First, since whatever is refused then is told of its client.
        address(Value.REMOTE_ADDRESS);
        address(Value.LOCAL_ADDRESS);
        port();
        recorder.version(version());
        method();
        target();
        boolean named = fields();
        if (!named) {
            host();
        }
        known.judge(recorder, false);
        if (!named && told.serverPort() > 0) {
            RequestHead head = recorder.head();
            recorder.host(head.hostStart(), head.hostEnd(), told.serverPort());
        }
    }

    private HttpVersion version() throws HttpError {
        if (is(HTTP_1_1)) {
            return HttpVersion.HTTP_1_1;
        }
        if (is(HTTP_1_0) || is(HTTP_0_9)) {
            return HttpVersion.HTTP_1_0;
        }
        if (is(HTTP_2)) {
            return HttpVersion.HTTP_2;
        }
        boolean other = Ascii.startsWithIgnoreCase(bytes, versionStart, versionEnd, HTTP);
        throw new HttpError(other ? Refusal.VERSION : Refusal.VERSION_SYNTAX, "of the front");
    }

    private boolean is(byte[] text) {
        return Ascii.equals(bytes, versionStart, versionEnd, text);
    }

    private void method() throws HttpError {
        if (method != Codes.STORED_METHOD) {
            byte[] name = Codes.method(method);
            if (name == null) {
                throw Packet.malformed("no method has the number " + method);
            }
            Method constant = Method.of(name, 0, name.length);
            int start = constant == Method.OTHER ? append(name) : 0;
            recorder.method(constant, start, constant == Method.OTHER ? size : 0);
            return;
        }
        int start = told.start(Value.STORED_METHOD);
        int end = told.end(Value.STORED_METHOD);
        if (!told.has(Value.STORED_METHOD)) {
            throw Packet.malformed("no stored_method");
        }
        if (start == end || Ascii.skipToken(bytes, start, end) < end) {
            throw new HttpError(Refusal.METHOD_TOKEN, "as stored_method");
        }
        recorder.method(Method.of(bytes, start, end), start, end);
    }

    private void target() throws HttpError {
        boolean path = uriStart < uriEnd && bytes[uriStart] == '/';
        boolean asterisk = uriEnd == uriStart + 1 && bytes[uriStart] == '*';
        if (!path && !asterisk) {
            throw new HttpError(Refusal.TARGET, "neither a path nor *");
        }
        int bad = characters.skipPath(bytes, uriStart, uriEnd);
        if (bad < uriEnd) {
            throw character(bad - uriStart, bytes[bad], "relaxedPathChars");
        }
        int end = uriEnd;
        if (told.has(Value.QUERY)) {
            int from = told.start(Value.QUERY);
            int to = told.end(Value.QUERY);
            bad = characters.skipQuery(bytes, from, to);
            if (bad < to) {
                throw character(bad - from, bytes[bad], "relaxedQueryChars");
            }
            uriStart = append(bytes, uriStart, uriEnd);
            uriEnd = size;
            append(QUESTION);
            int query = append(bytes, from, to);
            recorder.query(query, size);
            end = size;
        }
        recorder.target(uriStart, end).path(uriStart, uriEnd);
        form.judge(bytes, uriStart, end, recorder);
    }

    private static HttpError character(int index, byte seen, String attribute) {
        return new HttpError(
                Refusal.TARGET,
                Ascii.describe(seen)
                        + " at index "
                        + index
                        + (RequestRules.RELAXABLE.indexOf(seen) < 0
                                ? ""
                                : ", which " + attribute + " of the Connector would let pass"));
    }

    /** True if one of them is Host. */
    private boolean fields() throws HttpError {
        if (fieldCount > mostFields) {
            throw HttpError.limit(Refusal.TOO_MANY_HEADERS, mostFields, fieldCount);
        }
        boolean named = false;
        for (int i = 0; i < 4 * fieldCount; i += 4) {
            int start = fields[i];
            int end = fields[i + 1];
            if (end < 0) {
                start = append(Codes.requestField(start));
                end = size;
            } else if (start == end || Ascii.skipToken(bytes, start, end) < end) {
                throw new HttpError(Refusal.FIELD_NAME, "of the front");
            }
            int valueStart = Ascii.skipBlanks(bytes, fields[i + 2], fields[i + 3]);
            int valueEnd = Ascii.trimEnd(bytes, valueStart, fields[i + 3]);
            int bad = Ascii.skipField(bytes, valueStart, valueEnd);
            if (bad < valueEnd) {
                throw new HttpError(Refusal.FIELD_VALUE, Ascii.describe(bytes[bad]));
            }
            recorder.field(start, end, valueStart, valueEnd);
            known.note(bytes, start, end, valueStart, valueEnd);
            named |= Ascii.equalsIgnoreCase(bytes, start, end, HOST);
        }
        return named;
    }

    /** The front says by which name it was asked: that counts where the client named no host. */
    private void host() throws HttpError {
        int start = told.start(Value.SERVER_NAME);
        int end = told.end(Value.SERVER_NAME);
        if (!told.has(Value.SERVER_NAME) || start == end) {
            return;
        }
        if (Authority.isAddress(bytes, start, end) && indexOf((byte) ':', start, end) < end) {
            int from = append(OPEN);
            append(bytes, start, end);
            append(CLOSE);
            known.host(bytes, from, size);
        } else {
            known.host(bytes, start, end);
        }
    }

    private void address(Value value) throws HttpError {
        int start = told.start(value);
        int end = told.end(value);
        if (!told.has(value) || start == end) {
            return;
        }
        // An address of the link names its interface behind it.
        int zone = indexOf((byte) '%', start, end);
        if (!Authority.isAddress(bytes, start, zone)) {
            throw Packet.malformed("an address that is none");
        }
        told.set(value, start, zone);
    }

    private void port() throws HttpError {
        if (told.has(Value.REMOTE_PORT)) {
            int start = told.start(Value.REMOTE_PORT);
            long port = Ascii.decimal(bytes, start, told.end(Value.REMOTE_PORT));
            if (port < 0 || port > MOST_PORT) {
                throw Packet.malformed("AJP_REMOTE_PORT is no port");
            }
            told.remotePort((int) port);
        }
    }

    private int indexOf(byte wanted, int start, int end) {
        int at = start;
        while (at < end && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    // ---- what the packet has no bytes for

    /** Returns where it begins. */
    private int append(byte[] text) {
        return append(text, 0, text.length);
    }

    private int append(byte[] text, int from, int to) {
        room(to - from);
        int start = size;
        // The text may stand in the bytes that have just been copied to larger ones: they are
        // equal.
        System.arraycopy(text, from, bytes, start, to - from);
        size += to - from;
        return start;
    }

    private void room(int more) {
        if (bytes.length < size + more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
            recorder.bytes(bytes);
        }
    }
}
