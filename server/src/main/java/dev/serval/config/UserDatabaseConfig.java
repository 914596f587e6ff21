package dev.serval.config;

/**
 * A UserDatabase in GlobalNamingResources. Immutable.
 *
 * @param pathname of its file, absolute or relative to the base
 * @param readonly whether programs cannot change it; default true
 * @param watchSource whether the file is read anew when it changes; default true
 */
public record UserDatabaseConfig(String pathname, boolean readonly, boolean watchSource) {}
