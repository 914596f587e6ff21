package dev.serval.session;

/**
 * Converts the notes of sessions to bytes, to keep them outside of the process. Thread-safe; made
 * by the code that writes the notes.
 */
public interface NoteForm {
    /** Keeps no note. */
    NoteForm NONE =
            new NoteForm() {
                @Override
                public byte[] write(Session.Note note) {
                    return new byte[0];
                }

                @Override
                public Session.Note read(byte[] bytes) {
                    return null;
                }
            };

    /** Whether a session with that note, which may be null, is worth keeping. */
    default boolean keeps(Session.Note note) {
        return true;
    }

    /** The same for sessions that other nodes share, so that more has to be kept. */
    default NoteForm forNodes() {
        return this;
    }

    /** The same for sessions of which no note is kept. */
    default NoteForm withoutContent() {
        NoteForm form = this;
        return new NoteForm() {
            @Override
            public boolean keeps(Session.Note note) {
                return form.keeps(note);
            }

            @Override
            public byte[] write(Session.Note note) {
                return NONE.write(note);
            }

            @Override
            public Session.Note read(byte[] bytes) {
                return NONE.read(bytes);
            }
        };
    }

    /** Whether nothing of a note, which may be null, is lost when its bytes are read again. */
    default boolean isWhole(Session.Note note) {
        return note == null;
    }

    /** The bytes of a note, which may be null; empty if nothing is kept. */
    byte[] write(Session.Note note);

    /** Reads written bytes, which may be damaged or hostile; null if there is nothing to read. */
    Session.Note read(byte[] bytes);
}
