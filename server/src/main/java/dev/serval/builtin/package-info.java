/**
 * The server's own offers, in the terms of {@code extension}: realms, credential handlers,
 * authenticators, valves and listeners under Tomcat's class names, each with its attributes. Only
 * {@code config} uses the lists, as it uses those of extensions; nothing here knows {@code config}
 * or XML. Start reading at {@link dev.serval.builtin.BuiltInValves}.
 */
package dev.serval.builtin;
