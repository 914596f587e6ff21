package dev.serval.webdav;

import dev.serval.http.Status;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;

/**
 * Writes a response in XML (RFC 4918 §13). Used by one thread. Written parts may be sent at once.
 */
final class MultiStatus {
    private static final String TYPE = "application/xml;charset=utf-8";
    private static final String START = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

    private final Writer out;

    private MultiStatus(Writer out) {
        this.out = out;
    }

    /** Begins a 207. */
    static MultiStatus begin(HttpServletResponse response) throws IOException {
        response.setStatus(207);
        response.setContentType(TYPE);
        MultiStatus answer = new MultiStatus(response.getWriter());
        answer.out.write(START + "<D:multistatus xmlns:D=\"DAV:\">\n");
        return answer;
    }

    /** Sends a whole document with one root element. */
    static void document(int status, String xml, HttpServletResponse response) throws IOException {
        response.setStatus(status);
        response.setContentType(TYPE);
        response.getWriter().write(START + xml + "\n");
    }

    /** Sends the reason of a refusal (RFC 4918 §16). */
    static void refused(DavRefused refused, DavCall call) throws IOException {
        if (refused.condition() != null) {
            String href = XmlText.escape(call.href(call.path()));
            String error =
                    "<D:error xmlns:D=\"DAV:\"><D:%1$s><D:href>%2$s</D:href></D:%1$s></D:error>";
            document(refused.status(), error.formatted(refused.condition(), href), call.response());
            return;
        }
        MultiStatus answer = begin(call.response());
        for (DavRefused.MemberFailure failure : refused.failures()) {
            answer.failure(call.href(failure.path()), failure.status(), failure.condition());
        }
        answer.end();
    }

    /** Writes a resource with a status. */
    void failure(String href, int status, String condition) throws IOException {
        out.write("<D:response><D:href>" + XmlText.escape(href) + "</D:href>" + status(status));
        if (condition != null) {
            out.write("<D:error><D:" + condition + "/></D:error>");
        }
        out.write("</D:response>\n");
    }

    /** Begins a resource whose properties follow. */
    void response(String href) throws IOException {
        out.write("<D:response><D:href>" + XmlText.escape(href) + "</D:href>");
    }

    /** Writes properties with a status; nothing if there are none. */
    void propstat(CharSequence properties, int status, String condition) throws IOException {
        if (properties.length() > 0) {
            String error = condition == null ? "" : "<D:error><D:" + condition + "/></D:error>";
            out.write("<D:propstat><D:prop>" + properties + "</D:prop>");
            out.write(status(status) + error + "</D:propstat>");
        }
    }

    void endResponse() throws IOException {
        out.write("</D:response>\n");
    }

    void end() throws IOException {
        out.write("</D:multistatus>\n");
    }

    private static String status(int status) {
        String line = ("HTTP/1.1 " + status + " " + Status.reason(status)).strip();
        return "<D:status>" + line + "</D:status>";
    }
}
