/**
 * Forwards, includes and error pages (Servlet 6.1 §9, §10.9): their targets, and what the request
 * shows during them. Start reading at {@link dev.serval.servlet.dispatch.Dispatch}.
 */
package dev.serval.servlet.dispatch;
