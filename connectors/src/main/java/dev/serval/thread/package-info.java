/**
 * The server's threads: their creation, how they survive failures, and what virtual threads need to
 * wait safely. Must not know connections. Start reading at {@link dev.serval.thread.TurnGuard}.
 */
package dev.serval.thread;
