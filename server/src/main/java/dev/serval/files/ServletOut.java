package dev.serval.files;

import dev.serval.http.FieldName;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;

/**
 * Sends files through the Servlet API, for filters, dispatches and error pages. Stateless. Text is
 * converted if other code has set the encoding of the response.
 */
final class ServletOut {
    private ServletOut() {}

    /** Sends the answer, or leaves an error to the error pages. */
    static void send(
            FileResponse decided,
            CachedFile file,
            FileSettings settings,
            boolean head,
            HttpServletResponse response)
            throws IOException {
        boolean empty = decided.length() <= 0;
        // Opened before a field is set, since the file may have been replaced.
        try (FileSource source = empty ? null : new FileSource(file)) {
            for (FileResponse.Field line : decided.fields()) {
                if (!line.yields() || !response.containsHeader(line.name().text())) {
                    set(line, response);
                }
            }
            switch (decided.status()) {
                case 200, 206 -> {
                    response.setStatus(decided.status());
                    body(source, decided, settings, head, response);
                }
                case 304 -> response.setStatus(304);
                default -> response.sendError(decided.status());
            }
        }
    }

    private static void set(FileResponse.Field line, HttpServletResponse response) {
        String name = line.name().text();
        if (line.name() == FieldName.VARY && response.containsHeader(name)) {
            // A filter has set this field itself.
            response.addHeader(name, line.value());
        } else {
            response.setHeader(name, line.value());
        }
    }

    /** The file as the body of an error whose status is set already. */
    static void errorPage(
            CachedFile file, FileSettings settings, boolean head, HttpServletResponse response)
            throws IOException {
        try (FileSource source = new FileSource(file)) {
            if (file.contentType() != null) {
                response.setContentType(file.contentType());
            }
            body(source, whole(file), settings, head, response);
        }
    }

    /** The file as a part of another response: no status, no fields. */
    static void include(CachedFile file, FileSettings settings, HttpServletResponse response)
            throws IOException {
        try (FileSource source = new FileSource(file)) {
            FileText text = null;
            Charset target = null;
            if (source.isText()) {
                // In the middle of a text the byte order mark has no meaning.
                text = FileText.of(source, settings.servlet());
                target = stated(response);
            }
            copy(source, whole(file), text, target, settings, response);
        }
    }

    private static FileResponse whole(CachedFile file) {
        return new FileResponse(200, List.of(), 0, file.size());
    }

    /** Whether a filter or servlet has written already. */
    static boolean hasContent(HttpServletResponse response) {
        if (response.isCommitted()) {
            return true;
        }
        try {
            // Throws where there is content (Servlet 6.1 §5.1), and changes nothing else.
            response.setBufferSize(response.getBufferSize());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /**
     * Whether the file is sent in another encoding than its own, so that its offsets have no
     * meaning. Sets the Content-Type, which all responses with a body of the file have.
     */
    static boolean converts(CachedFile file, FileSettings settings, HttpServletResponse response)
            throws IOException {
        if (!FileText.isText(file.contentType())) {
            return false;
        }
        response.setContentType(file.contentType());
        return target(settings, response) != null;
    }

    /**
     * Whether an encoded form, which is not text, can be sent: not if the writer is in use. Sets
     * the coding first, for a filter that compresses bodies without one.
     */
    static boolean takes(CachedFile encoded, HttpServletResponse response) throws IOException {
        String name = FieldName.CONTENT_ENCODING.text();
        response.setHeader(name, encoded.representation().coding().token());
        try {
            response.getOutputStream();
            return true;
        } catch (IllegalStateException e) {
            response.setHeader(name, null);
            return false;
        }
    }

    /** The encoding that text has to be converted into; null if it goes as it is. */
    private static Charset target(FileSettings settings, HttpServletResponse response) {
        Charset stated = stated(response);
        return settings.servlet().fileEncoding().equals(stated) ? null : stated;
    }

    /** The character encoding that the response states; null if it states none. */
    private static Charset stated(HttpServletResponse response) {
        String type = response.getContentType();
        int at = type == null ? -1 : type.toLowerCase(Locale.ROOT).indexOf(";charset=");
        if (at < 0) {
            return null;
        }
        String name = type.substring(at + 9).replace("\"", "").strip();
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null; // The code that has set it takes the bytes as they are.
        }
    }

    /**
     * The length is declared only if no other code writes or changes the output. A body that fits
     * into the buffer is sent with its length anyway, including the bytes that a filter adds.
     */
    private static void body(
            FileSource source,
            FileResponse decided,
            FileSettings settings,
            boolean head,
            HttpServletResponse response)
            throws IOException {
        Charset target =
                source != null && decided.status() == 200 && source.isText()
                        ? target(settings, response)
                        : null;
        boolean alone = !(response instanceof ServletResponseWrapper) && !hasContent(response);
        boolean large = source == null || decided.length() > response.getBufferSize();
        if (alone && large && target == null) {
            response.setContentLengthLong(decided.length());
            if (head) {
                return;
            }
        }
        if (source != null) {
            FileText text = target == null ? null : FileText.of(source, settings.servlet());
            copy(source, decided, text, target, settings, response);
        }
    }

    /**
     * @param text null if the bytes go as they are
     * @param target null if the text stays in its own encoding
     */
    private static void copy(
            FileSource source,
            FileResponse decided,
            FileText text,
            Charset target,
            FileSettings settings,
            HttpServletResponse response)
            throws IOException {
        ServletOutputStream output;
        try {
            output = response.getOutputStream();
        } catch (IllegalStateException e) {
            if (!source.isText()) {
                throw e;
            }
            characters(source, decided, settings, response.getWriter());
            return;
        }
        if (text == null) {
            source.send(decided, output::write);
        } else if (target == null || target.equals(text.charset())) {
            source.send(text.skip(), decided.length() - text.skip(), output::write);
        } else {
            Writer writer = new OutputStreamWriter(output, target);
            text.copy(source, writer);
            writer.flush();
        }
    }

    /** The writer is in use: writes the file as characters. */
    private static void characters(
            FileSource source, FileResponse decided, FileSettings settings, Writer writer)
            throws IOException {
        FileText text = FileText.of(source, settings.servlet());
        if (decided.status() == 200) {
            text.copy(source, writer);
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        source.send(decided, Channels.newChannel(bytes)::write);
        writer.write(bytes.toString(text.charset()));
    }
}
