/**
 * The extension that executes JSP pages, by Apache's engine. Applications see only its interfaces
 * and the classes for compiled pages. Start reading at {@link dev.serval.jsp.JasperEngine}.
 */
package dev.serval.jsp;
