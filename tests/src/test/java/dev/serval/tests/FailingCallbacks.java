package dev.serval.tests;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An application each of whose callbacks throws an Error when the request {@code
 * /app/<callback>/<error>} asks for that. Thread-safe.
 */
final class FailingCallbacks implements ServletContainerInitializer {
    /** What is thrown. */
    enum Failure {
        MEMORY(() -> new OutOfMemoryError("of a test")),
        STACK(StackOverflowError::new),
        CLASS(() -> new NoClassDefFoundError("of a test")),
        DEATH(ThreadDeath::new);

        private final Supplier<Error> made;

        Failure(Supplier<Error> made) {
            this.made = made;
        }

        /** Throws it. */
        <T> T raise() {
            throw made.get();
        }
    }

    /** Where it is thrown. */
    enum Callback {
        SERVICE,
        INIT,
        FILTER,
        REQUEST_INITIALIZED,
        REQUEST_DESTROYED,
        REQUEST_ATTRIBUTE,
        CONTEXT_ATTRIBUTE,
        SESSION_CREATED,
        SESSION_DESTROYED,
        SESSION_ATTRIBUTE,
        SESSION_ID,
        VALUE_BOUND,
        VALUE_UNBOUND,
        VALUE_UNBOUND_AT_EXPIRY,
        SESSION_EXPIRED,
        ASYNC_CALL,
        ASYNC_TASK,
        ASYNC_TIMEOUT,
        ASYNC_COMPLETE,
        ASYNC_ERROR,
        ASYNC_DISPATCHED,
        DATA_AVAILABLE,
        ALL_DATA_READ,
        READ_ERROR,
        WRITE_POSSIBLE,
        WRITE_ERROR,
        UPGRADE_INIT,
        UPGRADE_READ,
        UPGRADE_DESTROY
    }

    private static final String ASKED = "asked";

    // Sessions whose end is to fail, by id.
    private final Set<String> doomed = ConcurrentHashMap.newKeySet();
    private final Set<String> reached = ConcurrentHashMap.newKeySet();

    /** Every {@code callback/failure}. */
    static List<String> all() {
        return Arrays.stream(Callback.values())
                .flatMap(
                        callback ->
                                Stream.of(Failure.values())
                                        .map(failure -> callback + "/" + failure))
                .toList();
    }

    /** What was thrown so far, each as in {@link #all}. */
    Set<String> reached() {
        return reached;
    }

    private void raise(Callback callback, Failure failure) {
        reached.add(callback + "/" + failure);
        failure.raise();
    }

    private record Asked(Callback callback, Failure failure) {
        static Asked of(HttpServletRequest request) {
            String[] parts = request.getRequestURI().split("/");
            if (parts.length < 4 || !parts[2].equals(parts[2].toUpperCase())) {
                return null;
            }
            return new Asked(Callback.valueOf(parts[2]), Failure.valueOf(parts[3]));
        }
    }

    private void raiseIf(Callback callback, HttpServletRequest request) {
        Asked asked = Asked.of(request);
        if (asked != null && asked.callback == callback) {
            raise(callback, asked.failure);
        }
    }

    private void raiseIf(Callback callback, Object value) {
        if (value instanceof Asked asked && asked.callback == callback) {
            raise(callback, asked.failure);
        }
    }

    @Override
    public void onStartup(Set<Class<?>> none, ServletContext context) {
        for (Failure failure : Failure.values()) {
            context.addServlet("init-" + failure, new FailsInInit(failure))
                    .addMapping("/INIT/" + failure);
        }
        var all = context.addServlet("all", new Calls());
        all.addMapping("/*");
        all.setAsyncSupported(true);
        Filter filter =
                (request, response, chain) -> {
                    raiseIf(Callback.FILTER, (HttpServletRequest) request);
                    chain.doFilter(request, response);
                };
        var filters = context.addFilter("filter", filter);
        filters.setAsyncSupported(true);
        filters.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        context.addListener(new Listens());
    }

    private final class FailsInInit extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final Failure failure;

        FailsInInit(Failure failure) {
            this.failure = failure;
        }

