package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads the XML of a request: bounded, without a document type and so without entities (RFC 4918
 * §20.6). Stateless.
 */
final class RequestXml {
    private RequestXml() {}

    /**
     * The root element; null if there is no body. 413 when it is too large, 400 when it is not
     * well-formed XML.
     *
     * @param most bytes
     */
    static Element read(HttpServletRequest request, int most) throws IOException, WriteRefused {
        byte[] body = null;
        if (request.getContentLengthLong() <= most) {
            body = request.getInputStream().readNBytes(most + 1);
        }
        if (body == null || body.length > most) {
            throw new WriteRefused(
                    413, "The XML is larger than maxRequestBodySize, " + most + " bytes.");
        }
        if (body.length == 0) {
            return null;
        }
        try {
            return builder().parse(new ByteArrayInputStream(body)).getDocumentElement();
        } catch (SAXException e) {
            throw new WriteRefused(400, "The body is not well-formed XML, or has a DOCTYPE.");
        } catch (ParserConfigurationException e) {
            throw new IOException("the XML parser of this JVM cannot be made safe", e);
        }
    }

    private static DocumentBuilder builder() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setExpandEntityReferences(false);
        factory.setXIncludeAware(false);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(
                new ErrorHandler() {
                    @Override
                    public void warning(SAXParseException e) {}

                    @Override
                    public void error(SAXParseException e) throws SAXException {
                        throw e;
                    }

                    @Override
                    public void fatalError(SAXParseException e) throws SAXException {
                        throw e;
                    }
                });
        return builder;
    }

    /** Whether it is the element of that name in DAV's namespace. */
    static boolean is(Element element, String local) {
        return PropertyName.of(element).equals(PropertyName.dav(local));
    }

    /** The child elements of an element. */
    static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node n = parent.getFirstChild(); n != null; n = n.getNextSibling()) {
            if (n instanceof Element child) {
                children.add(child);
            }
        }
        return children;
    }

    /** The first child element of that name in DAV's namespace; null if there is none. */
    static Element child(Element parent, String local) {
        for (Element child : children(parent)) {
            if (is(child, local)) {
                return child;
            }
        }
        return null;
    }
}
