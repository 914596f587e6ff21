package dev.serval.operations;

import java.nio.file.Path;

/**
 * The process. Immutable.
 *
 * @param name of the product and its version, {@code Serval/0.1.0}
 * @param engine the name of the engine of the application that asks
 * @param base of relative paths; null if there is none (embedded)
 * @param accepts whether its ports are open
 */
public record ServerView(String name, String engine, Path base, boolean accepts) {}
