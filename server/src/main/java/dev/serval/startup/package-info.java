/**
 * The process: resolves the directories, reads the configuration, starts and stops the server. It
 * knows the scripts in {@code bin/} and nothing of requests. Start reading at {@link
 * dev.serval.startup.Main}.
 */
package dev.serval.startup;
