package dev.serval.files;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** PUT and DELETE of a file (RFC 9110 §9.3.4, §9.3.5). Stateless. */
public final class PutAndDelete {
    private PutAndDelete() {}

    /**
     * Stores the body of a request at a path: 201, or 204 when a file was replaced. A body that is
     * truncated or comes too slowly changes nothing.
     *
     * @param further a check besides the preconditions of the request
     */
    public static void put(
            String path,
            WritableFiles files,
            WritableFiles.Check further,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, WriteRefused {
        if (request.getHeader("Content-Range") != null) {
            throw new WriteRefused(400, "Only whole files are stored (RFC 9110 §14.5).");
        }
        String coding = request.getHeader("Content-Encoding");
        if (coding != null && !coding.strip().equalsIgnoreCase("identity")) {
            response.setHeader("Accept-Encoding", "identity"); // RFC 9110 §15.5.16
            throw new WriteRefused(415, "Files are stored as they are sent, without a coding.");
        }
        long most = files.maxPutSize();
        if (most >= 0 && request.getContentLengthLong() > most) {
            throw new WriteRefused(413, "The file is larger than is allowed here.");
        }
        WritableFiles.Check check = preconditions(path, files, request);
        boolean created =
                files.put(
                        path,
                        request.getInputStream(),
                        most,
                        current -> {
                            check.check(current);
                            further.check(current);
                        });
        response.setStatus(
                created ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_NO_CONTENT);
        if (created) {
            response.setContentLength(0);
        }
    }

    /** Deletes a file, or a directory that is empty: 204. */
    public static void delete(
            String path,
            WritableFiles files,
            HttpServletRequest request,
            HttpServletResponse response)
            throws WriteRefused {
        files.delete(path, preconditions(path, files, request));
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    /** RFC 9110 §13.2.2, for a method that changes: 412 instead of 304. */
    public static WritableFiles.Check preconditions(
            String path, WritableFiles files, HttpServletRequest request) {
        Conditions asked = Conditions.of(request).withoutRange();
        boolean any = !asked.equals(Conditions.NONE);
        return current -> {
            Representation known = any && current.isFile() ? files.tagged(path, current) : null;
            if (!asked.allowChange(current.kind() != Resource.ResourceType.NOTHING, known)) {
                throw new WriteRefused(412, "It is not as it was expected to be.");
            }
        };
    }
}
