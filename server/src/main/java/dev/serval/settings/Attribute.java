package dev.serval.settings;

/**
 * The declaration of one attribute. Immutable. Keep it as a constant, since values are found by its
 * identity.
 *
 * @param name as in server.xml
 * @param format how to read it
 * @param fallback the default value; may be null
 * @param shownDefault the default as shown in the reference page; null means its text form
 * @param required whether it is an error if it is missing
 * @param doc one line
 * @param tomcat Tomcat's default if it differs, otherwise null
 * @param reason why it differs, otherwise null
 * @param compatible the value with {@code compat="tomcat"} if none is given; null for the default
 */
public record Attribute<T>(
        String name,
        Format<T> format,
        T fallback,
        String shownDefault,
        boolean required,
        String doc,
        String tomcat,
        String reason,
        T compatible) {

    /** An optional attribute, with Tomcat's default if Tomcat has the attribute. */
    public static <T> Attribute<T> of(String name, Format<T> format, T fallback, String doc) {
        return new Attribute<>(name, format, fallback, null, false, doc, null, null, null);
    }

    /** A boolean attribute; the default may be null. */
    public static Attribute<Boolean> flag(String name, Boolean fallback, String doc) {
        return of(name, Format.bool(), fallback, doc);
    }

    /** A text attribute without a default. */
    public static Attribute<String> text(String name, String doc) {
        return of(name, Format.text(), null, doc);
    }

    // Called for the reference page only: linking toString of a record costs a start 40 ms.
    @Override
    public String shownDefault() {
        return shownDefault != null ? shownDefault : fallback == null ? "" : fallback.toString();
    }

    /** Makes it an error if the attribute is missing. */
    public Attribute<T> needed() {
        return new Attribute<>(name, format, fallback, "", true, doc, tomcat, reason, compatible);
    }

    /** Sets the description of the default. */
    public Attribute<T> shown(String words) {
        return new Attribute<>(
                name, format, fallback, words, required, doc, tomcat, reason, compatible);
    }

    /** Says that Tomcat has another default, and why. */
    public Attribute<T> differs(String inTomcat, String because) {
        return new Attribute<>(
                name, format, fallback, shownDefault, required, doc, inTomcat, because, null);
    }

    /**
     * The same where Serval's default is the stricter one: with {@code compat="tomcat"} that of
     * Tomcat counts.
     */
    public Attribute<T> stricter(T than, String inTomcat, String because) {
        return new Attribute<>(
                name, format, fallback, shownDefault, required, doc, inTomcat, because, than);
    }
}
