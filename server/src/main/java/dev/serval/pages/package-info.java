/**
 * What executes the pages of an application, as an interface alone: an engine is an extension. A
 * package of its own, exported, so that what an engine is compiled against is small. Knows the
 * Servlet API and nothing of the server. Start reading at {@link dev.serval.pages.PageEngine}.
 */
package dev.serval.pages;
