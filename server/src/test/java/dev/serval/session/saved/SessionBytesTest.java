package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.session.NoteForm;
import dev.serval.session.SessionContent;
import dev.serval.session.store.StoredSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Security rule 20: the bytes of a session may be damaged or hostile. */
class SessionBytesTest {
    // Behind the form, four times, the seconds and the flag: the length of the note.
    private static final int NOTE = 1 + 4 * Long.BYTES + Integer.BYTES + 1;
    private static final int ATTRIBUTES = NOTE + Integer.BYTES;

    private static SessionBytes bytes(String names) {
        AttributeRules rules =
                new AttributeRules(names == null ? null : Pattern.compile(names), null, false, 100);
        return new SessionBytes(
                SessionBytesTest.class.getClassLoader(), rules, NoteForm.NONE, "/a", "here");
    }

    private static byte[] written() throws IOException {
        Map<String, Object> attributes = Map.of("a", "one", "b", "two");
        SessionContent content = new SessionContent("ID", 1, 2, 3, 4, 60, false, 1, attributes);
        return bytes(null).write(content, null).bytes();
    }

    private static Map<String, Object> read(String names, byte[] bytes) throws IOException {
        return bytes(names)
                .read(new StoredSession("ID", 1, Long.MAX_VALUE, bytes))
                .content()
                .attributes();
    }

    private static byte[] changed(int at, int number) throws IOException {
        byte[] bytes = written();
        ByteBuffer.wrap(bytes).putInt(at, number);
        return bytes;
    }

    @Test
    void attributesThatTheRulesDoNotNameAreNotRead() throws Exception {
        assertThat(read(null, written())).hasSize(2);
        assertThat(read("a|c", written())).containsExactly(Map.entry("a", "one"));
    }

    @Test
    void lengthsAndNumbersBeyondTheBytesAreRefused() throws Exception {
        for (int number : new int[] {-1, 100_001, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> read(null, changed(ATTRIBUTES, number)))
                    .as("%d attributes", number)
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> read(null, changed(NOTE, number)))
                    .as("%d bytes", number)
                    .isInstanceOf(IOException.class);
        }
    }
}
