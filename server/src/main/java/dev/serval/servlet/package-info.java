/**
 * The Servlet API over an exchange: how an application is described, starts and stops, and a call
 * of one of its servlets. Must not know how a request was routed, nor configuration. Start reading
 * at {@link dev.serval.servlet.ServletCall}.
 */
package dev.serval.servlet;
