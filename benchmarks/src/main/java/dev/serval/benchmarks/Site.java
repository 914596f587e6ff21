package dev.serval.benchmarks;

import java.nio.file.Path;

/**
 * What every contender of a run serves. Immutable.
 *
 * @param documents the directory
 * @param work a directory for logs and configurations
 * @param log whether every request is written to a file
 * @param tls null for plain text
 */
record Site(Path documents, Path work, boolean log, Encryption tls) {}
