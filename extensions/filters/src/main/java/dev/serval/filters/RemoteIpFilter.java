package dev.serval.filters;

import dev.serval.net.AddressBlocks;
import dev.serval.valve.address.Client;
import dev.serval.valve.address.ProxyChain;
import dev.serval.valve.address.ProxyList;
import dev.serval.valve.address.RemoteIpConfig;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;

/**
 * Requests from trusted proxies count as those of their clients, behind this filter. Thread-safe;
 * named by applications in their web.xml. The RemoteIpValve does so before hosts and applications
 * are found, and for access logs.
 *
 * <p>Init parameters: those of the valve. {@code enableLookups} must not be true: no name is ever
 * looked up.
 */
public class RemoteIpFilter implements Filter {
    private static final RemoteIpConfig DEFAULTS = RemoteIpConfig.DEFAULTS;

    private RemoteIpConfig config;
    private ProxyChain chain;

    @Override
    public void init(FilterConfig filter) throws ServletException {
        FilterParameters parameters =
                new FilterParameters(
                        filter,
                        "remoteIpHeader",
                        "protocolHeader",
                        "protocolHeaderHttpsValue",
                        "hostHeader",
                        "portHeader",
                        "proxiesHeader",
                        "internalProxies",
                        "trustedProxies",
                        "requestAttributesEnabled",
                        "httpServerPort",
                        "httpsServerPort",
                        "changeLocalName",
                        "changeLocalPort",
                        "enableLookups");
        if (parameters.truth("enableLookups", false)) {
            throw parameters.problem("enableLookups", "is true, but no name is ever looked up");
        }
        config =
                new RemoteIpConfig(
                        parameters.text("remoteIpHeader", DEFAULTS.remoteIpHeader()),
                        parameters.text("protocolHeader", DEFAULTS.protocolHeader()),
                        parameters.text(
                                "protocolHeaderHttpsValue", DEFAULTS.protocolHeaderHttpsValue()),
                        parameters.text("hostHeader", null),
                        parameters.text("portHeader", null),
                        parameters.text("proxiesHeader", DEFAULTS.proxiesHeader()),
                        proxies(parameters, "internalProxies", ProxyList.INTERNAL),
                        proxies(parameters, "trustedProxies", null),
                        parameters.truth("requestAttributesEnabled", true),
                        port(parameters, "httpServerPort", DEFAULTS.httpServerPort()),
                        port(parameters, "httpsServerPort", DEFAULTS.httpsServerPort()),
                        parameters.truth("changeLocalName", false),
                        parameters.truth("changeLocalPort", false));
        chain = new ProxyChain(config);
    }

    private static ProxyList proxies(FilterParameters parameters, String name, String otherwise)
            throws ServletException {
        try {
            return ProxyList.of(parameters.text(name, otherwise));
        } catch (IllegalArgumentException e) {
            throw parameters.problem(name, "cannot be used: " + e.getMessage());
        }
    }

    private static int port(FilterParameters parameters, String name, int otherwise)
            throws ServletException {
        return (int) parameters.number(name, otherwise, 1, 65535);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain next)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        InetAddress connected = address(request.getRemoteAddr());
        if (connected == null || !chain.trusts(connected)) {
            next.doFilter(request, response);
            return;
        }
        Client client =
                chain.client(
                        connected,
                        name -> name == null ? List.of() : Collections.list(http.getHeaders(name)));
        if (client == null) {
            ((HttpServletResponse) response).sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        next.doFilter(new ForwardedRequest(http, client, config), response);
    }

    private static InetAddress address(String text) {
        try {
            return text == null ? null : AddressBlocks.address(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
