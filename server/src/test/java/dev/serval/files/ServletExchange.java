package dev.serval.files;

import dev.serval.http.Exchange;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request and a response of the Servlet API, in memory; what they do not know they refuse. */
final class ServletExchange {
    /** A request that is the container's own. */
    interface OwnRequest extends HttpServletRequest, FileCall {}

    /** The exchange of a request that nobody else has to do with; null for one of others. */
    Exchange exchange;

    final Map<String, Object> attributes = new HashMap<>();
    final Map<String, String> sent = new LinkedHashMap<>();
    private final Map<String, List<String>> fields = new HashMap<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final String method;
    private final String servletPath;
    String pathInfo;
    String query;
    String contextPath = "";
    DispatcherType type = DispatcherType.REQUEST;
    String charset;
    boolean writing;
    final StringWriter written = new StringWriter();
    int status;
    int error;
    long length = -1;

    ServletExchange(String method, String servletPath, String... lines) {
        this.method = method;
        this.servletPath = servletPath;
        for (String line : lines) {
            String[] parts = line.split(": ", 2);
            fields.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts[1]);
        }
    }

    String body() {
        return body.toString(StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return body.toByteArray();
    }

    HttpServletRequest request() {
        ServletContext context =
                proxy(
                        ServletContext.class,
                        (self, called, given) ->
                                switch (called.getName()) {
                                    case "getContextPath" -> contextPath;
                                    default -> throw refused(called.getName());
                                });
        Class<? extends HttpServletRequest> kind =
                exchange == null ? HttpServletRequest.class : OwnRequest.class;
        return proxy(
                kind,
                (self, called, given) ->
                        switch (called.getName()) {
                            case "directExchange" -> exchange;
                            case "codingChoice" -> null;
                            case "getMethod" -> method;
                            case "getServletPath" -> servletPath;
                            case "getPathInfo" -> pathInfo;
                            case "getQueryString" -> query;
                            case "getDispatcherType" -> type;
                            case "getServletContext" -> context;
                            case "getAttribute" -> attributes.get(given[0]);
                            case "getHeader" ->
                                    fields.containsKey(given[0])
                                            ? fields.get(given[0]).get(0)
                                            : null;
                            case "getHeaders" ->
                                    Collections.enumeration(
                                            fields.getOrDefault(given[0], List.of()));
                            default -> throw refused(called.getName());
                        });
    }

    HttpServletResponse response() {
        return proxy(
                HttpServletResponse.class,
                (self, called, given) ->
                        switch (called.getName()) {
                            case "isCommitted" -> false;
                            // As if nothing fitted, so that lengths are declared.
                            case "getBufferSize" -> 0;
                            case "setBufferSize" -> null;
                            case "setStatus" -> status = (Integer) given[0];
                            case "sendError" -> error = (Integer) given[0];
                            case "encodeRedirectURL" -> given[0];
                            case "setHeader" -> sent.put((String) given[0], (String) given[1]);
                            case "addHeader" -> sent.put((String) given[0], (String) given[1]);
                            case "containsHeader" -> sent.containsKey(given[0]);
                            case "getContentType" -> typeAndCharset();
                            case "setContentType" -> sent.put("Content-Type", (String) given[0]);
                            case "setContentLength" -> length = (Integer) given[0];
                            case "setContentLengthLong" -> length = (Long) given[0];
                            case "getOutputStream" -> output();
                            case "getWriter" -> new PrintWriter(written, true);
                            default -> throw refused(called.getName());
                        });
    }

    private String typeAndCharset() {
        String type = sent.get("Content-Type");
        return type == null || charset == null ? type : type + ";charset=" + charset;
    }

    private ServletOutputStream output() {
        if (writing) {
            throw new IllegalStateException("the writer is in use");
        }
        return new ServletOutputStream() {
            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {}

            @Override
            public void write(int b) {
                body.write(b);
            }
        };
    }

    private static UnsupportedOperationException refused(String name) {
        return new UnsupportedOperationException(name);
    }

    /** Calls without a result answer null, which the proxy takes for void alone. */
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        InvocationHandler voids =
                (self, called, given) -> {
                    Object result = handler.invoke(self, called, given);
                    return called.getReturnType() == void.class ? null : result;
                };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, voids));
    }
}
