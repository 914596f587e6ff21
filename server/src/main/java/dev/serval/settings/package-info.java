/**
 * How settings are declared: each attribute once, with default, unit, range and words. Parsing,
 * checking, hints and the reference page come from that. The configuration of the server uses this,
 * and so does whatever else has settings in it, such as an extension, so that both are read,
 * checked and explained alike. Knows no file and no XML. Start reading at {@link
 * dev.serval.settings.AttributeTable}.
 */
package dev.serval.settings;
