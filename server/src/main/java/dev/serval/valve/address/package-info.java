/**
 * Valves that look at addresses: who the client is behind trusted proxies, and which clients may
 * come in. They know nothing of containers or configuration files. Start reading at {@link
 * dev.serval.valve.address.RemoteIp} and {@link dev.serval.valve.address.AddressRule}.
 */
package dev.serval.valve.address;
