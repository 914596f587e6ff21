package dev.serval.webapp;

import dev.serval.settings.Location;

/**
 * The page for an error. Immutable.
 *
 * @param status 0 for an exception's page, and for the page of all errors
 * @param exception the name of its type, or null
 * @param path of the page in the application, with a leading slash
 * @param at where it stands
 */
public record ErrorPageMapping(int status, String exception, String path, Location at) {

    /** The error that it is for; there is one page for each. */
    String key() {
        return status != 0 ? String.valueOf(status) : exception != null ? exception : "default";
    }
}
