package dev.serval.webdav;

import dev.serval.files.Resource;
import dev.serval.files.SafePath;
import dev.serval.files.WriteRefused;
import jakarta.servlet.ServletException;
import java.io.IOException;

/** COPY and MOVE (RFC 4918 §9.8, §9.9). Stateless. */
final class CopyAndMove {
    private CopyAndMove() {}

    static void answer(boolean move, DavCall call)
            throws IOException, ServletException, WriteRefused {
        Resource source = call.existing();
        String from = call.path();
        String to = destination(call);
        DavAccess.Deed made =
                source.isDirectory() ? DavAccess.Deed.MAKE_DIRECTORY : DavAccess.Deed.WRITE;
        call.access().require(to, made);
        Depth depth = call.depth(Depth.INFINITY);
        if (depth == Depth.ONE || move && source.isDirectory() && depth == Depth.ZERO) {
            throw new WriteRefused(400, "This depth is not for this method (RFC 4918 §9.8.3).");
        }
        boolean overwrite = overwrite(call.request().getHeader("Overwrite"));
        if (SafePath.isAtOrBelow(from, to) || SafePath.isAtOrBelow(to, from)) {
            throw new WriteRefused(403, "Source and destination are the same, or overlap.");
        }
        Resource target = call.files().find(to);
        boolean exists = target.kind() != Resource.ResourceType.NOTHING;
        if (move) {
            call.requireTree(from, DavAccess.Deed.TAKE_AWAY);
            call.requireTree(from, to, DavAccess.Deed.WRITE);
            call.check(from).check(source);
            call.requireUnlocked(from, true);
            call.requireTreeUnlocked(from);
        }
        call.requireUnlocked(to, !exists);
        if (exists && !overwrite) {
            throw new WriteRefused(412, "There is something at the destination.");
        }
        boolean replaced = exists && (source.isDirectory() || target.isDirectory());
        if (replaced) {
            call.access().require(to, DavAccess.Deed.REMOVE);
            call.requireTree(to, DavAccess.Deed.REMOVE);
        }
        if (exists) {
            call.requireTreeUnlocked(to);
        }
        if (replaced) {
            TreeOperations.delete(to, call);
        }
        if (move) {
            TreeOperations.move(from, to, call);
        } else {
            TreeOperations.copy(from, to, depth == Depth.INFINITY, call);
        }
        call.response().setStatus(exists ? 204 : 201);
        if (!exists) {
            call.response().setContentLength(0);
        }
    }

    private static String destination(DavCall call) throws WriteRefused {
        String field = call.request().getHeader("Destination");
        if (field == null) {
            throw new WriteRefused(400, "The Destination is missing (RFC 4918 §10.3).");
        }
        String path = call.paths().path(field);
        if (path == null) {
            throw new WriteRefused(502, "The Destination is not of this servlet.");
        }
        return path;
    }

    private static boolean overwrite(String field) throws WriteRefused {
        if (field == null || field.strip().equalsIgnoreCase("T")) {
            return true;
        }
        if (field.strip().equalsIgnoreCase("F")) {
            return false;
        }
        throw new WriteRefused(400, "Overwrite is T or F (RFC 4918 §10.6).");
    }
}
