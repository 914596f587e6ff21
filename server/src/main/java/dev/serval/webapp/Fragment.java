package dev.serval.webapp;

/**
 * A library of the application as a web fragment. Immutable.
 *
 * @param archive the library
 * @param xml its web-fragment.xml, or an empty one
 */
record Fragment(Archive archive, WebXml xml) {

    /** One library is one fragment; comparing the other components would only be slow. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Fragment fragment && fragment.archive == archive;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(archive);
    }

    /** Null if it has none. */
    String name() {
        return xml.name();
    }

    /** For messages. */
    String shown() {
        return archive.shown() + (name() == null ? "" : " (" + name() + ")");
    }
}
