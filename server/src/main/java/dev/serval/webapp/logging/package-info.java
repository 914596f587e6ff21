/**
 * Levels that an application gives loggers of java.util.logging, whose levels are otherwise those
 * of the whole JVM, and the shutdown of logging systems that it has brought. It knows class
 * loaders, but neither applications nor the server's log. Start reading at {@link
 * dev.serval.webapp.logging.LevelFile}.
 */
package dev.serval.webapp.logging;
