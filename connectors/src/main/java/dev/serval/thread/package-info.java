/**
 * The threads of the server: how they are made, how they go on whatever a turn of theirs throws, and
 * how virtual ones wait safely. Must not know connections. Start reading at {@link
 * dev.serval.thread.TurnGuard}.
 */
package dev.serval.thread;
