package dev.serval.routing;

/**
 * One virtual host. Immutable.
 *
 * @param name in lower case
 * @param contexts its applications
 * @param log told of every exchange; null for none
 */
record VirtualHost(String name, ContextTable contexts, CompletionListener log) {}
