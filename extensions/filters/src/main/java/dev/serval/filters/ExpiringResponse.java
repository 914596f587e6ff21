package dev.serval.filters;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;

/**
 * A response whose fields are completed before its first byte, when its type and status are known.
 * Owned by the request.
 */
final class ExpiringResponse extends HttpServletResponseWrapper {
    /** Completes the fields; the status is that of the error if there is one. */
    interface Description {
        void describe(HttpServletResponse response, int status);
    }

    private final Description description;
    private boolean begun;
    private ServletOutputStream stream;
    private PrintWriter writer;

    ExpiringResponse(HttpServletResponse response, Description description) {
        super(response);
        this.description = description;
    }

    private HttpServletResponse inner() {
        return (HttpServletResponse) getResponse();
    }

    /** The first byte is about to be written, or there is none. */
    void begins() {
        begins(getStatus());
    }

    private void begins(int status) {
        if (!begun) {
            begun = true;
            if (!isCommitted()) {
                description.describe(inner(), status);
            }
        }
    }

    @Override
    public void reset() {
        super.reset();
        begun = false;
        stream = null;
        writer = null;
    }

    @Override
    public void flushBuffer() throws IOException {
        begins();
        super.flushBuffer();
    }

    @Override
    public void sendError(int status) throws IOException {
        begins(status);
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        begins(status);
        super.sendError(status, message);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        begins(SC_FOUND);
        super.sendRedirect(location);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clear) throws IOException {
        begins(status);
        super.sendRedirect(location, status, clear);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (stream == null) {
            stream = new Stream(super.getOutputStream());
        }
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) {
            writer = new PrintWriter(new Text(super.getWriter()));
        }
        return writer;
    }

    private final class Stream extends ServletOutputStream {
        private final ServletOutputStream target;

        Stream(ServletOutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            begins();
            target.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            begins();
            target.write(bytes, offset, length);
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            begins();
            target.write(bytes);
        }

        @Override
        public void flush() throws IOException {
            begins();
            target.flush();
        }

        @Override
        public void close() throws IOException {
            begins();
            target.close();
        }

        @Override
        public boolean isReady() {
            return target.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            target.setWriteListener(listener);
        }
    }

    private final class Text extends Writer {
        private final PrintWriter target;

        Text(PrintWriter target) {
            this.target = target;
        }

        @Override
        public void write(char[] text, int offset, int length) {
            begins();
            target.write(text, offset, length);
        }

        @Override
        public void flush() {
            begins();
            target.flush();
        }

        @Override
        public void close() {
            begins();
            target.close();
        }
    }
}
