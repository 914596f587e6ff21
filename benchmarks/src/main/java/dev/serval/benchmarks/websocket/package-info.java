/**
 * WebSocket: the endpoints that every contender runs, and the client that keeps them busy. Start
 * reading at {@link dev.serval.benchmarks.websocket.Crowd}.
 */
package dev.serval.benchmarks.websocket;
