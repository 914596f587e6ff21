/**
 * Serval inside another program: a builder over the configuration records and the containers. Adds
 * no behaviour of its own. Start reading at {@link dev.serval.embed.Serval}.
 */
package dev.serval.embed;
