package dev.serval.files;

import dev.serval.http.FieldName;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/** The way out through the Servlet API, for filters, dispatches and error pages. Stateless. */
final class ServletOut {
    private ServletOut() {}

    /** Sends the answer, or leaves an error to the error pages. */
    static void send(
            FileResponse decided, CachedFile file, boolean head, HttpServletResponse response)
            throws IOException {
        boolean empty = decided.length() <= 0;
        // Opened before anything is said, for the file may turn out to be another one.
        try (Source source = empty ? null : new Source(file)) {
            for (FileResponse.Line line : decided.fields()) {
                set(line, response);
            }
            switch (decided.status()) {
                case 200, 206 -> {
                    response.setStatus(decided.status());
                    body(source, decided.first(), decided.length(), head, response);
                }
                case 304 -> response.setStatus(304);
                default -> response.sendError(decided.status());
            }
        }
    }

    private static void set(FileResponse.Line line, HttpServletResponse response) {
        String name = line.name().text();
        if (line.name() == FieldName.VARY && response.containsHeader(name)) {
            // A filter has said something of its own.
            response.addHeader(name, line.value());
        } else {
            response.setHeader(name, line.value());
        }
    }

    /** The file as the body of an error whose status is set already. */
    static void errorPage(CachedFile file, boolean head, HttpServletResponse response)
            throws IOException {
        try (Source source = new Source(file)) {
            if (file.contentType() != null) {
                response.setContentType(file.contentType());
            }
            body(source, 0, file.size(), head, response);
        }
    }

    /** The file as a part of somebody else's response: no status, no fields. */
    static void include(CachedFile file, HttpServletResponse response) throws IOException {
        try (Source source = new Source(file)) {
            copy(source, 0, file.size(), response);
        }
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
     * The length is declared only where nobody else writes or changes what is written. What the
     * buffer can hold leaves with its length anyway, that of what a filter adds included.
     */
    private static void body(
            Source source, long first, long length, boolean head, HttpServletResponse response)
            throws IOException {
        boolean alone = !(response instanceof ServletResponseWrapper) && !hasContent(response);
        if (alone && (source == null || length > response.getBufferSize())) {
            response.setContentLengthLong(length);
            if (head) {
                return;
            }
        }
        if (source != null) {
            copy(source, first, length, response);
        }
    }

    private static void copy(Source source, long first, long length, HttpServletResponse response)
            throws IOException {
        ServletOutputStream output;
        try {
            output = response.getOutputStream();
        } catch (IllegalStateException e) {
            if (!source.isText()) {
                throw e;
            }
            // Somebody writes characters: a text file follows, read as UTF-8.
            response.getWriter().write(source.text(first, length));
            return;
        }
        source.copy(first, length, output);
    }

    /** The content of a file, in memory or open. */
    private static final class Source implements AutoCloseable {
        private final ByteBuffer body;
        private final OpenFile open;
        private final String type;

        Source(CachedFile file) throws IOException {
            type = file.contentType();
            body = file.body();
            open = body == null ? file.open() : null;
        }

        void copy(long first, long length, ServletOutputStream output) throws IOException {
            if (body == null) {
                FileCopy.run(open.channel(), first, length, output::write);
                return;
            }
            body.limit((int) (first + length)).position((int) first);
            output.write(body);
        }

        boolean isText() {
            if (type == null) {
                return false;
            }
            int semicolon = type.indexOf(';');
            String plain = semicolon < 0 ? type : type.substring(0, semicolon);
            return plain.startsWith("text/") || plain.endsWith("xml") || plain.endsWith("json");
        }

        String text(long first, long length) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WritableByteChannel target = Channels.newChannel(bytes);
            if (body == null) {
                FileCopy.run(open.channel(), first, length, target::write);
            } else {
                body.limit((int) (first + length)).position((int) first);
                target.write(body);
            }
            return bytes.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            if (open != null) {
                open.release();
            }
        }
    }
}
