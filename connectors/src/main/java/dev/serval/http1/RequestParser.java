package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.KnownFields;
import dev.serval.http.Method;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.http.RequestRules;
import dev.serval.http.TargetChars;
import dev.serval.http.TargetForm;

/**
 * Turns received bytes into a {@link RequestHead} (RFC 9112 §3, §5). Works on bytes, never on a
 * socket. Owned by the connection's thread. Resumable at every byte and without allocation.
 *
 * <pre>
 *   START -- byte --&gt; METHOD -- SP --&gt; TARGET -- "/" --&gt; PATH -- "?" --&gt; QUERY
 *    ^ |                                |                |              |
 *    CRLF, a few                        | other          +------ SP ----+
 *                                       v                               v
 *                                      FORM ----------- SP ---------&gt; VERSION -- CRLF --&gt; FIELDS
 *                                                                                           |
 *                                                                    DONE &lt;-- empty line ---+
 * </pre>
 *
 * Escapes ({@code %2e}) are left to the code that decodes the path; all other characters are
 * checked here.
 */
final class RequestParser {
    private enum HeadState {
        START,
        METHOD,
        TARGET,
        PATH,
        QUERY,
        FORM,
        VERSION,
        FIELDS,
        DONE
    }

    // An old client may send an extra CRLF after a body (RFC 9112 §2.2).
    private static final int MOST_EMPTY_LINES = 4;

    private final int mostBytes;
    private final int mostFields;
    private final RequestHead.Recorder recorder = new RequestHead.Recorder();
    private final FieldParser fields = new FieldParser(false);
    private final KnownFields known = new KnownFields();
    private final TargetChars characters;
    private final TargetForm form;
    private HeadState state = HeadState.START;
    private boolean fresh = true;
    private boolean started;
    private boolean targetNamesHost;
    private int emptyLines;
    private int count;
    // The next byte to parse, and the beginning of the part that it belongs to.
    private int at;
    private int mark;
    private int targetStart;
    private int targetEnd;

    /** With strict rules. */
    RequestParser(HttpLimits limits) {
        this(limits, RequestRules.DEFAULTS);
    }

    RequestParser(HttpLimits limits, RequestRules rules) {
        characters = new TargetChars(rules);
        form = new TargetForm(characters);
        mostBytes = limits.maxHttpHeaderSize();
        mostFields = limits.maxHeaderCount() < 0 ? Integer.MAX_VALUE : limits.maxHeaderCount();
    }

    /**
     * Parses a head as far as the bytes go. Another call, with the same array and offset and more
     * bytes, continues; if the bytes have moved, call {@link #restart} first. After an exception,
     * call {@link #reset} first.
     *
     * @param offset where the head begins, empty lines before it included
     * @param limit index behind the last byte
     * @return the length of the head, from {@code offset} on; -1 while it is not complete
     */
    int parse(byte[] array, int offset, int limit) throws HttpError {
        if (fresh) {
            fresh = false;
            at = offset;
            // A head that is refused half-way must still be readable up to there.
            recorder.method(Method.OTHER, at, at).target(at, at).path(at, at);
        }
        recorder.bytes(array);
        boolean full = limit - offset >= mostBytes;
        int end = full ? offset + mostBytes : limit;
        boolean goesOn = true;
        while (goesOn && at < end) {
            goesOn = step(array, end);
        }
        if (state == HeadState.DONE) {
            return at - offset;
        }
        if (full) {
            throw tooLarge();
        }
        return -1;
    }

    /** The bytes of this head have moved: the next call parses it again from its offset. */
    void restart() {
        recorder.clear();
        known.reset();
        characters.reset();
        state = HeadState.START;
        fresh = true;
        targetNamesHost = false;
        emptyLines = 0;
        count = 0;
    }

    /** Makes it ready for the next request. */
    void reset() {
        restart();
        started = false;
    }

    /** True once a byte of a request line was seen. */
    boolean started() {
        return started;
    }

    RequestHead.Recorder recorder() {
        return recorder;
    }

    /** Which leniencies of characters the target needed. */
    TargetChars characters() {
        return characters;
    }

    /** True if the client waits for a 100 before it sends the body; valid for a complete head. */
    boolean expectContinue() {
        return known.expectContinue();
    }

    /** Handles one state; false if it needs more bytes. */
    private boolean step(byte[] array, int end) throws HttpError {
        return switch (state) {
            case START -> start(array, end);
            case METHOD -> method(array, end);
            case TARGET -> target(array);
            case PATH -> path(array, end);
            case QUERY -> query(array, end);
            case FORM -> form(array, end);
            case VERSION -> version(array, end);
            case FIELDS -> field(array, end);
            case DONE -> false;
        };
    }

