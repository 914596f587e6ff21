/**
 * Where the JDK looks for the scheme {@code java}: it derives the names of this package and of its
 * class from the system property {@code java.naming.factory.url.pkgs}.
 */
package dev.serval.naming.java;
