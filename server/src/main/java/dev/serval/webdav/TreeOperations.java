package dev.serval.webdav;

import dev.serval.files.Resource;
import dev.serval.files.WritableFiles;
import dev.serval.files.WriteRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes, copies and moves directories with all members that clients see. Used by one thread,
 * once. A failure is recorded, and the operation continues (RFC 4918 §9.6.1, §9.8.8, §9.9.4).
 */
final class TreeOperations {
    private static final WritableFiles.Check ANY = current -> {};

    private final DavCall call;
    private final List<DavRefused.MemberFailure> failures = new ArrayList<>();

    private TreeOperations(DavCall call) {
        this.call = call;
    }

    /** Deletes a tree; 207 if a member could not be deleted and is left with its directories. */
    static void delete(String path, DavCall call) throws WriteRefused {
        TreeOperations trees = new TreeOperations(call);
        trees.deleteMembers(path);
        trees.require();
    }

    /** Copies a tree; 207 if a member could not be copied. */
    static void copy(String from, String to, boolean members, DavCall call) throws WriteRefused {
        TreeOperations trees = new TreeOperations(call);
        trees.copyOne(from, to);
        if (members) {
            trees.copyMembers(from, to);
        }
        trees.require();
    }

    /**
     * Moves a tree in one step, or not at all: members that clients do not see must not get another
     * path.
     */
    static void move(String from, String to, DavCall call) throws WriteRefused {
        if (call.files().find(from).isDirectory() && hides(from, to, call)) {
            throw new WriteRefused(403, "Something in it is not for clients, here or there.");
        }
        call.files().move(from, to, ANY);
        call.store().properties().move(from, to);
        call.store().locks().removeTree(from);
    }

    /**
     * The members of a tree to which the client has no access. Nothing below them is checked.
     *
     * @param to the path that the tree gets, or by which it is checked
     */
    static List<DavRefused.MemberFailure> refused(
            String path, String to, DavAccess.Deed deed, DavCall call) throws WriteRefused {
        TreeOperations trees = new TreeOperations(call);
        if (!call.access().isOpen()) {
            trees.look(path, to, deed);
        }
        return trees.failures;
    }

    private void look(String path, String to, DavAccess.Deed deed) throws WriteRefused {
        if (!call.files().find(path).isDirectory()) {
            return;
        }
        for (String name : members(path, call).names()) {
            String member = DavPaths.member(path, name);
            String target = DavPaths.member(to, name);
            if (call.access().allows(target, deed)) {
                look(member, target, deed);
            } else {
                failures.add(new DavRefused.MemberFailure(target, 403, null));
            }
        }
    }

    private void require() throws WriteRefused {
        if (!failures.isEmpty()) {
            throw new DavRefused(failures);
        }
    }

    private void delete(String path) {
        try {
            deleteMembers(path);
        } catch (WriteRefused e) {
            failures.add(new DavRefused.MemberFailure(path, e.status(), null));
        }
    }

    /** Deletes the members of a directory, and then the directory if they are all gone. */
    private void deleteMembers(String path) throws WriteRefused {
        int before = failures.size();
        Resource found = call.files().find(path);
        if (found.isDirectory()) {
            WritableFiles.Members members = members(path, call);
            for (String name : members.names()) {
                String member = path + "/" + name;
                // Checked again: the member may be new.
                if (call.access().allows(member, DavAccess.Deed.REMOVE)) {
                    delete(member);
                } else {
                    failures.add(new DavRefused.MemberFailure(member, 403, null));
                }
            }
            if (failures.size() > before) {
                return; // the failures give the reasons
            }
            if (members.hidden()) {
                throw new WriteRefused(403, "Something in it is not for clients.");
            }
        }
        call.files().delete(path, ANY);
        call.store().properties().removeTree(path);
        call.store().locks().removeTree(path);
    }

    private void copy(String from, String to) {
        try {
            boolean directory = call.files().find(from).isDirectory();
            DavAccess.Deed made = directory ? DavAccess.Deed.MAKE_DIRECTORY : DavAccess.Deed.WRITE;
            if (!call.access().allows(to, made)) {
                throw new WriteRefused(403, "This may not be written.");
            }
            copyOne(from, to);
            copyMembers(from, to);
        } catch (WriteRefused e) {
            failures.add(new DavRefused.MemberFailure(to, e.status(), null));
        }
    }

    private void copyOne(String from, String to) throws WriteRefused {
        Resource found = call.files().find(from);
        try {
            if (found.isDirectory()) {
                call.files().createDirectory(to);
            } else {
                call.files().copy(found, to, ANY);
            }
        } catch (IOException e) {
            throw new WriteRefused(409, "It cannot be read, or has gone meanwhile.");
        }
        call.store().properties().copy(from, to);
    }

    private void copyMembers(String from, String to) throws WriteRefused {
        Resource found = call.files().find(from);
        if (found.isDirectory()) {
            for (String name : members(from, call).names()) {
                String member = from + "/" + name;
                if (call.access().allows(member, DavAccess.Deed.READ)) {
                    copy(member, to + "/" + name);
                } else {
                    failures.add(new DavRefused.MemberFailure(member, 403, null));
                }
            }
        }
    }

    /**
     * Whether a tree has a member that clients do not see, or that would be executed at its new
     * path.
     */
    private static boolean hides(String path, String to, DavCall call) throws WriteRefused {
        Resource found = call.files().find(path);
        if (!found.isDirectory()) {
            return false;
        }
        WritableFiles.Members members = members(path, call);
        if (members.hidden()) {
            return true;
        }
        for (String name : members.names()) {
            String target = to + "/" + name;
            if (call.files().isSource(target) || hides(path + "/" + name, target, call)) {
                return true;
            }
        }
        return false;
    }

    private static WritableFiles.Members members(String path, DavCall call) throws WriteRefused {
        try {
            return call.files().members(path);
        } catch (IOException e) {
            throw new WriteRefused(409, "The directory cannot be read.");
        }
    }
}
