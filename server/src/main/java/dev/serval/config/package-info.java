/**
 * Reads server.xml into immutable records, and reports every problem with line and column. Depends
 * on the connectors' settings, but not on sockets, servlets or files of web applications. Each
 * attribute is declared once, by the types of {@code settings}; parsing, checking, hints and the
 * reference page follow from that. Start reading at {@link dev.serval.config.ServerXml}, then at
 * the table of an element, such as {@code ConnectorTable}.
 */
package dev.serval.config;
