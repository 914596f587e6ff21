/**
 * Reads a directory as a web application: descriptors of every version, web fragments and their
 * order, annotations, initializers, and their merged result. Each of them is a contribution to one
 * {@link dev.serval.servlet.ContextBuilder}. Knows nothing of the container, and never follows a
 * document type. Start reading at {@link dev.serval.webapp.WebApplication}.
 */
package dev.serval.webapp;
