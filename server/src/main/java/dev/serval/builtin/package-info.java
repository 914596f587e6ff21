/**
 * What the server itself offers in the terms of {@code extension}: its valves under Tomcat's class
 * names, each with its attributes. Only {@code config} asks for the list, as it does for those of
 * extensions; nothing here knows it, or XML. Start reading at {@link
 * dev.serval.builtin.BuiltInValves}.
 */
package dev.serval.builtin;
