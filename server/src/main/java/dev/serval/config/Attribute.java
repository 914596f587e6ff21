package dev.serval.config;

/**
 * The declaration of one attribute. Immutable.
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
record Attribute<T>(
        String name,
        Format<T> format,
        T fallback,
        String shownDefault,
        boolean required,
        String doc,
        String tomcat,
        String reason) {

    static <T> Attribute<T> of(String name, Format<T> format, T fallback, String doc) {
        return new Attribute<>(name, format, fallback, null, false, doc, null, null);
    }

    // Asked for by the page alone: to link toString of a record costs a start 40 ms.
    @Override
    public String shownDefault() {
        return shownDefault != null ? shownDefault : fallback == null ? "" : fallback.toString();
    }

    /** An error when it is missing. */
    Attribute<T> needed() {
        return new Attribute<>(name, format, fallback, "", true, doc, tomcat, reason);
    }

    /** Says the default in words. */
    Attribute<T> shown(String words) {
        return new Attribute<>(name, format, fallback, words, required, doc, tomcat, reason);
    }

    /** Says that Tomcat's default is another one, and why. */
    Attribute<T> differs(String inTomcat, String because) {
        return new Attribute<>(
                name, format, fallback, shownDefault, required, doc, inTomcat, because);
    }
}
