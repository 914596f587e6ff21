package dev.serval.security;

import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The login of a session as bytes: how, the name of the user and the roles, never a password.
 * Stateless. A request that waits for its login is not kept, nor is a session made for it.
 */
public final class LoginForm implements NoteForm {
    private static final int MOST_ROLES = 10_000;

    @Override
    public boolean keeps(Session.Note note) {
        return !(note instanceof SessionLogin login)
                || login.principal() != null
                || login.timeout() == null;
    }

    @Override
    public boolean isWhole(Session.Note note) {
        return note == null
                || note instanceof SessionLogin login
                        && login.principal() != null
                        && login.shared() == null
                        && login.saved() == null;
    }

    @Override
    public byte[] write(Session.Note note) {
        if (!(note instanceof SessionLogin login)
                || login.principal() == null
                || login.principal().roles().size() > MOST_ROLES) {
            return new byte[0];
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            write(login.authType() == null ? "" : login.authType(), out);
            write(login.principal().name(), out);
            out.writeInt(login.principal().roles().size());
            for (String role : login.principal().roles()) {
                write(role, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return bytes.toByteArray();
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public Session.Note read(byte[] bytes) {
        if (bytes.length == 0) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            String authType = text(in);
            String name = text(in);
            int count = in.getInt();
            if (count < 0 || count > MOST_ROLES) {
                return null;
            }
            Set<String> roles = new HashSet<>();
            for (int i = 0; i < count; i++) {
                roles.add(text(in));
            }
            return SessionLogin.kept(
                    new UserPrincipal(name, roles), authType.isEmpty() ? null : authType);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return null; // damaged: nobody has logged in
        }
    }

    private static String text(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a length of " + length);
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
