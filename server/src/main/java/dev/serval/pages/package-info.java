/**
 * Executes the pages of an application, as an interface only: an engine is an extension. It is an
 * exported package of its own, so that an engine is compiled against few classes. Knows the Servlet
 * API and nothing of the server. Start reading at {@link dev.serval.pages.PageEngine}.
 */
package dev.serval.pages;
