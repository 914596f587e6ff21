package dev.serval.jsp;

import dev.serval.pages.PageServlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.jasper.JasperException;
import org.apache.jasper.servlet.JspServlet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlet of pages: that of the engine, which is made when the first request comes. Thread-safe
 * between init and destroy.
 */
final class JasperServlet implements PageServlet {
    private static final Logger LOG = LoggerFactory.getLogger(JasperServlet.class);
    private static final String COMPILER = "org.apache.jasper.compiler.";
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(10);

    private final JasperEngine engine;
    private final AtomicLong looked = new AtomicLong(System.nanoTime());
    private ServletConfig config;
    private JspServlet servlet;
    private Path scratch;

    JasperServlet(JasperEngine engine) {
        this.engine = engine;
    }

    @Override
    public void init(ServletConfig given) throws ServletException {
        engine.beginPages();
        ServletContext context = given.getServletContext();
        String scratchDir = given.getInitParameter(PageConfig.SCRATCH);
        if (scratchDir == null && context.getAttribute(ServletContext.TEMPDIR) instanceof File) {
            scratch = engine.scratch().enter(context);
            scratchDir = scratch.toString();
        }
        config = new PageConfig(given, scratchDir);
        servlet = new JspServlet();
        try {
            servlet.init(config);
        } catch (ServletException e) {
            leave(); // whoever fails in init is not destroyed
            throw told(e, given.getServletName());
        }
    }

    @Override
    public ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public String getServletInfo() {
        return "JSP pages";
    }

    @Override
    public void service(ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        long before = looked.get();
        long now = System.nanoTime();
        if (now - before > PERIOD && looked.compareAndSet(before, now)) {
            servlet.periodicEvent(); // unloads what is idle, and checks where not in development
        }
        try {
            servlet.service(request, response);
        } catch (ServletException e) {
            throw told(e, request instanceof HttpServletRequest http ? http.getRequestURI() : "?");
        }
    }

    /** What is wrong with the text of a page is said once, with its line, and to nobody else. */
    private static ServletException told(ServletException thrown, String called) {
        JasperException mistake = mistake(thrown);
        if (mistake == null) {
            return thrown;
        }
        LOG.error("SRV-0670 A page of {} cannot be compiled: {}", called, said(mistake));
        return new PageFailure();
    }

    /** Without the heading of a stack trace that does not follow. */
    static String said(Exception mistake) {
        return String.valueOf(mistake.getMessage()).replaceFirst("\\s*Stacktrace:\\s*$", "");
    }

    /** That of the compiler; null if the page, or what it calls, has thrown. */
    private static JasperException mistake(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            StackTraceElement[] trace = each.getStackTrace();
            if (each instanceof JasperException found
                    && trace.length > 0
                    && trace[0].getClassName().startsWith(COMPILER)) {
                return found;
            }
        }
        return null;
    }

    /** A page that cannot be compiled. */
    private static final class PageFailure extends ServletException {
        private static final long serialVersionUID = 1;

        PageFailure() {
            super("The page cannot be compiled; the log says why (SRV-0670)");
        }

        /** Of no use: it is the page that is wrong. */
        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    @Override
    public void destroy() {
        servlet.destroy();
        leave();
    }

    private void leave() {
        if (scratch != null) {
            engine.scratch().leave(scratch);
        }
    }
}
