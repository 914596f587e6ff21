package dev.serval.config.xml;

import dev.serval.config.xml.Problem.Severity;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads an XML file into a tree with positions. Stateless. Neither a document type nor an external
 * entity is ever followed.
 */
public final class XmlFile {
    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
    private static final Pattern JDK_PREFIX =
            Pattern.compile(
                    "^ParseError at \\[row,col\\]:\\[\\d+,\\d+\\]\\s*Message: ", Pattern.DOTALL);

    /** The limit of elements and attributes, as each takes far more memory than bytes. */
    static final int MOST = 200_000;

    // Below the limit of newer JDKs, whose message is of no help.
    private static final int DEEPEST = 64;

    private XmlFile() {}

    /**
     * The root element, or null if there was an error, which was added to the problems.
     *
     * @param most the limit in bytes
     * @param shown the name of the file in messages
     */
    public static XmlElement read(Path path, int most, String shown, Consumer<Problem> problems) {
        Location file = new Location(shown, 0, 0);
        try {
            String text = decode(LimitedFile.read(path, most));
            return parse(text, shown, problems);
        } catch (NoSuchFileException e) {
            problems.accept(error(file, "there is no such file (looked at " + path + ")"));
        } catch (IOException | IllegalArgumentException e) {
            problems.accept(unreadable(shown, e));
        }
        return null;
    }

    static Problem unreadable(String shown, Exception e) {
        return error(new Location(shown, 0, 0), "cannot be read: " + e);
    }

    private static Problem error(Location at, String message) {
        return Problem.of(Severity.ERROR, at, message);
    }

    /** The same for the text of a file. */
    public static XmlElement parse(String text, String shown, Consumer<Problem> problems) {
        return parse(text, MOST, shown, problems);
    }

    /**
     * The same.
     *
     * @param most the limit of elements and attributes
     */
    static XmlElement parse(String text, int most, String shown, Consumer<Problem> problems) {
        try {
            XMLStreamReader xml = SecureXml.factory().createXMLStreamReader(new StringReader(text));
            return tree(xml, most, new TagPositions(shown, text), shown, problems);
        } catch (XMLStreamException e) {
            javax.xml.stream.Location at = e.getLocation();
            Location place =
                    at == null
                            ? new Location(shown, 0, 0)
                            : new Location(shown, at.getLineNumber(), at.getColumnNumber());
            String why = JDK_PREFIX.matcher(String.valueOf(e.getMessage())).replaceFirst("");
            problems.accept(error(place, "not well-formed XML: " + why));
            return null;
        }
    }

    private static XmlElement tree(
            XMLStreamReader xml,
            int most,
            TagPositions positions,
            String shown,
            Consumer<Problem> problems)
            throws XMLStreamException {
        Deque<XmlElement> open = new ArrayDeque<>();
        int count = 0;
        XmlElement root = null;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD -> {
                    problems.accept(
                            error(
                                    new Location(shown, xml.getLocation().getLineNumber(), 1),
                                    "a DOCTYPE is refused here: it could read other files and"
                                            + " hosts"));
                    return null;
                }
                case XMLStreamConstants.START_ELEMENT -> {
                    String parent = open.isEmpty() ? null : open.peek().name;
                    XmlElement element = element(xml, parent, positions);
                    if (open.isEmpty()) {
                        root = element;
                    } else {
                        open.peek().children.add(element);
                    }
                    open.push(element);
                    count += 1 + xml.getAttributeCount();
                    if (count > most || open.size() > DEEPEST) {
                        problems.accept(error(element.at, tooMuch(count > most, most)));
                        return null;
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> open.pop();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!open.isEmpty()) {
                        open.peek().text.append(xml.getText());
                    }
                }
                default -> {}
            }
        }
        return root;
    }

    private static String tooMuch(boolean counted, int most) {
        return counted
                ? "there are more than "
                        + most
                        + " elements and attributes, the limit; make it shorter"
                : "elements are nested more than " + DEEPEST + " levels deep, the limit";
    }

    private static XmlElement element(XMLStreamReader xml, String parent, TagPositions positions) {
        XmlElement element = new XmlElement(xml.getLocalName(), parent, positions.next());
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String namespace = xml.getAttributeNamespace(i);
            if (namespace == null || namespace.isEmpty()) { // without xsi:schemaLocation
                String name = xml.getAttributeLocalName(i);
                Location at = positions.attribute(name);
                element.attributes.put(
                        name, new XmlElement.Attr(name, xml.getAttributeValue(i), at));
            }
        }
        return element;
    }

    /** Decodes by byte order mark, else by the XML declaration, else as UTF-8. */
    static String decode(byte[] bytes) throws IOException {
        if (bytes.length >= 2 && (bytes[0] & 0xFF) + (bytes[1] & 0xFF) == 0xFE + 0xFF) {
            return new String(bytes, StandardCharsets.UTF_16);
        }
        int mark = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB ? 3 : 0;
        int head = Math.min(bytes.length - mark, 200);
        String start = new String(bytes, mark, head, StandardCharsets.ISO_8859_1);
        Matcher declared = ENCODING.matcher(start);
        Charset charset =
                declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
        return charset.newDecoder()
                .decode(ByteBuffer.wrap(bytes, mark, bytes.length - mark))
                .toString();
    }
}
