package dev.serval.webdav;

import dev.serval.files.Resource;
import dev.serval.files.WriteRefused;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.w3c.dom.Element;

/** LOCK and UNLOCK (RFC 4918 §9.10, §9.11). Stateless. */
final class Locking {
    private static final int LONGEST_OWNER = 2048;

    private Locking() {}

    static void lock(DavCall call) throws IOException, WriteRefused {
        Element body = RequestXml.read(call.request(), call.settings().maxRequestBodySize());
        if (body == null) {
            refresh(call);
            return;
        }
        Element scope = RequestXml.child(body, "lockscope");
        Element type = RequestXml.child(body, "locktype");
        boolean exclusive = scope != null && RequestXml.child(scope, "exclusive") != null;
        boolean shared = scope != null && RequestXml.child(scope, "shared") != null;
        if (!RequestXml.is(body, "lockinfo")
                || exclusive == shared
                || type == null
                || RequestXml.child(type, "write") == null) {
            throw new WriteRefused(
                    400, "LOCK needs a lockinfo with scope and type write (RFC 4918 §14.11).");
        }
        Depth depth = call.depth(Depth.INFINITY);
        if (depth == Depth.ONE) {
            throw new WriteRefused(400, "A lock has depth 0 or infinity (RFC 4918 §9.10.3).");
        }
        Element owner = RequestXml.child(body, "owner");
        String owned = owner == null ? "" : PropertyXml.of(owner);
        if (owned.length() > LONGEST_OWNER) {
            throw new WriteRefused(413, "The owner of the lock is too long.");
        }
        create(call, exclusive, depth, owned);
    }

    private static void create(DavCall call, boolean exclusive, Depth depth, String owner)
            throws IOException, WriteRefused {
        String path = call.path();
        Resource found = call.found();
        boolean isNew = found.kind() == Resource.ResourceType.NOTHING;
        if (isNew && call.paths().hasSlash()) {
            throw new WriteRefused(409, "The directory is not there.");
        }
        if (isNew) {
            call.requireUnlocked(path, true);
        }
        Depth covered = found.isDirectory() ? depth : Depth.ZERO;
        if (covered == Depth.INFINITY) {
            List<DavRefused.MemberFailure> closed =
                    new ArrayList<>(TreeOperations.refused(path, path, DavAccess.Deed.WRITE, call));
            if (!closed.isEmpty()) {
                // RFC 4918 §9.10.9: the whole tree is locked, or nothing.
                closed.add(new DavRefused.MemberFailure(path, 424, null));
                throw new DavRefused(closed);
            }
        }
        LockTable locks = call.store().locks();
        Lock lock = locks.create(path, exclusive, covered, owner, call.user(), seconds(call));
        if (lock == null) {
            throw inTheWay(path, locks, locks.conflicts(path, exclusive, covered));
        }
        boolean locked = false;
        try {
            if (isNew) {
                // RFC 4918 §7.3: an empty file.
                call.files().put(path, InputStream.nullInputStream(), -1, current -> {});
            }
            locked = true;
        } finally {
            if (!locked) {
                locks.remove(lock);
            }
        }
        call.response().setHeader("Lock-Token", "<" + lock.token() + ">");
        tell(call, isNew ? 201 : 200);
    }

    private static WriteRefused inTheWay(String path, LockTable locks, List<Lock> conflicts) {
        if (conflicts.isEmpty() && locks.isFull(path)) {
            return new WriteRefused(507, "There are too many locks.");
        }
        List<DavRefused.MemberFailure> below = new ArrayList<>();
        for (Lock conflict : conflicts) {
            if (conflict.covers(path)) {
                return new DavRefused(423, "no-conflicting-lock");
            }
            below.add(new DavRefused.MemberFailure(conflict.path(), 423, "no-conflicting-lock"));
        }
        // RFC 4918 §9.10.9
        below.add(new DavRefused.MemberFailure(path, 424, null));
        return new DavRefused(below);
    }

    /** RFC 4918 §9.10.2: refreshes a lock by the token in the field If. */
    private static void refresh(DavCall call) throws IOException, WriteRefused {
        call.existing();
        if (call.tokens().isEmpty()) {
            throw new WriteRefused(400, "LOCK without a body needs the token in If.");
        }
        for (Lock lock : call.store().locks().covering(call.path())) {
            if (call.tokens().contains(lock.token())
                    && mayChange(lock, call)
                    && call.store().locks().refresh(lock, seconds(call)) != null) {
                tell(call, 200);
                return;
            }
        }
        throw new DavRefused(412, "lock-token-matches-request-uri");
    }

    private static void tell(DavCall call, int status) throws IOException {
        String locks = LiveProperties.locks(call.path(), call);
        String prop =
                "<D:prop xmlns:D=\"DAV:\"><D:lockdiscovery>"
                        + locks
                        + "</D:lockdiscovery></D:prop>";
        MultiStatus.document(status, prop, call.response());
    }

    /** The first timeout that is understood; never more than {@link LockTable#LONGEST}. */
    private static long seconds(DavCall call) {
        String field = call.request().getHeader("Timeout");
        if (field != null) {
            for (String one : field.split(",")) {
                String text = one.strip().toLowerCase(Locale.ROOT);
                if (text.matches("second-[0-9]{1,10}")) {
                    return Math.min(Long.parseLong(text.substring(7)), LockTable.LONGEST);
                }
            }
        }
        return LockTable.LONGEST;
    }

    static void unlock(DavCall call) throws WriteRefused {
        String field = call.request().getHeader("Lock-Token");
        if (field == null || !field.strip().matches("<[^<>]+>")) {
            throw new WriteRefused(400, "UNLOCK needs a Lock-Token (RFC 4918 §9.11).");
        }
        String token = field.strip().substring(1, field.strip().length() - 1);
        for (Lock lock : call.store().locks().covering(call.path())) {
            if (lock.token().equals(token)
                    && mayChange(lock, call)
                    && call.store().locks().remove(lock)) {
                call.response().setStatus(204);
                return;
            }
        }
        throw new DavRefused(409, "lock-token-matches-request-uri");
    }

    /**
     * Whether a request, also one for a member, may change a lock: the client must be allowed to
     * change the locked resource; 403 for other clients, and for users who did not create the lock
     * (RFC 4918 §6.4).
     */
    private static boolean mayChange(Lock lock, DavCall call) throws WriteRefused {
        if (!lock.isOf(call.user())) {
            throw DavCall.anothersLock();
        }
        if (!call.access().allows(lock.path(), DavAccess.Deed.WRITE)) {
            throw new WriteRefused(403, "The lock is of something that is not yours to change.");
        }
        return true;
    }
}
