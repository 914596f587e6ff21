/**
 * How settings are declared: each attribute once, with default, unit, range and description.
 * Parsing, checks, hints and the reference page use this declaration. The server's configuration
 * and extensions both use it, so that all settings are read, checked and documented alike. Knows no
 * file and no XML. Start reading at {@link dev.serval.settings.AttributeTable}.
 */
package dev.serval.settings;
