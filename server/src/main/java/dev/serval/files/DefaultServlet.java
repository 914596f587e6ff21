package dev.serval.files;

import jakarta.servlet.http.HttpServlet;

/** Placeholder: serves the files of a context. */
public final class DefaultServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    public DefaultServlet(FileCache cache, FastFile fast) {}
}
