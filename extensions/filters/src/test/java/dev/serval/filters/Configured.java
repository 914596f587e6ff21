package dev.serval.filters;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a filter is asked without a server. */
final class Configured {
    private static final ServletContext CONTEXT =
            (ServletContext)
                    Proxy.newProxyInstance(
                            Configured.class.getClassLoader(),
                            new Class<?>[] {ServletContext.class},
                            (proxy, method, args) -> null);

    private Configured() {}

    /**
     * @param parameters names and values by turns
     */
    static FilterConfig with(String... parameters) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return (FilterConfig)
                Proxy.newProxyInstance(
                        Configured.class.getClassLoader(),
                        new Class<?>[] {FilterConfig.class},
                        (proxy, method, args) ->
                                switch (method.getName()) {
                                    case "getFilterName" -> "f";
                                    case "getInitParameter" -> values.get(args[0]);
                                    case "getInitParameterNames" ->
                                            Collections.enumeration(values.keySet());
                                    case "getServletContext" -> CONTEXT;
                                    default -> throw new AssertionError(method);
                                });
    }

    /** The value of a field that a filter sets for a request over TLS; null if there is none. */
    static String fieldOverTls(Filter filter, String name) throws Exception {
        Map<String, String> fields = new HashMap<>();
        HttpServletRequest request =
                (HttpServletRequest)
                        Proxy.newProxyInstance(
                                Configured.class.getClassLoader(),
                                new Class<?>[] {HttpServletRequest.class},
                                (proxy, method, args) -> method.getName().equals("isSecure"));
        HttpServletResponse response =
                (HttpServletResponse)
                        Proxy.newProxyInstance(
                                Configured.class.getClassLoader(),
                                new Class<?>[] {HttpServletResponse.class},
                                (proxy, method, args) -> {
                                    if (method.getName().equals("setHeader")) {
                                        fields.put((String) args[0], (String) args[1]);
                                        return null;
                                    }
                                    return false;
                                });
        filter.doFilter(request, response, (in, out) -> {});
        return fields.get(name);
    }
}
