package dev.serval.extension;

import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.naming.CompositeName;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.ObjectFactory;

/**
 * The content of an element {@code Resource}, for the factory of its object: a service of the
 * {@link Place} of a {@link Kind#RESOURCE}. Immutable.
 *
 * @param name for the look-up
 * @param type the name of a class; null if not given
 * @param at its place
 * @param attributes all of them, placeholders replaced, in the order of the file
 * @param loader of the application, or of {@code lib} for a resource of all; null if the element is
 *     only checked
 */
public record ResourceElement(
        String name, String type, Location at, Map<String, String> attributes, ClassLoader loader) {
    private static final String WORDS =
            "passw\\w*|passphrase|pass|pwd|secret|token|(?:api|access)_?key";
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)pass(w|phrase|$)|pwd|secret|credential|token|(api|access)_?key");

    // In URLs and lists of properties.
    private static final Pattern SECRET_PART =
            Pattern.compile("(?i)((?:" + WORDS + ")\\s*=)[^;&,\\s]+");
    private static final Pattern SECRET_OF_USER = Pattern.compile("(://[^/@:\\s]+:)\\S+(?=@)");
    private static final Pattern SECRET_OF_ORACLE =
            Pattern.compile("(?i)(jdbc:oracle:\\w+:[^/@\\s]+/)\\S+(?=@)");

    // The same where it is known that a comma or a blank does not end it.
    private static final Pattern WHOLE_PART = Pattern.compile("(?i)(?:" + WORDS + ")\\s*=([^;&]+)");

    /** A shorter part of an attribute is found in any message. */
    private static final int LEAST = 3;

    public ResourceElement {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /** The same for another loader. */
    public ResourceElement with(ClassLoader other) {
        return new ResourceElement(name, type, at, attributes, other);
    }

    /** Whether an attribute of that name is not to be shown. */
    public static boolean isSecret(String attribute) {
        return SECRET_NAME.matcher(attribute).find();
    }

    /** A text for display, with passwords replaced by stars. */
    public String withoutSecrets(String text) {
        String hidden = text;
        for (String secret : secrets()) {
            hidden = hidden.replace(secret, "***");
        }
        hidden = SECRET_PART.matcher(hidden).replaceAll("$1***");
        hidden = SECRET_OF_ORACLE.matcher(hidden).replaceAll("$1***");
        return SECRET_OF_USER.matcher(hidden).replaceAll("$1***");
    }

    private List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        attributes.forEach(
                (name, value) -> {
                    if (isSecret(name) && !value.isBlank()) {
                        secrets.add(value);
                    }
                    WHOLE_PART
                            .matcher(value)
                            .results()
                            .map(part -> part.group(1).strip())
                            .filter(part -> part.length() >= LEAST)
                            .forEach(secrets::add);
                });
        return secrets;
    }

    /** For messages: with its name and place. */
    @Override
    public String toString() {
        return "the Resource " + name + " (" + at + ")";
    }

    /**
     * Makes the object by a class of the user, with all attributes as addresses of a Reference.
     *
     * @throws Exception with a message for the operator, or the exception of that class
     */
    public Object by(Class<?> factory) throws Exception {
        if (!ObjectFactory.class.isAssignableFrom(factory)) {
            throw new IllegalArgumentException(
                    "the factory "
                            + factory.getName()
                            + " is not a javax.naming.spi.ObjectFactory, and no extension has it");
        }
        Reference reference = new Reference(type, factory.getName(), null);
        attributes.forEach((key, value) -> reference.add(new StringRefAddr(key, value)));
        ObjectFactory made = (ObjectFactory) factory.getConstructor().newInstance();
        Object object =
                made.getObjectInstance(reference, new CompositeName(name), null, new Hashtable<>());
        if (object == null) {
            throw new IllegalStateException(
                    "the factory " + factory.getName() + " creates no object of the type " + type);
        }
        return object;
    }
}
