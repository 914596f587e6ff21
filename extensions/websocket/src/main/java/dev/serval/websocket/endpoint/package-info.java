/**
 * Endpoints: the annotations of a class, checked at its deployment, and the calls of its methods.
 * Start reading at {@link dev.serval.websocket.endpoint.EndpointModel}.
 */
package dev.serval.websocket.endpoint;
