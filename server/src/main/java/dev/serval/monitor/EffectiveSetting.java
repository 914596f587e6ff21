package dev.serval.monitor;

/**
 * An attribute of the configuration with the value that is in effect. Immutable.
 *
 * @param element its path, for example {@code Service/Connector[8080]}
 * @param value as text; {@code ***} for a secret; null if there is none
 * @param origin {@code conf/server.xml:12:7}, {@code default}, or the name of the property or
 *     variable that gives it
 */
public record EffectiveSetting(String element, String attribute, String value, String origin) {}
