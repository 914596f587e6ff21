package dev.serval.container;

import dev.serval.operations.SessionView;
import dev.serval.operations.SessionView.SessionAttribute;
import dev.serval.security.SessionLogin;
import dev.serval.security.UserPrincipal;
import dev.serval.session.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * Sessions as an operator sees them. Stateless. The view of attributes runs no code of the
 * application: its classes are not asked for text.
 */
final class SessionViews {
    private static final int HANDLE_BYTES = 8;
    private static final int LONGEST = 200;
    private static final int MOST_ELEMENTS = 50;

    private SessionViews() {}

    /** Identifies a session, and does not reveal its id. */
    static String handle(Session session) {
        try {
            byte[] id = session.getId().getBytes(StandardCharsets.ISO_8859_1);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(id);
            return HexFormat.of().formatHex(digest, 0, HANDLE_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /**
     * Null if it has ended meanwhile.
     *
     * @param whole with its attributes
     */
    static SessionView view(Session session, boolean whole) {
        try {
            List<String> names = new ArrayList<>(Collections.list(session.getAttributeNames()));
            Collections.sort(names);
            UserPrincipal user = SessionLogin.of(session).principal();
            return new SessionView(
                    handle(session),
                    Instant.ofEpochMilli(session.getCreationTime()),
                    Instant.ofEpochMilli(session.getLastAccessedTime()),
                    session.idleMillis(),
                    session.getMaxInactiveInterval(),
                    user == null ? null : user.getName(),
                    session.isFresh(),
                    names.size(),
                    whole ? attributes(session, names) : List.of());
        } catch (IllegalStateException e) {
            return null;
        }
    }

    private static List<SessionAttribute> attributes(Session session, List<String> names) {
        List<SessionAttribute> all = new ArrayList<>();
        for (String name : names) {
            Object value = session.getAttribute(name);
            if (value != null) {
                all.add(new SessionAttribute(name, value.getClass().getName(), text(value)));
            }
        }
        return all;
    }

    /** Null if only code of the application could return it. */
    private static String text(Object value) {
        String text;
        if (isPlain(value)) {
            text = value.toString();
        } else if (value instanceof Enum<?> constant) {
            text = constant.name();
        } else if (value instanceof Collection<?> collection && isOfJdk(value)) {
            text = collected(collection);
        } else {
            text = null;
        }
        return text == null || text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    private static String collected(Collection<?> values) {
        try {
            List<String> texts = new ArrayList<>();
            for (Object each : values) {
                if (!isPlain(each) || texts.size() >= MOST_ELEMENTS) {
                    return null;
                }
                texts.add(each.toString());
            }
            return texts.toString();
        } catch (RuntimeException e) {
            return null; // the collection is being changed
        }
    }

    private static boolean isPlain(Object value) {
        return isOfJdk(value)
                && (value instanceof CharSequence
                        || value instanceof Number
                        || value instanceof Boolean
                        || value instanceof Character
                        || value instanceof Date
                        || value instanceof TemporalAccessor
                        || value instanceof UUID);
    }

    private static boolean isOfJdk(Object value) {
        return value != null
                && (value.getClass().getName().startsWith("java.")
                        && value.getClass().getModule().getName() != null);
    }
}
