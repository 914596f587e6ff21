package dev.serval.files;

import jakarta.servlet.ServletOutputStream;
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
        boolean empty = head || decided.length() <= 0;
        // Opened before anything is said, for the file may turn out to be another one.
        try (Source source = empty ? null : new Source(file)) {
            for (FileResponse.Line line : decided.fields()) {
                response.setHeader(line.name().text(), line.value());
            }
            switch (decided.status()) {
                case 200, 206 -> {
                    response.setStatus(decided.status());
                    response.setContentLengthLong(decided.length());
                    if (source != null) {
                        source.copy(decided.first(), decided.length(), response.getOutputStream());
                    }
                }
                case 304 -> response.setStatus(304);
                default -> response.sendError(decided.status());
            }
        }
    }

    /** The file as the body of an error whose status is set already. */
    static void errorPage(CachedFile file, boolean head, HttpServletResponse response)
            throws IOException {
        try (Source source = new Source(file)) {
            if (file.contentType() != null) {
                response.setContentType(file.contentType());
            }
            response.setContentLengthLong(file.size());
            if (!head) {
                source.copy(0, file.size(), response.getOutputStream());
            }
        }
    }

    /** The file as a part of somebody else's response: no status, no fields. */
    static void include(CachedFile file, HttpServletResponse response) throws IOException {
        try (Source source = new Source(file)) {
            ServletOutputStream output;
            try {
                output = response.getOutputStream();
            } catch (IllegalStateException e) {
                if (file.contentType() == null || !file.contentType().startsWith("text/")) {
                    throw e;
                }
                // The includer writes characters: a text file follows it, read as UTF-8.
                response.getWriter().write(source.text(file.size()));
                return;
            }
            source.copy(0, file.size(), output);
        }
    }

    /** The content of a file, in memory or open. */
    private static final class Source implements AutoCloseable {
        private final ByteBuffer body;
        private final OpenFile open;

        Source(CachedFile file) throws IOException {
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

        String text(long length) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WritableByteChannel target = Channels.newChannel(bytes);
            if (body == null) {
                FileCopy.run(open.channel(), 0, length, target::write);
            } else {
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
