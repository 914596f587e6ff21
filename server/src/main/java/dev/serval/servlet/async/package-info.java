/**
 * What continues after a call has returned: asynchronous requests and upgraded connections, in
 * turns. Must not know how a call began. Start reading at {@link
 * dev.serval.servlet.async.ApplicationTurns}.
 */
package dev.serval.servlet.async;
