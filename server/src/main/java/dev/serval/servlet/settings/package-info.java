/**
 * The server's configuration of an application, as data. Knows nothing else of this room. Start
 * reading at {@link dev.serval.servlet.settings.ContextSettings}.
 */
package dev.serval.servlet.settings;
