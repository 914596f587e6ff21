/**
 * Where class loaders search, directories and jars in an order, and how they find classes there.
 * The loaders that decide who sees what are in {@code webapp} and {@code extension}.
 */
package dev.serval.classpath;
