/**
 * WebDAV (RFC 4918), class 1 and 2, for the files of an application: {@link
 * dev.serval.webdav.WebdavServlet} and a class per concept of the RFC. Files are read and changed
 * by {@code dev.serval.files} alone. Must not know the servlets' container. Start reading at {@code
 * WebdavServlet.service}.
 */
package dev.serval.webdav;
