package dev.serval.session.saved;

import dev.serval.session.NoteForm;
import dev.serval.session.SessionRules;
import dev.serval.session.Sessions;
import dev.serval.session.store.SessionStore;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * How the sessions of one application are kept while it does not run, from its element {@code
 * Manager}. Immutable; made for each start of an application.
 *
 * @param rules of its sessions
 * @param attributes which attributes are kept
 * @param logins whether a login is kept outside of the process: the name and the roles of the user
 * @param pathname of the file, relative to the work directory of the application; null means {@link
 *     #FILE}, where the server keeps sessions by default, empty means no file
 * @param swaps when sessions are stored; null if there is no store
 * @param sharing how nodes share them; null if they do not
 * @param store null if there is none
 */
public record SessionKeeping(
        Supplier<SessionRules> rules,
        AttributeRules attributes,
        boolean logins,
        String pathname,
        SwapRules swaps,
        SharingRules sharing,
        SessionStore store) {
    /** The file in the work directory of an application. */
    public static final String FILE = "SESSIONS.ser";

    /** The settings of an application without a Manager. */
    public static final SessionKeeping DEFAULTS =
            new SessionKeeping(
                    SessionRules::defaults, AttributeRules.DEFAULTS, false, null, null, null, null);

    /** The settings of an application without a Manager whose sessions are not written. */
    public static final SessionKeeping IN_MEMORY =
            new SessionKeeping(
                    SessionRules::defaults, AttributeRules.DEFAULTS, false, "", null, null, null);

    /**
     * How sessions are made.
     *
     * @param workDir of the application; null if it has none
     * @param replaces whether it replaces an application that still runs, and whose sessions it
     *     gets from there
     * @param form of logins
     * @param application its name in messages
     * @param route of the server, where the rules name none; null if it has none
     */
    public Sessions.Maker maker(
            Path workDir, boolean replaces, NoteForm form, String application, String route) {
        NoteForm known = sharing == null ? form : form.forNodes();
        NoteForm notes = logins ? known : form.withoutContent();
        Path file = file(workDir);
        SessionRules routed = rules.get().routed(route);
        return (context, listeners, distributable) -> {
            SessionBytes bytes =
                    new SessionBytes(
                            context.getClassLoader(), attributes, notes, application, purpose());
            if (sharing != null) {
                return new SharedSessions(
                        context,
                        listeners,
                        distributable,
                        routed,
                        bytes,
                        store,
                        sharing,
                        application);
            }
            if (store != null) {
                return new SessionsInStore(
                        context,
                        listeners,
                        distributable,
                        routed,
                        bytes,
                        store,
                        swaps,
                        application);
            }
            return file == null
                    ? new Sessions(context, listeners, distributable, routed)
                    : new SessionsInFile(
                            context,
                            listeners,
                            distributable,
                            routed,
                            bytes,
                            file,
                            !replaces,
                            application);
        };
    }

    private String purpose() {
        if (sharing != null) {
            return "in the Store, so no other node sees it";
        }
        return store != null ? "in the Store" : "over a restart or a reload";
    }

    private Path file(Path workDir) {
        String name = pathname == null ? FILE : pathname;
        if (name.isEmpty()) {
            return null;
        }
        return workDir == null ? Path.of(name).toAbsolutePath() : workDir.resolve(name).normalize();
    }
}
