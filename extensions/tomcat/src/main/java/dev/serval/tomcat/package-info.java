/**
 * The extension of the server that brings what applications know under Tomcat's names. Start
 * reading at {@link dev.serval.tomcat.TomcatNames}.
 */
package dev.serval.tomcat;
