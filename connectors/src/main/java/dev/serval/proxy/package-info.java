/**
 * The PROXY protocol, versions 1 and 2 (HAProxy, "The PROXY protocol"): a header in which a trusted
 * proxy says who is connected to it, in front of TLS and of HTTP. Knows neither. Start reading at
 * {@link dev.serval.proxy.ProxyProtocol}.
 */
package dev.serval.proxy;
