/**
 * The extension that executes JSP pages, by Apache's engine. Applications see its interfaces and
 * what compiled pages need, nothing else of it. Start reading at {@link
 * dev.serval.jsp.JasperEngine}.
 */
package dev.serval.jsp;
