/**
 * Forwards, includes and error pages (Servlet 6.1 §9, §10.9): what they call, and what the request
 * shows meanwhile. Start reading at {@link dev.serval.servlet.dispatch.Dispatch}.
 */
package dev.serval.servlet.dispatch;
