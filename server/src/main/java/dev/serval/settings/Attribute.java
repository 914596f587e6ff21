package dev.serval.settings;

/**
 * The declaration of one attribute. Immutable; to be kept as a constant, since values are found by
 * its identity.
 *
 * @param name as in server.xml
 * @param format how to read it
 * @param fallback the value when it is not given; may be null
 * @param shownDefault the same for the reference page; null means as it says itself
 * @param required an error when it is missing
 * @param doc one line
 * @param tomcat Tomcat's default where it is another one, else null
 * @param reason why it is another one, else null
 */
public record Attribute<T>(
        String name,
        Format<T> format,
        T fallback,
        String shownDefault,
        boolean required,
        String doc,
        String tomcat,
        String reason) {

    /** One that may be missing, with the default of Tomcat where Tomcat has it. */
    public static <T> Attribute<T> of(String name, Format<T> format, T fallback, String doc) {
        return new Attribute<>(name, format, fallback, null, false, doc, null, null);
    }

    /** Of true and false; the default may be null. */
    public static Attribute<Boolean> flag(String name, Boolean fallback, String doc) {
        return of(name, Format.bool(), fallback, doc);
    }

    /** Of any text, without a default. */
    public static Attribute<String> text(String name, String doc) {
        return of(name, Format.text(), null, doc);
    }

    // Asked for by the page alone: to link toString of a record costs a start 40 ms.
    @Override
    public String shownDefault() {
        return shownDefault != null ? shownDefault : fallback == null ? "" : fallback.toString();
    }

    /** An error when it is missing. */
    public Attribute<T> needed() {
        return new Attribute<>(name, format, fallback, "", true, doc, tomcat, reason);
    }

    /** Says the default in words. */
    public Attribute<T> shown(String words) {
        return new Attribute<>(name, format, fallback, words, required, doc, tomcat, reason);
    }

    /** Says that Tomcat's default is another one, and why. */
    public Attribute<T> differs(String inTomcat, String because) {
        return new Attribute<>(
                name, format, fallback, shownDefault, required, doc, inTomcat, because);
    }
}
