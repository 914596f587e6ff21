/**
 * Endpoints: what the annotations of a class say, checked when it is deployed, and the calls of its
 * methods. Start reading at {@link dev.serval.websocket.endpoint.EndpointModel}.
 */
package dev.serval.websocket.endpoint;
