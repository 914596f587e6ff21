/**
 * The PROXY protocol, versions 1 and 2 (HAProxy, "The PROXY protocol"): a header in which a trusted
 * proxy names its client, and the TLS that it has ended, sent before TLS and HTTP. Speaks neither.
 * Start reading at {@link dev.serval.proxy.ProxyProtocol}.
 */
package dev.serval.proxy;
