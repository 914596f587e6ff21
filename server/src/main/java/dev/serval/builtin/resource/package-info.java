/**
 * The server's own factories of resources, in the terms of {@code extension}: beans, mail sessions,
 * other names, and the objects of factories of users. Only {@code config} uses the list. The
 * objects are of classes of users, which are found by their names. Start reading at {@link
 * dev.serval.builtin.resource.BuiltInResources}.
 */
package dev.serval.builtin.resource;
