/**
 * The Servlet API over an exchange: a call on a worker, request, response, context. Must not know
 * how a request was routed, nor configuration. Start reading at {@link
 * dev.serval.servlet.ServletCall}.
 */
package dev.serval.servlet;