    private boolean start(byte[] array, int end) throws HttpError {
        if (array[at] != '\r') {
            if (array[at] == '\n') {
                throw refuse(Refusal.LINE_END, array);
            }
            started = true;
            mark = at;
            state = HeadState.METHOD;
            return true;
        }
        if (at + 1 == end) {
            return false;
        }
        if (array[at + 1] != '\n') {
            throw refuse(Refusal.LINE_END, array);
        }
        if (++emptyLines > MOST_EMPTY_LINES) {
            throw refuse(Refusal.REQUEST_LINE, array);
        }
        at += 2;
        return true;
    }

    private boolean method(byte[] array, int end) throws HttpError {
        at = Ascii.skipToken(array, at, end);
        if (at == end) {
            return false;
        }
        if (array[at] != ' ' || at == mark) {
            throw refuse(inLine(array[at], Refusal.METHOD_TOKEN), array);
        }
        recorder.method(Method.of(array, mark, at), mark, at);
        at++;
        state = HeadState.TARGET;
        return true;
    }

    private boolean target(byte[] array) {
        targetStart = at;
        mark = at;
        state = array[at] == '/' ? HeadState.PATH : HeadState.FORM;
        return true;
    }

    private boolean path(byte[] array, int end) throws HttpError {
        at = characters.skipPath(array, at, end);
        if (at == end) {
            return false;
        }
        recorder.path(mark, at);
        if (array[at] == '?') {
            mark = ++at;
            state = HeadState.QUERY;
            return true;
        }
        return endTarget(array);
    }

    private boolean query(byte[] array, int end) throws HttpError {
        at = characters.skipQuery(array, at, end);
        if (at == end) {
            return false;
        }
        recorder.query(mark, at);
        return endTarget(array);
    }

    /** A target that does not begin with a slash: its form is known when it is complete. */
    private boolean form(byte[] array, int end) throws HttpError {
        at = characters.skipAny(array, at, end);
        return at < end && endTarget(array);
    }

    private boolean endTarget(byte[] array) throws HttpError {
        if (array[at] != ' ' || at == targetStart) {
            Refusal refusal = inLine(array[at], Refusal.TARGET);
            throw new HttpError(refusal, describe(array[at], at - targetStart));
        }
        targetEnd = at;
        recorder.target(targetStart, targetEnd);
        mark = ++at;
        state = HeadState.VERSION;
        return true;
    }

    private boolean version(byte[] array, int end) throws HttpError {
        while (at < end) {
            Refusal mistake = VersionSyntax.mistake(at - mark, array[at]);
            if (mistake != null) {
                throw refuse(mistake, array);
            }
            at++;
            if (at - mark == VersionSyntax.LENGTH) {
                recorder.version(VersionSyntax.version(array, mark));
                targetNamesHost = form.judge(array, targetStart, targetEnd, recorder);
                fields.begin(at);
                state = HeadState.FIELDS;
                return true;
            }
        }
        return false;
    }

    private boolean field(byte[] array, int end) throws HttpError {
        FieldParser.Outcome outcome = fields.next(array, end);
        at = fields.at();
        switch (outcome) {
            case MORE -> {
                return false;
            }
            case FIELD -> {
                if (++count > mostFields) {
                    throw HttpError.limit(Refusal.TOO_MANY_HEADERS, mostFields, count);
                }
                recorder.field(
                        fields.nameStart(),
                        fields.nameEnd(),
                        fields.valueStart(),
                        fields.valueEnd());
                known.note(
                        array,
                        fields.nameStart(),
                        fields.nameEnd(),
                        fields.valueStart(),
                        fields.valueEnd());
            }
            case END -> {
                known.judge(recorder, targetNamesHost);
                state = HeadState.DONE;
            }
        }
        return true;
    }

    private HttpError tooLarge() {
        boolean longTarget =
                switch (state) {
                    case TARGET, PATH, QUERY, FORM, VERSION -> true;
                    case START, METHOD, FIELDS, DONE -> false;
                };
        return HttpError.limit(
                longTarget ? Refusal.TARGET_TOO_LONG : Refusal.HEADERS_TOO_LARGE,
                mostBytes,
                mostBytes + 1);
    }

    private String describe(byte seen, int index) {
        String what = Ascii.describe(seen) + " at index " + index + " of the target";
        if (RequestRules.RELAXABLE.indexOf(seen) < 0) {
            return what;
        }
        String attribute = state == HeadState.QUERY ? "relaxedQueryChars" : "relaxedPathChars";
        return what + ", which " + attribute + " of the Connector would let pass";
    }

    /** The refusal for a byte that ends a part of the request line too early. */
    private static Refusal inLine(byte seen, Refusal other) {
        return switch (seen) {
            case '\n' -> Refusal.LINE_END;
            case ' ', '\t', '\r' -> Refusal.REQUEST_LINE;
            default -> other;
        };
    }

    private HttpError refuse(Refusal refusal, byte[] array) {
        return new HttpError(refusal, Ascii.describe(array[at]));
    }
}
