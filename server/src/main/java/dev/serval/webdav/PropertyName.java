package dev.serval.webdav;

import org.w3c.dom.Element;

/**
 * The name of a property (RFC 4918 §4.5). Immutable.
 *
 * @param namespace empty if there is none
 */
record PropertyName(String namespace, String local) {
    static final String DAV = "DAV:";

    static PropertyName of(Element element) {
        String namespace = element.getNamespaceURI();
        return new PropertyName(namespace == null ? "" : namespace, element.getLocalName());
    }

    static PropertyName dav(String local) {
        return new PropertyName(DAV, local);
    }

    /** An element without content, which declares its namespace itself. */
    String empty() {
        if (namespace.equals(DAV)) {
            return "<D:" + local + "/>";
        }
        return namespace.isEmpty()
                ? "<" + local + " xmlns=\"\"/>"
                : "<" + local + " xmlns=\"" + XmlText.escape(namespace) + "\"/>";
    }
}
