package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One call of a servlet, from the class loader to the completion of the exchange. Runs once, on a
 * thread that may block; touches the disk when it looks for welcome files. However the application
 * ends, the exchange is completed.
 */
public final class ServletCall implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ServletCall.class);

    private final Exchange exchange;
    private final AppContext context;
    private final Mappings mappings;
    private final String path;
    private final ServletMatch match;

    /**
     * @param mappings of the context, for welcome files
     * @param path normalised, relative to the context
     * @param match what the path is mapped to; null for nothing
     */
    public ServletCall(
            Exchange exchange,
            AppContext context,
            Mappings mappings,
            String path,
            ServletMatch match) {
        this.exchange = exchange;
        this.context = context;
        this.mappings = mappings;
        this.path = path;
        this.match = match;
    }

    /** The application that is called. */
    public AppContext context() {
        return context;
    }

    @Override
    public void run() {
        if (!context.enterAgain()) {
            // Its client has gone, and the context with it: nobody waits for an answer.
            exchange.fail(new IOException("the application was stopped"));
            return;
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(context.getClassLoader());
        ApiRequest request = new ApiRequest(exchange, context);
        ApiResponse response = new ApiResponse(exchange);
        ServletMatch target = match;
        Throwable broken = null;
        try {
            target = WelcomeFiles.resolve(context, mappings, path, match);
            if (!context.admits(exchange.peer().remote())) {
                response.sendError(403);
            } else if (isAnswerable(target, response)) {
                request.match(target);
                if (target.servlet().servesFiles()) {
                    request.showExchange();
                }
                target.servlet().instance().service(request, response);
            }
        } catch (Throwable e) {
            // Errors too: whatever an application does, its client gets an answer.
            broken = failed(e, target, request, response);
        } finally {
            // Before the end is written: an interrupt left over would close the channel.
            Thread.interrupted();
            request.end();
            if (broken != null) {
                exchange.fail(broken);
            } else {
                end(response);
            }
            MDC.clear();
            thread.setContextClassLoader(before);
            context.leave();
        }
    }

    private static boolean isAnswerable(ServletMatch target, ApiResponse response) {
        if (target == null) {
            response.sendError(404);
            return false;
        }
        if (target.servlet().servesFiles() && isJsp(target)) {
            response.sendError(
                    501, "JSP pages need the extension serval-jsp, which is not installed.");
            return false;
        }
        return true;
    }

    /** The source of a page is never sent, in whatever case its name is written. */
    private static boolean isJsp(ServletMatch target) {
        String last = target.pathInfo() != null ? target.pathInfo() : target.servletPath();
        String name = last.toLowerCase(Locale.ROOT);
        return name.endsWith(".jsp") || name.endsWith(".jspx");
    }

    /**
     * Replaces the response by an error and returns null, or returns what the exchange is to fail
     * with because part of the response has left, or because the connection is the cause.
     */
    private Throwable failed(
            Throwable cause, ServletMatch target, ApiRequest request, ApiResponse response) {
        IOException connection = request.failure() != null ? request.failure() : response.failure();
        if (connection != null) {
            LOG.debug("{} was given up: {}", what(), connection.toString());
            return connection;
        }
        Throwable root = root(cause);
        if (root instanceof BadRequest bad) {
            LOG.debug("{} is refused: {}", what(), bad.getMessage());
            return replace(response, bad.status(), bad.getMessage());
        }
        if (cause instanceof UnavailableException unavailable && target != null) {
            return unavailable(unavailable, target, response);
        }
        LOG.error(
                "SRV-0601 servlet {} of context '{}' failed on {}",
                target == null ? "?" : target.getServletName(),
                context.path(),
                what(),
                root);
        return replace(response, 500, "The application failed to answer. SRV-0601");
    }

    private static Throwable replace(ApiResponse response, int status, String message) {
        if (!response.isOpen()) {
            // Only an IOException is not logged again.
            return new IOException("The response is cut: its servlet failed after the commit");
        }
        response.replace(status, message);
        return null;
    }

    /** Servlet 6.1 §2.3.3.2: 404 when it is for good, else 503. */
    private Throwable unavailable(
            UnavailableException cause, ServletMatch target, ApiResponse response) {
        target.servlet().unavailable(cause);
        Throwable broken = replace(response, cause.isPermanent() ? 404 : 503, null);
        int seconds = cause.getUnavailableSeconds();
        if (broken == null && seconds > 0) {
            exchange.fields().set(FieldName.RETRY_AFTER, Integer.toString(seconds));
        }
        return broken;
    }

    private void end(ApiResponse response) {
        try {
            response.end();
        } catch (IOException e) {
            exchange.fail(e);
        } catch (RuntimeException e) {
            LOG.error("SRV-0604 the response to {} could not be ended", what(), e);
            exchange.fail(new IOException(e));
        }
    }

    /** What the application means, without the wrappings of the API. */
    private static Throwable root(Throwable cause) {
        Throwable root = cause;
        while (root instanceof ServletException wrapper
                && wrapper.getRootCause() != null
                && wrapper.getRootCause() != root) {
            root = wrapper.getRootCause();
        }
        return root;
    }

    private String what() {
        return exchange.request().methodName() + " " + exchange.request().rawPath();
    }
}
