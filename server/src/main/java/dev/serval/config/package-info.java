/**
 * server.xml to immutable records, and every problem in it with line and column. Knows the
 * connectors' settings, nothing of sockets, servlets or files of web applications. Each attribute
 * is declared once, in the terms of {@code settings}; parsing, checking, hints and the reference
 * page come from that. Start reading at {@link dev.serval.config.ServerXml}, then at the table of
 * an element, such as {@code ConnectorTable}.
 */
package dev.serval.config;
