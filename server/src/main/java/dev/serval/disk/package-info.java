/**
 * The server's own files on the disk: who may read and change them, and how they are replaced. It
 * knows the JDK alone. Start reading at {@link dev.serval.disk.PrivateFiles}.
 */
package dev.serval.disk;
