/**
 * Makes reference pages from declarations of attributes: that of the server's own elements is made
 * by {@code dev.serval.config}, that of an extension here. A jar of its own, which is not among
 * those of the installed server. Start reading at {@link dev.serval.reference.ExtensionPage}.
 */
package dev.serval.reference;
