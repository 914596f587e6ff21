/**
 * What an element {@code Manager} and those in it may name without an extension. Knows {@code
 * session} and the terms of {@code extension}; start reading at {@link
 * dev.serval.builtin.manager.BuiltInManagers}.
 */
package dev.serval.builtin.manager;
