/**
 * The server's own factories of resources, in the terms of {@code extension}: beans, mail sessions,
 * other names, and whatever a class of users makes. Only {@code config} uses the list. What they
 * make is of classes of users, which are found by their names. Start reading at {@link
 * dev.serval.builtin.resource.BuiltInResources}.
 */
package dev.serval.builtin.resource;
