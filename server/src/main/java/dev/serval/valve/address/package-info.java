/**
 * Valves for addresses: the client behind trusted proxies, and which clients are admitted. They use
 * no containers or configuration files. Start reading at {@link dev.serval.valve.address.RemoteIp}
 * and {@link dev.serval.valve.address.AddressRule}.
 */
package dev.serval.valve.address;
