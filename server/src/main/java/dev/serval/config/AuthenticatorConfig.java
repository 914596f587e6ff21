package dev.serval.config;

import dev.serval.builtin.AuthenticatorReader;
import dev.serval.config.OfferReader.Read;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How users log in to an application. Immutable.
 *
 * @param at its place
 * @param factory makes it
 * @param settings the settings that all authenticators have
 */
public record AuthenticatorConfig(
        Location at, Factory<Authenticator> factory, AuthenticatorSettings settings) {
    /**
     * The authenticator of an auth-method. Immutable.
     *
     * @param config null if there is an error among the problems
     */
    public record Result(AuthenticatorConfig config, List<Problem> problems) {}

    /**
     * An authenticator with the defaults of all attributes.
     *
     * @param method as in a login-config
     * @param at its place
     * @param extensions which may offer further authenticators
     */
    public static Result of(String method, Location at, Extensions extensions) {
        Reading reading = new Reading(new Placeholders(name -> null), Path.of(""), extensions);
        AuthenticatorConfig config = read(method, at, reading);
        return new Result(reading.failed() ? null : config, reading.problems());
    }

    @SuppressWarnings("unchecked") // offers of a kind make its type
    private static AuthenticatorConfig read(String method, Location at, Reading reading) {
        Map<String, Offer<?>> known = new TreeMap<>();
        for (Offer<?> offer :
                OfferReader.offers(Kind.AUTHENTICATOR, reading.extensions()).values()) {
            if (offer.authMethod() != null) {
                known.put(offer.authMethod(), offer); // the server's own come last
            }
        }
        Offer<?> offer = known.get(method);
        if (offer == null && reading.extensions() == Extensions.BROKEN) {
            reading.error(
                    at, "auth-method " + method + " may be of the extension that cannot be used");
            return null;
        }
        if (offer == null) {
            String all = String.join(", ", known.keySet());
            reading.error(
                    at,
                    "auth-method is "
                            + all.replaceFirst(", (\\S+)$", " or $1")
                            + ", not '"
                            + method
                            + "'"
                            + NearestName.hint(method, known.keySet())
                            + ": nobody could log in");
            return null;
        }
        // Like a valve without further attributes.
        XmlElement valve = new XmlElement("Valve", at);
        valve.attributes.put("className", new XmlElement.Attr("className", method, at));
        return of(at, OfferReader.read((Offer<Authenticator>) offer, valve, reading));
    }

    /** Whether a class is that of an authenticator. */
    static boolean is(String className, Extensions extensions) {
        return OfferReader.offers(Kind.AUTHENTICATOR, extensions).containsKey(className);
    }

    /**
     * Reads a {@code Valve} with such a class.
     *
     * @param before the authenticator of the same element, or of a file with lower precedence,
     *     which is replaced; null if there is none
     * @return null when there is an error
     */
    static AuthenticatorConfig read(XmlElement xml, AuthenticatorConfig before, Reading reading) {
        if (before != null && before.at().file().equals(xml.at.file())) {
            reading.error(xml.at, "there is an authenticator in this Context already");
        }
        return of(xml.at, OfferReader.read(Kind.AUTHENTICATOR, xml, reading));
    }

    private static AuthenticatorConfig of(Location at, Read<Authenticator> read) {
        return read == null
                ? null
                : new AuthenticatorConfig(
                        at, read.factory(), AuthenticatorReader.settings(read.values()));
    }
}
