package dev.serval.servlet.dispatch;

import dev.serval.servlet.request.ApiResponse;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A response as the target of an include sees it, even after the include (Servlet 6.1 §9.3): it
 * takes content, and ignores changes of the head. Used like the response.
 */
public final class IncludedResponse extends HttpServletResponseWrapper {
    // An asynchronous dispatch goes on with it.
    private volatile boolean released;

    private IncludedResponse(HttpServletResponse response) {
        super(response);
    }

    /** For the target of an include; a wrapper of the application is kept. */
    static ServletResponse of(ServletResponse passed) {
        return isOurs(passed) ? new IncludedResponse((HttpServletResponse) passed) : passed;
    }

    /** Whether it is not a wrapper of the application. */
    public static boolean isOurs(ServletResponse response) {
        return response instanceof ApiResponse || response instanceof IncludedResponse;
    }

    /** The include is about to end, and its target goes on asynchronously. */
    static void hold(ServletResponse answer) {
        if (isOurs(answer)) {
            return;
        }
        ServletResponseWrapper inner = (ServletResponseWrapper) answer;
        while (!isOurs(inner.getResponse())) {
            inner = (ServletResponseWrapper) inner.getResponse();
        }
        inner.setResponse(of(inner.getResponse()));
    }

    /** An asynchronous dispatch goes on with it. */
    public static void release(ServletResponse given) {
        ServletResponse response = given;
        while (response instanceof ServletResponseWrapper wrapper) {
            if (wrapper instanceof IncludedResponse ours) {
                ours.released = true;
            }
            response = wrapper.getResponse();
        }
    }

    @Override
    public void setStatus(int status) {
        if (released) {
            super.setStatus(status);
        }
    }

    @Override
    public void sendError(int status) throws IOException {
        if (released) {
            super.sendError(status);
        }
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        if (released) {
            super.sendError(status, message);
        }
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        if (released) {
            super.sendRedirect(location);
        }
    }

    @Override
    public void sendRedirect(String location, int status) throws IOException {
        if (released) {
            super.sendRedirect(location, status);
        }
    }

    @Override
    public void sendRedirect(String location, boolean clearBuffer) throws IOException {
        if (released) {
            super.sendRedirect(location, clearBuffer);
        }
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        if (released) {
            super.sendRedirect(location, status, clearBuffer);
        }
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (released) {
            super.addCookie(cookie);
        }
    }

    @Override
    public void setHeader(String name, String value) {
        if (released) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (released) {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (released) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (released) {
            super.addIntHeader(name, value);
        }
    }

    @Override
    public void setDateHeader(String name, long value) {
        if (released) {
            super.setDateHeader(name, value);
        }
    }

    @Override
    public void addDateHeader(String name, long value) {
        if (released) {
            super.addDateHeader(name, value);
        }
    }

    @Override
    public void setContentLength(int length) {
        if (released) {
            super.setContentLength(length);
        }
    }

    @Override
    public void setContentLengthLong(long length) {
        if (released) {
            super.setContentLengthLong(length);
        }
    }

    @Override
    public void setContentType(String type) {
        if (released) {
            super.setContentType(type);
        }
    }

    @Override
    public void setCharacterEncoding(String encoding) {
        if (released) {
            super.setCharacterEncoding(encoding);
        }
    }

    @Override
    public void setCharacterEncoding(Charset encoding) {
        if (released) {
            super.setCharacterEncoding(encoding);
        }
    }

    @Override
    public void setLocale(Locale locale) {
        if (released) {
            super.setLocale(locale);
        }
    }

    @Override
    public void setTrailerFields(Supplier<Map<String, String>> supplier) {
        if (released) {
            super.setTrailerFields(supplier);
        }
    }

    @Override
    public void reset() {
        // A committed response refuses this in any case.
        if (released || isCommitted()) {
            super.reset();
        }
    }
}
