package dev.serval.files;

import dev.serval.http.CodingChoice;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Method;
import dev.serval.http.PercentEncoding;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Serves static files where no other servlet matches. Thread-safe. Accesses the disk, so it runs on
 * workers.
 *
 * <p>GET, HEAD and OPTIONS, with {@code readonly=false} PUT and DELETE ({@link PutAndDelete}); any
 * other method, POST too unless it is allowed, is 405 with Allow. What must not be served, such as
 * WEB-INF, is 404 with every method. A directory without its last slash is redirected; one without
 * a welcome file is 404. Sources of server pages are 404, since nothing here executes them.
 */
public final class DefaultServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final int LOOKS = 8;

    private final transient FileCache cache;
    private final transient FastFile fast;
    private final transient WritableFiles writable;
    private final transient Listings listings;

    /** A servlet that changes nothing, whatever its settings are. */
    DefaultServlet(FileCache cache, FastFile fast) {
        this(cache, fast, null, path -> true);
    }

    /**
     * @param cache the files to serve
     * @param fast learns what was served; null if it must not answer for this servlet
     * @param writable the same files, for PUT and DELETE
     * @param open whether a path is not protected, so that a listing may show the content of its
     *     file
     */
    public DefaultServlet(
            FileCache cache, FastFile fast, WritableFiles writable, Predicate<String> open) {
        this.cache = cache;
        this.fast = fast;
        this.writable = writable;
        this.listings = new Listings(cache, open);
    }

    /** Reads the init-params; throws ServletException for a value that is not allowed. */
    @Override
    public void init() throws ServletException {
        Map<String, String> parameters = new LinkedHashMap<>();
        Collections.list(getInitParameterNames())
                .forEach(name -> parameters.put(name, getInitParameter(name)));
        try {
            cache.configure(DefaultServletParameters.apply(cache.settings(), parameters));
        } catch (IllegalArgumentException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    @Override
    public String getServletInfo() {
        return "Static files";
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        boolean included = request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) != null;
        String path = path(request, included);
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && writable != null
                && !writable.readonly()) {
            Method method = method(request);
            if (method == Method.PUT || method == Method.DELETE) {
                change(method, path, request, response);
                return;
            }
        }
        serve(path, request, response);
    }

    /** PUT and DELETE: for requests of clients only; dispatches do not change files. */
    private void change(
            Method method, String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try {
            if (method == Method.PUT) {
                PutAndDelete.put(path, writable, current -> {}, request, response);
            } else {
                PutAndDelete.delete(path, writable, request, response);
            }
        } catch (WriteRefused e) {
            response.sendError(e.status(), e.getMessage());
        }
    }

    /**
     * Serves the file or directory at a path, which may differ from that of the request. Any method
     * but GET, HEAD and OPTIONS is 405.
     */
    public void serve(String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        for (int i = 1; ; i++) {
            try {
                answer(path, request, response, i == 1);
                return;
            } catch (FileChanged e) {
                if (response.isCommitted() || i == LOOKS) {
                    throw e;
                }
                // It was replaced between look-up and opening: the next look-up sees the new file.
            }
        }
    }

    /**
     * @param encodes whether encoded forms of the file may be sent
     */
    private void answer(
            String path, HttpServletRequest request, HttpServletResponse response, boolean encodes)
            throws IOException {
        boolean included = request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) != null;
        CachedFile file = null;
        try {
            file = find(path, request.getDispatcherType());
            CachedFile page = file != null || included ? null : page(path, request, response);
            if (page != null) {
                file = page;
            }
            if (file != null) {
                send(file, included, encodes, page != null, request, response);
                return;
            }
        } catch (FileChanged e) {
            cache.forget(file);
            throw e;
        } catch (NoSuchFileException | AccessDeniedException e) {
            // Deleted, or no longer readable, since the look-up.
            if (file != null) {
                cache.forget(file);
            }
            missing(path, included, response);
            return;
        }
        if (included || !cache.find(path).isDirectory()) {
            missing(path, included, response);
        } else {
            directory(path, request, response);
        }
    }

    /** Servlet 6.1 §10.5: files below WEB-INF are only for dispatches of the application. */
    private CachedFile find(String path, DispatcherType type) throws IOException {
        if (cache.isSource(path)) {
            return null;
        }
        boolean dispatched = type != DispatcherType.REQUEST;
        return dispatched && SafePath.isHidden(path) ? cache.privateFile(path) : cache.file(path);
    }

    /** The page of a single-page application if there is no file; null if it does not answer. */
    private CachedFile page(String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Method method = method(request);
        if (cache.site().fallback() == null
                || method != Method.GET && method != Method.HEAD
                || request.getDispatcherType() != DispatcherType.REQUEST
                || !SinglePage.isAddress(path)
                || cache.site().hides(path)
                || SafePath.isHidden(path)
                || cache.find(path).isDirectory()
                        && (cache.settings().listings() || !hasSlash(request))) {
            return null;
        }
        if (!SinglePage.isWelcome(Conditions.joined(request, FieldName.ACCEPT))) {
            response.addHeader("Vary", "Accept");
            return null;
        }
        return find(cache.site().fallback(), DispatcherType.REQUEST);
    }

    /**
     * @param fallback whether another path was requested, so that the fast path must not learn it,
     *     and the client's Accept counts
     */
    private void send(
            CachedFile file,
            boolean included,
            boolean encodes,
            boolean fallback,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (included) {
            ServletOut.include(file, cache.settings(), response);
            return;
        }
        if (request.getDispatcherType() == DispatcherType.ERROR) {
            boolean head = method(request) == Method.HEAD;
            ServletOut.errorPage(file, cache.settings(), head, response);
            return;
        }
        Method method = method(request);
        boolean posted = method == Method.POST && isPostGet(request);
        if (posted) {
            method = Method.GET;
        }
        Conditions conditions = Conditions.of(request);
        boolean alone = !ServletOut.hasContent(response);
        if (posted || !alone || fallback) {
            // A range of the page at another address would be useless.
            conditions = conditions.withoutRange();
        }
        boolean direct =
                request.getDispatcherType() == DispatcherType.REQUEST
                        && !response.isCommitted()
                        && (method == Method.GET || method == Method.HEAD);
        FileCall call = FileCall.of(request);
        Exchange exchange = direct && call != null ? call.directExchange() : null;
        Form form = Form.identity(file);
        CodingChoice choice = alone && call != null ? choice(call, response) : null;
        if (encodes && alone && (exchange != null || !isEncoded(response))) {
            boolean whole = method == Method.HEAD || conditions.range() == null;
            Compression compression = choice == null ? Compression.OFF : choice.compression();
            form = Form.of(file, request, compression, whole, cache);
        }
        FileResponse decided = decide(method, conditions, form);
        if (posted && decided.status() == 304) {
            // RFC 9110 §13.1.2: not modified is an answer to GET and HEAD alone.
            decided = new FileResponse(412, decided.fields(), 0, -1);
        }
        if (exchange != null && method == Method.GET && decided.status() == 200) {
            hint(exchange, file);
        }
        if (exchange != null && !fallback && ExchangeOut.canSend(decided)) {
            if (fast != null && decided.status() != 206) {
                learn(exchange, file, form.file());
            }
            ExchangeOut.send(exchange, decided, form, cache.settings());
            return;
        }
        boolean encoded = decided.length() > 0 && form.file() != file;
        if ((encoded || decided.status() == 206)
                        && ServletOut.converts(file, cache.settings(), response)
                || encoded && !ServletOut.takes(form.file(), response)) {
            form = Form.identity(file);
            decided = decide(method, conditions.withoutRange(), form);
        } else if (choice != null && ExchangeOut.canSend(decided)) {
            choice.sendAsIs();
        }
        if (fallback) {
            decided = decided.varyingBy("Accept");
        }
        ServletOut.send(decided, form.file(), cache.settings(), method == Method.HEAD, response);
    }

    private FileResponse decide(Method method, Conditions conditions, Form form) {
        String allow = FileResponse.allow(cache.settings());
        return FileResponse.of(method, conditions, form.head().representation(), allow);
    }

    /** Sends 103 before the response, for clients that accept it (RFC 8297 §2). */
    private void hint(Exchange exchange, CachedFile file) throws IOException {
        if (file.links() != null
                && cache.site().earlyHints().includes(exchange.request().version())) {
            Fields fields = new Fields();
            fields.set(FieldName.LINK, file.links());
            exchange.inform(103, fields);
        }
    }

    /** After a dispatch the application has handled the form and shows a page. */
    private boolean isPostGet(HttpServletRequest request) {
        return request.getDispatcherType() != DispatcherType.REQUEST
                || cache.settings().servlet().allowPostAsGet();
    }

    private static boolean isEncoded(HttpServletResponse response) {
        return response.containsHeader(FieldName.CONTENT_ENCODING.text());
    }

    /** Null if a filter may read or change the content, which would be compressed. */
    private static CodingChoice choice(FileCall call, HttpServletResponse response) {
        return response instanceof ServletResponseWrapper ? null : call.codingChoice();
    }

    private void learn(Exchange exchange, CachedFile file, CachedFile form) {
        int start = exchange.request().pathStart();
        int end = exchange.request().pathEnd();
        byte[] path = new byte[end - start];
        System.arraycopy(exchange.request().bytes(), start, path, 0, path.length);
        fast.learn(path, file, form);
    }

    private void directory(String path, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Method method = method(request);
        if (method == Method.POST && isPostGet(request)) {
            method = Method.GET;
        }
        switch (method) {
            case GET, HEAD -> {
                if (hasSlash(request)) {
                    if (cache.settings().listings()) {
                        boolean sorted = cache.settings().servlet().listing().sortListings();
                        DirectoryListing.send(
                                listings, sorted, cache.site(), path, request, response);
                    } else {
                        response.sendError(HttpServletResponse.SC_NOT_FOUND);
                    }
                    return;
                }
                String location =
                        DirectoryRedirect.location(encodedPath(request), request.getQueryString());
                response.setStatus(cache.settings().servlet().directoryRedirectStatusCode());
                response.setHeader("Location", response.encodeRedirectURL(location));
                response.setContentLength(0);
            }
            case OPTIONS -> {
                response.setHeader("Allow", FileResponse.allow(cache.settings()));
                response.setContentLength(0);
            }
            case POST, PUT, DELETE, TRACE, CONNECT, PATCH, OTHER -> {
                response.setHeader("Allow", FileResponse.allow(cache.settings()));
                response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            }
        }
    }

    /**
     * Whether a directory was requested with its final slash; for the root the path may be empty.
     */
    private static boolean hasSlash(HttpServletRequest request) {
        String asked =
                Objects.toString(request.getServletPath(), "")
                        + Objects.toString(request.getPathInfo(), "");
        return asked.endsWith("/");
    }

    /** The path of the request, for redirects. */
    private static String encodedPath(HttpServletRequest request) {
        FileCall call = FileCall.of(request);
        return call != null
                ? call.encodedPath()
                : request.getServletContext().getContextPath()
                        + PercentEncoding.ofPath(path(request, false));
    }

    private void missing(String path, boolean included, HttpServletResponse response)
            throws IOException {
        if (included) {
            // Servlet 6.1 §9.3
            throw new FileNotFoundException(path);
        }
        cache.site().describe(response);
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    /** The path of the file; of the included one when this is an include (Servlet 6.1 §9.3.1). */
    private static String path(HttpServletRequest request, boolean included) {
        Object front = request.getServletPath();
        Object rest = request.getPathInfo();
        if (included) {
            front = request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
            rest = request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO);
        }
        String path = Objects.toString(front, "") + Objects.toString(rest, "");
        return path.isEmpty() ? "/" : path;
    }

    private static Method method(HttpServletRequest request) {
        String name = request.getMethod();
        for (Method method : Method.values()) {
            if (method.name().equals(name)) {
                return method;
            }
        }
        return Method.OTHER;
    }
}
