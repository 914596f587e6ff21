package dev.serval.config;

import dev.serval.extension.ApplicationConverter.Profile;
import java.util.regex.Pattern;

/**
 * How the code of an application is loaded. Immutable.
 *
 * @param conversion how it is converted from javax.servlet; null if it is not
 * @param containerSciFilter class names of initializers of the server and of lib that are left out;
 *     null if none are
 */
public record LoadingConfig(Profile conversion, Pattern containerSciFilter) {
    /** Nothing is given. */
    public static final LoadingConfig DEFAULT = new LoadingConfig(null, null);

    /** Adds the values of another one for those that are not given here. */
    LoadingConfig after(LoadingConfig defaults) {
        return new LoadingConfig(
                conversion != null ? conversion : defaults.conversion,
                containerSciFilter != null ? containerSciFilter : defaults.containerSciFilter);
    }
}