        @Override
        public void init(ServletConfig config) {
            raise(Callback.INIT, failure);
        }
    }

    private final class Listens
            implements ServletRequestListener,
                    ServletRequestAttributeListener,
                    ServletContextAttributeListener,
                    HttpSessionListener,
                    HttpSessionAttributeListener,
                    HttpSessionIdListener {
        @Override
        public void requestInitialized(ServletRequestEvent event) {
            raiseIf(Callback.REQUEST_INITIALIZED, (HttpServletRequest) event.getServletRequest());
        }

        @Override
        public void requestDestroyed(ServletRequestEvent event) {
            raiseIf(Callback.REQUEST_DESTROYED, (HttpServletRequest) event.getServletRequest());
        }

        @Override
        public void attributeAdded(ServletRequestAttributeEvent event) {
            raiseIf(Callback.REQUEST_ATTRIBUTE, event.getValue());
        }

        @Override
        public void attributeAdded(ServletContextAttributeEvent event) {
            raiseIf(Callback.CONTEXT_ATTRIBUTE, event.getValue());
        }

        @Override
        public void attributeAdded(HttpSessionBindingEvent event) {
            raiseIf(Callback.SESSION_ATTRIBUTE, event.getValue());
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            String asked = (String) event.getSession().getServletContext().getAttribute("create");
            if (asked != null) {
                raise(Callback.SESSION_CREATED, Failure.valueOf(asked));
            }
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            String id = event.getSession().getId();
            for (Failure failure : Failure.values()) {
                if (doomed.remove(failure + id)) {
                    raise(Callback.SESSION_DESTROYED, failure);
                }
                if (doomed.remove("late" + failure + id)) {
                    raise(Callback.SESSION_EXPIRED, failure);
                }
            }
        }

        @Override
        public void sessionIdChanged(HttpSessionEvent event, String before) {
            raiseIf(Callback.SESSION_ID, event.getSession().getAttribute(ASKED));
        }
    }

    private final class Bound implements HttpSessionBindingListener {
        private final Asked asked;

        Bound(Asked asked) {
            this.asked = asked;
        }

        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            raiseIf(Callback.VALUE_BOUND, asked);
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            raiseIf(Callback.VALUE_UNBOUND, asked);
            raiseIf(Callback.VALUE_UNBOUND_AT_EXPIRY, asked);
        }
    }

    /** The one servlet of all that is not thrown in init. */
    private final class Calls extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            Asked asked = Asked.of(request);
            if (asked == null) {
                response.getWriter().print("fine");
                return;
            }
            Failure failure = asked.failure;
            switch (asked.callback) {
                case SERVICE -> raise(Callback.SERVICE, failure);
                case REQUEST_DESTROYED -> {} // its listener does
                case REQUEST_ATTRIBUTE -> request.setAttribute(ASKED, asked);
                case CONTEXT_ATTRIBUTE -> {
                    getServletContext().removeAttribute(ASKED);
                    getServletContext().setAttribute(ASKED, asked);
                }
                case SESSION_CREATED -> {
                    getServletContext().setAttribute("create", failure.name());
                    try {
                        request.getSession();
                    } finally {
                        getServletContext().removeAttribute("create");
                    }
                }
                case SESSION_DESTROYED -> {
                    doomed.add(failure + request.getSession().getId());
                    request.getSession().invalidate();
                }
                case SESSION_ATTRIBUTE -> request.getSession().setAttribute(ASKED, asked);
                case SESSION_ID -> {
                    request.getSession().setAttribute(ASKED, asked);
                    request.changeSessionId();
                }
                case VALUE_BOUND -> request.getSession().setAttribute("bound", new Bound(asked));
                case VALUE_UNBOUND -> {
                    request.getSession().setAttribute("bound", new Bound(asked));
                    request.getSession().invalidate();
                }
                case VALUE_UNBOUND_AT_EXPIRY -> {
                    request.getSession().setAttribute("bound", new Bound(asked));
                    request.getSession().setMaxInactiveInterval(1);
                }
                case SESSION_EXPIRED -> {
                    HttpSession session = request.getSession();
                    doomed.add("late" + failure + session.getId());
                    session.setMaxInactiveInterval(1);
                }
                case UPGRADE_INIT, UPGRADE_READ, UPGRADE_DESTROY -> upgrade(request, asked);
                default -> async(request, response, asked);
            }
        }

        private void async(HttpServletRequest request, HttpServletResponse response, Asked asked)
                throws IOException {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                raise(Callback.ASYNC_DISPATCHED, asked.failure);
            }
            AsyncContext async = request.startAsync();
            async.setTimeout(asked.callback == Callback.ASYNC_TIMEOUT ? 100 : 20_000);
            async.addListener(new Hears(asked));
            switch (asked.callback) {
                case ASYNC_CALL -> raise(Callback.ASYNC_CALL, asked.failure);
                case ASYNC_TASK -> async.start(() -> raise(Callback.ASYNC_TASK, asked.failure));
                case ASYNC_COMPLETE -> async.complete();
                case ASYNC_ERROR ->
                        async.start(
                                () -> {
                                    throw new IllegalStateException("leads to onError");
                                });
                case ASYNC_DISPATCHED -> async.dispatch();
                case DATA_AVAILABLE, ALL_DATA_READ, READ_ERROR ->
                        request.getInputStream().setReadListener(new Reads(request, async, asked));
                case WRITE_POSSIBLE, WRITE_ERROR ->
                        response.getOutputStream().setWriteListener(new Writes(asked));
                default -> {} // its time runs out
            }
        }

        private void upgrade(HttpServletRequest request, Asked asked) throws IOException {
            try {
                request.upgrade(Upgraded.class).begin(FailingCallbacks.this, asked);
            } catch (jakarta.servlet.ServletException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final class Hears implements AsyncListener {
        private final Asked asked;

        Hears(Asked asked) {
            this.asked = asked;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            raiseIf(Callback.ASYNC_COMPLETE, asked);
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            raiseIf(Callback.ASYNC_TIMEOUT, asked);
        }

        @Override
        public void onError(AsyncEvent event) {
            raiseIf(Callback.ASYNC_ERROR, asked);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    private final class Reads implements ReadListener {
        private final HttpServletRequest request;
        private final AsyncContext async;
        private final Asked asked;

        Reads(HttpServletRequest request, AsyncContext async, Asked asked) {
            this.request = request;
            this.async = async;
            this.asked = asked;
        }

        @Override
        public void onDataAvailable() throws IOException {
            raiseIf(Callback.DATA_AVAILABLE, asked);
            if (asked.callback == Callback.READ_ERROR) {
                throw new IOException("leads to onError");
            }
            while (request.getInputStream().isReady() && request.getInputStream().read() >= 0) {
                // to its end
            }
        }

        @Override
        public void onAllDataRead() {
            raiseIf(Callback.ALL_DATA_READ, asked);
            async.complete();
        }

        @Override
        public void onError(Throwable cause) {
            raiseIf(Callback.READ_ERROR, asked);
        }
    }

    private final class Writes implements WriteListener {
        private final Asked asked;

        Writes(Asked asked) {
            this.asked = asked;
        }

        @Override
        public void onWritePossible() throws IOException {
            raiseIf(Callback.WRITE_POSSIBLE, asked);
            throw new IOException("leads to onError");
        }

        @Override
        public void onError(Throwable cause) {
            raiseIf(Callback.WRITE_ERROR, asked);
        }
    }

    /** Made by the server. */
    public static final class Upgraded implements HttpUpgradeHandler {
        private FailingCallbacks owner;
        private Asked asked;

        void begin(FailingCallbacks callbacks, Asked what) {
            owner = callbacks;
            asked = what;
        }

        @Override
        public void init(WebConnection connection) {
            owner.raiseIf(Callback.UPGRADE_INIT, asked);
            try {
                if (asked.callback == Callback.UPGRADE_DESTROY) {
                    connection.close();
                    return;
                }
                connection
                        .getInputStream()
                        .setReadListener(
                                new ReadListener() {
                                    @Override
                                    public void onDataAvailable() {
                                        owner.raiseIf(Callback.UPGRADE_READ, asked);
                                    }

                                    @Override
                                    public void onAllDataRead() {}

                                    @Override
                                    public void onError(Throwable cause) {}
                                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void destroy() {
            owner.raiseIf(Callback.UPGRADE_DESTROY, asked);
        }
    }
}
