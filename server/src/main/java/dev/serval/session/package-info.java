/**
 * HTTP sessions of one application, in memory. Knows the Servlet API and neither requests nor
 * routing; start reading at {@link dev.serval.session.Sessions}.
 */
package dev.serval.session;
