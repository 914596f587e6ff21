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
import java.util.TreeSet;

/**
 * The login of a session as bytes: how, the name of the user and the roles, never a password.
 * Immutable. A request that waits for its login is not kept, nor is a session made for it, unless
 * other nodes have the same sessions: then the address of a GET is.
 *
 * <pre>
 *   way to log in, name, number of roles, roles; where a request waits: 1 (1 byte), its location,
 *   its path, the seconds of its session; texts with their lengths before them
 * </pre>
 */
public final class LoginForm implements NoteForm {
    private static final int MOST_ROLES = 10_000;
    private static final byte WAITS = 1;
    // The timeout of a session that has its own.
    private static final int OWN_TIME = Integer.MIN_VALUE;

    private final boolean forNodes;

    /** For sessions of one node. */
    public LoginForm() {
        this(false);
    }

    private LoginForm(boolean forNodes) {
        this.forNodes = forNodes;
    }

    @Override
    public NoteForm forNodes() {
        return new LoginForm(true);
    }

    /** Whether a request that waits is written, too. */
    private boolean isKept(SavedRequest saved) {
        return forNodes && saved != null && !saved.hasMore();
    }

    @Override
    public boolean keeps(Session.Note note) {
        return !(note instanceof SessionLogin login)
                || login.principal() != null
                || login.timeout() == null
                || isKept(login.saved());
    }

    @Override
    public boolean isWhole(Session.Note note) {
        return note == null
                || note instanceof SessionLogin login
                        && login.shared() == null
                        && (login.saved() == null
                                ? login.principal() != null
                                : isKept(login.saved()));
    }

    @Override
    public byte[] write(Session.Note note) {
        if (!(note instanceof SessionLogin login)
                || login.principal() == null && !isKept(login.saved())
                || login.principal() != null && login.principal().roles().size() > MOST_ROLES) {
            return new byte[0];
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            write(login.authType() == null ? "" : login.authType(), out);
            UserPrincipal user = login.principal();
            write(user == null ? "" : user.name(), out);
            Set<String> roles = user == null ? Set.of() : new TreeSet<>(user.roles());
            out.writeInt(roles.size());
            for (String role : roles) {
                write(role, out);
            }
            if (isKept(login.saved())) {
                out.writeByte(WAITS);
                write(login.saved().location(), out);
                write(login.saved().path(), out);
                out.writeInt(login.timeout() == null ? OWN_TIME : login.timeout());
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
            SavedRequest saved = null;
            int timeout = OWN_TIME;
            if (in.hasRemaining() && in.get() == WAITS) {
                saved = new SavedRequest(text(in), text(in), null, new byte[0]);
                timeout = in.getInt();
                if (!saved.location().matches("/([^/].*)?")) {
                    return null; // it leads elsewhere
                }
            }
            return SessionLogin.kept(
                    name.isEmpty() ? null : new UserPrincipal(name, roles),
                    authType.isEmpty() ? null : authType,
                    saved,
                    timeout == OWN_TIME ? null : timeout);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return null; // damaged: no user has logged in
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
