package dev.serval.config.xml;

import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The only reader of XML: it follows no document type and no external entity. Stateless. */
public final class SecureXml {
    private SecureXml() {}

    static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver(
                (publicId, systemId, base, namespace) -> {
                    throw new XMLStreamException("external entity refused: " + systemId);
                });
        return factory;
    }

    /**
     * Passes the local name and the attributes of every element of a document. Throws if the
     * document is not well-formed, or uses an entity of a document type.
     */
    public static void scan(InputStream in, BiConsumer<String, Map<String, String>> visitor)
            throws XMLStreamException {
        XMLStreamReader xml = factory().createXMLStreamReader(in);
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                Map<String, String> attributes = new HashMap<>();
                for (int i = 0; i < xml.getAttributeCount(); i++) {
                    attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
                }
                visitor.accept(xml.getLocalName(), attributes);
            }
        }
    }
}
