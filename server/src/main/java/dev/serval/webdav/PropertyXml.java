package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Writes an element of a request as XML that stands for itself: it declares all the namespaces that
 * it uses, and carries the language that it is in (RFC 4918 §4.3). Used by one thread, once.
 */
final class PropertyXml {
    private static final int DEEPEST = 64;

    private final StringBuilder out = new StringBuilder();

    private PropertyXml() {}

    /** The element with everything in it; 400 when it is nested too deep. */
    static String of(Element element) throws WriteRefused {
        PropertyXml xml = new PropertyXml();
        xml.element(element, Map.of("", "", "D", ""), language(element), 0);
        return xml.out.toString();
    }

    /**
     * The language that an element inherits; null if the element declares it itself, or there is
     * none.
     */
    private static String language(Element element) {
        if (element.hasAttribute("xml:lang")) {
            return null;
        }
        for (Node n = element.getParentNode(); n instanceof Element e; n = n.getParentNode()) {
            if (e.hasAttribute("xml:lang")) {
                return e.getAttribute("xml:lang");
            }
        }
        return null;
    }

    private void element(Element element, Map<String, String> outer, String language, int depth)
            throws WriteRefused {
        if (depth > DEEPEST) {
            throw new WriteRefused(400, "The XML is nested too deep.");
        }
        Map<String, String> scope = new HashMap<>(outer);
        out.append('<').append(element.getNodeName());
        declare(element, scope);
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            boolean declares =
                    XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI());
            if (declares) {
                String prefix = attribute.getPrefix() == null ? "" : attribute.getLocalName();
                declare(prefix, attribute.getValue(), scope);
            } else {
                if (attribute.getPrefix() != null) {
                    declare(attribute, scope);
                }
                attribute(attribute.getNodeName(), attribute.getValue());
            }
        }
        if (language != null) {
            attribute("xml:lang", language);
        }
        if (element.getFirstChild() == null) {
            out.append("/>");
            return;
        }
        out.append('>');
        for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
            if (n instanceof Element child) {
                element(child, scope, null, depth + 1);
            } else if (n.getNodeType() == Node.TEXT_NODE
                    || n.getNodeType() == Node.CDATA_SECTION_NODE) {
                out.append(XmlText.escape(n.getNodeValue()));
            }
        }
        out.append("</").append(element.getNodeName()).append('>');
    }

    private void declare(Node named, Map<String, String> scope) {
        String prefix = named.getPrefix() == null ? "" : named.getPrefix();
        String namespace = named.getNamespaceURI() == null ? "" : named.getNamespaceURI();
        declare(prefix, namespace, scope);
    }

    private void declare(String prefix, String namespace, Map<String, String> scope) {
        if (prefix.equals("xml") || namespace.equals(scope.get(prefix))) {
            return;
        }
        scope.put(prefix, namespace);
        attribute(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, namespace);
    }

    private void attribute(String name, String value) {
        out.append(' ').append(name).append("=\"").append(XmlText.escape(value)).append('"');
    }
}
