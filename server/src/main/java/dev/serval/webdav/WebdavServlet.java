package dev.serval.webdav;

import dev.serval.files.DefaultServlet;
import dev.serval.files.PutAndDelete;
import dev.serval.files.Resource;
import dev.serval.files.WritableFiles;
import dev.serval.files.WriteRefused;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * WebDAV for the files of an application (RFC 4918), class 1 and 2; class 1 alone while it is
 * {@code readonly}, which is the default. Thread-safe. Accesses the disk, so it runs on workers.
 *
 * <p>GET and HEAD are those of {@link DefaultServlet}. Clients cannot change what they cannot see;
 * see {@link WritableFiles}.
 */
public final class WebdavServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(WebdavServlet.class);

    private final transient DefaultServlet reading;
    private final transient WritableFiles files;
    private final transient DavStore store;
    private final transient PathGuard guard;
    private transient WebdavSettings settings = WebdavSettings.DEFAULTS;

    /**
     * @param reading answers GET and HEAD; it gets the init-params of this servlet
     * @param files the same files
     * @param store shared by all such servlets of the application
     * @param guard the constraints of the application
     */
    public WebdavServlet(
            DefaultServlet reading, WritableFiles files, DavStore store, PathGuard guard) {
        this.reading = reading;
        this.files = files;
        this.store = store;
        this.guard = guard;
    }

    /** Takes the init-params; throws ServletException for a value that is not allowed. */
    @Override
    public void init() throws ServletException {
        reading.init(getServletConfig());
        Map<String, String> parameters = new LinkedHashMap<>();
        Collections.list(getInitParameterNames())
                .forEach(name -> parameters.put(name, getInitParameter(name)));
        try {
            settings = WebdavParameters.settings(parameters);
        } catch (IllegalArgumentException e) {
            throw new ServletException(e.getMessage(), e);
        }
        if (!files.readonly() && isOpenToAll()) {
            LOG.info(
                    "SRV-0642 servlet {} of context '{}' lets clients change files: everybody who"
                            + " can reach it may, so let addresses or a proxy in front decide who",
                    getServletName(),
                    getServletContext().getContextPath());
        }
    }

    /** Whether a pattern of this servlet allows PUT without a login. */
    private boolean isOpenToAll() {
        ServletRegistration own =
                getServletContext().getServletRegistrations().get(getServletName());
        return own == null
                || own.getMappings().stream()
                        .map(pattern -> pattern.replace("*", "any"))
                        .map(path -> path.startsWith("/") ? path : "/" + path)
                        .anyMatch(path -> guard.isOpen("PUT", path));
    }

    @Override
    public String getServletInfo() {
        return "WebDAV";
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        DavCall call = null;
        try {
            call = DavCall.begin(request, response, store, files, guard, settings);
            answer(call);
        } catch (DavAccess.AlreadyAnswered e) {
            return; // 401, 403 or a challenge
        } catch (DavRefused e) {
            MultiStatus.refused(e, call);
        } catch (WriteRefused e) {
            response.sendError(e.status(), e.getMessage());
        }
    }

    private void answer(DavCall call) throws IOException, ServletException, WriteRefused {
        String method = call.request().getMethod();
        if (call.request().getDispatcherType() != DispatcherType.REQUEST) {
            read(call);
            return;
        }
        call.access().requireOwn();
        if (!Methods.isKnown(method) || files.readonly() && Methods.changes(method)) {
            call.response().setHeader("Allow", Methods.allowed(call.found(), files.readonly()));
            throw new WriteRefused(405, "This method is not allowed here.");
        }
        call.requireConditions();
        switch (method) {
            case "GET", "HEAD" -> read(call);
            case "OPTIONS" -> options(call);
            case "PROPFIND" -> Propfind.answer(call);
            case "PROPPATCH" -> Proppatch.answer(call);
            case "PUT" -> put(call);
            case "MKCOL" -> createCollection(call);
            case "DELETE" -> delete(call);
            case "COPY" -> CopyAndMove.answer(false, call);
            case "MOVE" -> CopyAndMove.answer(true, call);
            case "LOCK" -> Locking.lock(call);
            case "UNLOCK" -> Locking.unlock(call);
            default -> throw new AssertionError(method);
        }
    }

    /** A directory is listed where listings are on. */
    private void read(DavCall call) throws IOException, WriteRefused {
        call.existing();
        String path = DavPaths.withoutSlash(call.path());
        boolean slash = call.paths().hasSlash() && !path.endsWith("/");
        reading.serve(slash ? path + "/" : path, call.request(), call.response());
    }

    private void options(DavCall call) {
        HttpServletResponse response = call.response();
        response.setHeader("DAV", files.readonly() ? "1" : "1, 2");
        response.setHeader("MS-Author-Via", "DAV");
        response.setHeader("Allow", Methods.allowed(call.found(), files.readonly()));
        response.setContentLength(0);
    }

    private void put(DavCall call) throws IOException, WriteRefused {
        String path = call.path();
        if (call.paths().hasSlash()) {
            throw new WriteRefused(409, "This is the name of a directory.");
        }
        call.requireUnlocked(path, call.found().kind() == Resource.ResourceType.NOTHING);
        PutAndDelete.put(
                path,
                files,
                current -> call.requireUnlocked(path, false),
                call.request(),
                call.response());
    }

    private void createCollection(DavCall call) throws IOException, WriteRefused {
        if (call.request().getInputStream().read() >= 0) {
            throw new WriteRefused(415, "MKCOL has no body here (RFC 4918 §9.3).");
        }
        if (call.found().kind() != Resource.ResourceType.NOTHING) {
            call.response().setHeader("Allow", Methods.allowed(call.found(), false));
            throw new WriteRefused(405, "There is something already.");
        }
        call.requireUnlocked(call.path(), true);
        files.createDirectory(call.path());
        call.response().setStatus(HttpServletResponse.SC_CREATED);
        call.response().setContentLength(0);
    }

    private void delete(DavCall call) throws WriteRefused {
        Resource found = call.existing();
        String path = call.path();
        if (path.equals("/")) {
            throw new WriteRefused(403, "The root stays.");
        }
        if (found.isDirectory() && call.depth(Depth.INFINITY) != Depth.INFINITY) {
            throw new WriteRefused(400, "A directory is deleted as a whole (RFC 4918 §9.6.1).");
        }
        call.requireUnlocked(path, true);
        if (found.isDirectory()) {
            call.check(path).check(found);
            call.requireTree(path, DavAccess.Deed.REMOVE);
            call.requireTreeUnlocked(path);
            TreeOperations.delete(path, call);
        } else {
            files.delete(path, call.check(path));
            store.properties().removeTree(path);
            store.locks().removeTree(path);
        }
        call.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    @Override
    public void destroy() {
        reading.destroy();
    }
}
