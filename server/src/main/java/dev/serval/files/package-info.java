/**
 * Static files: which file a path names ({@link dev.serval.files.ResourceRoot}), what is known of
 * it ({@link dev.serval.files.FileCache}), the HTTP response ({@link
 * dev.serval.files.FileResponse}) and the two ways of sending it: {@link dev.serval.files.FastFile}
 * on the I/O thread and {@link dev.serval.files.DefaultServlet}. Must not know routing or the
 * container. Start reading at {@code DefaultServlet.service}.
 */
package dev.serval.files;
