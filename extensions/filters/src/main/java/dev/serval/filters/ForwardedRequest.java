package dev.serval.filters;

import dev.serval.valve.address.Client;
import dev.serval.valve.address.RemoteIpConfig;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A request as trusted proxies describe it; made by {@link RemoteIpFilter}. */
final class ForwardedRequest extends HttpServletRequestWrapper {
    private static final String LOG = "org.apache.catalina.AccessLog.";

    private final Client client;
    private final RemoteIpConfig config;

    ForwardedRequest(HttpServletRequest request, Client client, RemoteIpConfig config) {
        super(request);
        this.client = client;
        this.config = config;
        request.setAttribute("org.apache.tomcat.request.forwarded", true);
        if (config.requestAttributesEnabled()) {
            request.setAttribute(LOG + "RemoteAddr", getRemoteAddr());
            request.setAttribute(LOG + "RemoteHost", getRemoteAddr());
            request.setAttribute("org.apache.tomcat.remoteAddr", getRemoteAddr());
        }
    }

    @Override
    public String getRemoteAddr() {
        return client.address() == null
                ? super.getRemoteAddr()
                : client.address().getAddress().getHostAddress();
    }

    @Override
    public String getRemoteHost() {
        return getRemoteAddr();
    }

    @Override
    public int getRemotePort() {
        return client.address() == null ? super.getRemotePort() : client.address().getPort();
    }

    @Override
    public String getScheme() {
        return client.scheme() == null ? super.getScheme() : client.scheme();
    }

    @Override
    public boolean isSecure() {
        return client.scheme() == null ? super.isSecure() : client.scheme().equals("https");
    }

    @Override
    public String getServerName() {
        return client.host() == null ? super.getServerName() : client.host();
    }

    @Override
    public int getServerPort() {
        if (client.port() > 0) {
            return client.port();
        }
        return client.host() == null ? super.getServerPort() : usualPort();
    }

    private int usualPort() {
        return getScheme().equals("https") ? 443 : 80;
    }

    @Override
    public StringBuffer getRequestURL() {
        StringBuffer url = new StringBuffer(getScheme()).append("://").append(getServerName());
        if (getServerPort() != usualPort()) {
            url.append(':').append(getServerPort());
        }
        return url.append(getRequestURI());
    }

    @Override
    public String getLocalName() {
        return config.changeLocalName() ? getServerName() : super.getLocalName();
    }

    @Override
    public int getLocalPort() {
        return config.changeLocalPort() ? getServerPort() : super.getLocalPort();
    }

    @Override
    public String getHeader(String name) {
        String other = other(name);
        return other == null ? super.getHeader(name) : other.isEmpty() ? null : other;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String other = other(name);
        return other == null
                ? super.getHeaders(name)
                : Collections.enumeration(other.isEmpty() ? List.of() : List.of(other));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Collections.list(super.getHeaderNames()));
        for (String name : List.of(config.remoteIpHeader(), config.proxiesHeader())) {
            String other = other(name);
            if (other != null && other.isEmpty()) {
                names.remove(name);
            } else if (other != null) {
                names.add(name);
            }
        }
        return Collections.enumeration(names);
    }

    /** The new value of a field, without the addresses that were trusted; null for other fields. */
    private String other(String name) {
        if (config.proxiesHeader().equalsIgnoreCase(name)) {
            return client.proxies();
        }
        boolean believed = client.address() != null;
        return believed && config.remoteIpHeader().equalsIgnoreCase(name) ? client.rest() : null;
    }
}
