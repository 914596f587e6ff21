/**
 * Where class loaders search: directories and jars, in an order. The loaders themselves, which
 * decide who sees what, are in {@code webapp} and {@code extension}.
 */
package dev.serval.classpath;
