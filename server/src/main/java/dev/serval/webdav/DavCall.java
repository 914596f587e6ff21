package dev.serval.webdav;

import dev.serval.files.PutAndDelete;
import dev.serval.files.Resource;
import dev.serval.files.WritableFiles;
import dev.serval.files.WriteRefused;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One request: its resource, and the locks whose tokens it has. Used by one thread.
 *
 * @param access the permissions of its client
 * @param tokens the lock tokens that it has submitted
 */
record DavCall(
        HttpServletRequest request,
        HttpServletResponse response,
        DavStore store,
        WritableFiles files,
        WebdavSettings settings,
        DavPaths paths,
        DavAccess access,
        Set<String> tokens) {

    /** Creates a call without checking anything yet. */
    static DavCall begin(
            HttpServletRequest request,
            HttpServletResponse response,
            DavStore store,
            WritableFiles files,
            PathGuard guard,
            WebdavSettings settings) {
        DavPaths paths = new DavPaths(request, settings.serveSubpathOnly());
        DavAccess access = new DavAccess(request, guard, paths);
        return new DavCall(
                request, response, store, files, settings, paths, access, new HashSet<>());
    }

    /** Reads the field If; 412 if it does not hold, 400 if it is malformed. */
    void requireConditions() throws WriteRefused {
        String field = request.getHeader("If");
        if (field != null) {
            IfHeader conditions = IfHeader.of(field);
            Map<String, String> tags = new HashMap<>();
            if (!conditions.holds(uri -> state(uri, tags))) {
                throw new WriteRefused(412, "A condition of the field If does not hold.");
            }
            tokens.addAll(conditions.tokens());
        }
    }

    String path() {
        return paths.path();
    }

    Resource found() {
        return files.find(path());
    }

    /** The resource; 404 if there is none. */
    Resource existing() throws WriteRefused {
        Resource found = found();
        if (found.kind() == Resource.ResourceType.NOTHING) {
            throw new WriteRefused(404, "There is nothing here.");
        }
        return found;
    }

    String href(String path) {
        return paths.href(path, files.find(path).isDirectory());
    }

    /**
     * @param tags the tags of requested paths, each looked up once
     */
    private IfHeader.ResourceState state(String uri, Map<String, String> tags) throws WriteRefused {
        String named = uri == null ? path() : paths.path(uri);
        // A resource that the client may not see counts as missing.
        boolean seen = named != null && access.allows(named, DavAccess.Deed.READ);
        String path = seen ? named : null;
        return new IfHeader.ResourceState() {
            @Override
            public boolean hasToken(String token) {
                return path != null
                        && store.locks().covering(path).stream()
                                .anyMatch(lock -> lock.token().equals(token));
            }

            @Override
            public boolean hasTag(String etag) {
                // The server's tag becomes strong when the file is two seconds old: both forms
                // match.
                return path != null && tags.computeIfAbsent(path, p -> tag(p)).equals(strong(etag));
            }
        };
    }

    /** The entity tag; empty, which matches no tag, if it is not a file. */
    private String tag(String path) {
        Resource found = files.find(path);
        return found.isFile() ? strong(files.etag(path, found)) : "";
    }

    private static String strong(String etag) {
        return etag.startsWith("W/") ? etag.substring(2) : etag;
    }

    /**
     * 423 if a lock whose token was not submitted protects a path (RFC 4918 §7), 403 if it is the
     * lock of another user.
     *
     * @param membership whether the resource is added or removed, so that its directory is changed
     *     too
     */
    void requireUnlocked(String path, boolean membership) throws WriteRefused {
        requirePassing(store.locks().covering(path));
        if (membership) {
            requirePassing(store.locks().at(DavPaths.parent(path)));
        }
    }

    private void requirePassing(List<Lock> locks) throws WriteRefused {
        if (passes(locks)) {
            return;
        }
        if (submits(locks)) {
            throw anothersLock();
        }
        throw new DavRefused(423, "lock-token-submitted");
    }

    /** RFC 4918 §6.4: the token is right, but the user did not make the lock. */
    static WriteRefused anothersLock() {
        return new WriteRefused(
                403, "The lock was made by another user, who alone may use its token.");
    }

    /** The same for all members below: 207 with those that are locked. */
    void requireTreeUnlocked(String path) throws WriteRefused {
        List<DavRefused.MemberFailure> locked = new ArrayList<>();
        for (Lock lock : store.locks().below(path)) {
            List<Lock> covering = store.locks().covering(lock.path());
            if (!passes(covering)) {
                locked.add(
                        submits(covering)
                                ? new DavRefused.MemberFailure(lock.path(), 403, null)
                                : new DavRefused.MemberFailure(
                                        lock.path(), 423, "lock-token-submitted"));
            }
        }
        if (!locked.isEmpty()) {
            throw new DavRefused(locked);
        }
    }

    /** 207 with the members for which the client has no permission: nothing is changed then. */
    void requireTree(String path, DavAccess.Deed deed) throws WriteRefused {
        requireTree(path, path, deed);
    }

    /**
     * The same for the new paths of its members.
     *
     * @param to the path that the tree gets
     */
    void requireTree(String path, String to, DavAccess.Deed deed) throws WriteRefused {
        List<DavRefused.MemberFailure> refused = TreeOperations.refused(path, to, deed, this);
        if (!refused.isEmpty()) {
            throw new DavRefused(refused);
        }
    }

    /**
     * Of several shared locks one token is enough (RFC 4918 §6.2), if its lock is the user's own.
     */
    private boolean passes(List<Lock> locks) {
        return locks.isEmpty()
                || locks.stream()
                        .anyMatch(lock -> tokens.contains(lock.token()) && lock.isOf(user()));
    }

    private boolean submits(List<Lock> locks) {
        return locks.stream().anyMatch(lock -> tokens.contains(lock.token()));
    }

    /** The name of the user, from the container or a filter; null if there is none. */
    String user() {
        return request.getRemoteUser();
    }

    /** Checks the preconditions of HTTP, and that the path was not locked meanwhile. */
    WritableFiles.Check check(String path) {
        WritableFiles.Check http = PutAndDelete.preconditions(path, files, request);
        return current -> {
            http.check(current);
            requireUnlocked(path, false);
        };
    }

    Depth depth(Depth missing) throws WriteRefused {
        return Depth.of(request.getHeader("Depth"), missing);
    }
}
