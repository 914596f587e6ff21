/**
 * The ops endpoint: answers operators and monitoring by threads and buffers of its own, so that it
 * goes on where the server has no thread, no connection or no memory left. It reads what {@code
 * monitor} and {@code metrics} provide about the server, and does not depend on containers. Start
 * reading at {@link dev.serval.ops.OpsEndpoint}, then {@link dev.serval.ops.OpsPages}.
 */
package dev.serval.ops;
