package dev.serval.filters;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.nio.charset.Charset;
import java.util.Locale;

/** A response whose texts have a character set. Owned by the request. */
final class TextResponse extends HttpServletResponseWrapper {
    private final String otherwise;
    // Whether a character set was named, which is kept.
    private boolean named;

    TextResponse(HttpServletResponse response, String otherwise) {
        super(response);
        this.otherwise = otherwise;
    }

    @Override
    public void setContentType(String type) {
        super.setContentType(type);
        String lower = type == null ? "" : type.toLowerCase(Locale.ROOT);
        named |= lower.contains("charset=");
        if (lower.startsWith("text/") && !named) {
            super.setCharacterEncoding(otherwise);
        }
    }

    @Override
    public void setCharacterEncoding(String encoding) {
        named = encoding != null;
        super.setCharacterEncoding(encoding);
    }

    @Override
    public void setCharacterEncoding(Charset encoding) {
        named = encoding != null;
        super.setCharacterEncoding(encoding);
    }

    @Override
    public void setHeader(String name, String value) {
        if (name.equalsIgnoreCase("Content-Type")) {
            setContentType(value);
        } else {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (name.equalsIgnoreCase("Content-Type")) {
            setContentType(value);
        } else {
            super.addHeader(name, value);
        }
    }

    @Override
    public void reset() {
        super.reset();
        named = false;
    }
}
