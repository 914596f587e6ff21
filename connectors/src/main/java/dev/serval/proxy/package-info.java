/**
 * The PROXY protocol, versions 1 and 2 (HAProxy, "The PROXY protocol"): a header in which a trusted
 * proxy names its client, sent before TLS and HTTP. Knows neither TLS nor HTTP. Start reading at
 * {@link dev.serval.proxy.ProxyProtocol}.
 */
package dev.serval.proxy;
