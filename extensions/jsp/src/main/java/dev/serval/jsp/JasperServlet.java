package dev.serval.jsp;

import dev.serval.pages.PageServlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.jasper.JasperException;
import org.apache.jasper.servlet.JspServlet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlet of pages: that of the engine, created for the first request. Thread-safe between init
 * and destroy.
 */
final class JasperServlet implements PageServlet {
    private static final Logger LOG = LoggerFactory.getLogger(JasperServlet.class);
    private static final String COMPILER = "org.apache.jasper.compiler.";
    // Messages of the engine have the URI in brackets, in all of its languages. What has no scheme
    // is first looked for beside the page (Pages 4.0 §7.3.2).
    private static final Pattern MISSING_JSTL =
            Pattern.compile("\\[([^\\]]*/jakarta\\.tags\\.|http://java\\.sun\\.com/(jsp/)?jstl/)");
    private static final String ADVICE =
            " (JSTL is a library of applications: add jakarta.servlet.jsp.jstl.jar and"
                    + " jakarta.servlet.jsp.jstl-api.jar, version 3, to WEB-INF/lib)";
    private static final String PRECOMPILING =
            "jsp_precompile may be true, false or without a value (Pages 4.0 §11.4.2)";
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
            leave(); // after a failure in init there is no destroy
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
            servlet.periodicEvent(); // unloads idle pages; outside of development also checks
        }
        try {
            servlet.service(request, response);
        } catch (ServletException e) {
            if (isPrecompiling(e) && response instanceof HttpServletResponse http) {
                // The specification requires this status, though the mistake is the client's.
                http.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, PRECOMPILING);
                return;
            }
            throw told(e, request instanceof HttpServletRequest http ? http.getRequestURI() : "?");
        }
    }

    /** Whether the exception is about the value of jsp_precompile. */
    private static boolean isPrecompiling(ServletException thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length > 0
                && trace[0].getClassName().equals(JspServlet.class.getName())
                && trace[0].getMethodName().equals("preCompile");
    }

    /** An error in the text of a page is logged once, with its line, and not sent to clients. */
    private static ServletException told(ServletException thrown, String called) {
        JasperException mistake = mistake(thrown);
        if (mistake == null) {
            return thrown;
        }
        LOG.error("SRV-0670 A page of {} cannot be compiled: {}", called, said(mistake));
        return new PageFailure();
    }

    /**
     * The message without the heading of a stack trace, which does not follow; with advice if JSTL
     * is missing.
     */
    static String said(Exception mistake) {
        String said = String.valueOf(mistake.getMessage()).replaceFirst("\\s*Stacktrace:\\s*$", "");
        return MISSING_JSTL.matcher(said).find() ? said + ADVICE : said;
    }

    /** The exception of the compiler; null if the page, or a callee, has thrown. */
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

        /** A stack trace is useless: the error is in the page. */
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
