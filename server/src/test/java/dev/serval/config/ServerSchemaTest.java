package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ServerSchemaTest {
    private static final String WRITE = "serval.docs.write";

    private static Schema schema() throws SAXException {
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(ServerSchema.xsd())));
    }

    /** What the schema says of some elements beside each other; empty if nothing. */
    private static List<String> mistakes(String elements) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Node all =
                factory.newDocumentBuilder()
                        .parse(new InputSource(new StringReader("<x>" + elements + "</x>")))
                        .getDocumentElement();
        List<String> mistakes = new ArrayList<>();
        for (Node each = all.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each.getNodeType() == Node.ELEMENT_NODE) {
                try {
                    schema().newValidator().validate(new DOMSource(each));
                } catch (SAXException e) {
                    mistakes.add(e.getMessage());
                }
            }
        }
        return mistakes;
    }

    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))
                || !Files.isDirectory(directory.resolve("server"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    @ParameterizedTest
    @ValueSource(strings = {"conf/server.xsd", "webapps/docs/server.xsd"})
    void theShippedSchemaIsNotStale(String name) throws IOException {
        Path file = checkout().resolve(name);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(file, ServerSchema.xsd());
        }
        assertThat(Files.readString(file))
                .as(name + " is stale: run with -D" + WRITE + "=true")
                .isEqualTo(ServerSchema.xsd());
    }

    @Test
    void theShippedServerXmlIsValidAndNamesTheSchema() throws Exception {
        String xml = Files.readString(checkout().resolve("conf/server.xml"));
        assertThat(mistakes(xml.replaceFirst("<\\?xml.*?\\?>", ""))).isEmpty();
        assertThat(xml).contains("xsi:noNamespaceSchemaLocation=\"server.xsd\"");
    }

    @Test
    void theExamplesOfTheDocumentationAreValid() throws Exception {
        // Those with data-example are wrong on purpose.
        Pattern code = Pattern.compile("<pre tabindex=\"0\"><code>(&lt;[A-Z].*?)</code></pre>", 32);
        List<String> names = new ArrayList<>();
        try (Stream<Path> pages = Files.list(checkout().resolve("webapps/docs"))) {
            for (Path page : pages.filter(file -> file.toString().endsWith(".html")).toList()) {
                Matcher examples = code.matcher(Files.readString(page));
                while (examples.find()) {
                    String xml =
                            examples.group(1)
                                    .replaceAll("</?(b|em|span|mark)[^>]*>", "")
                                    .replace("&lt;", "<")
                                    .replace("&gt;", ">")
                                    .replace("&quot;", "\"")
                                    .replace("&amp;", "&");
                    String name = xml.replaceFirst("(?s)<([A-Za-z]+).*", "$1");
                    if (ServerSchema.elements().contains(name)) {
                        names.add(name);
                        assertThat(mistakes(xml)).as(page + ": " + xml).isEmpty();
                    }
                }
            }
        }
        assertThat(names).contains("Connector", "Context", "Host", "Engine", "Realm");
    }

    @Test
    void everyAttributeIsThereWithItsDocumentation() {
        String xsd = ServerSchema.xsd();
        for (AttributeTable table : ElementTables.FIXED.values()) {
            for (Attribute<?> attribute : table.attributes()) {
                assertThat(xsd)
                        .contains("<xs:attribute name=\"" + attribute.name() + "\"")
                        .contains(attribute.doc().replace("&", "&amp;").replace("<", "&lt;"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Connector port='${x:-80}' connectionTimeout='30s' maxPostSize='10MiB'/>",
                "<Connector port='80' SSLEnabled='TRUE' keystoreFile='a' secure='yes'/>",
                "<Connector port='80' compression='on' maxThreads='' xpoweredBy='true'/>",
                "<Valve className='com.example.Own' anything='x'/>",
                "<Realm className='LockOut'><Realm className='x'/></Realm>",
                "<Context path='/a'><Manager pathname=''><Store className='FileStore'/></Manager>"
                        + "<Resource name='a' type='b' url='c'/>"
                        + "<WatchedResource>WEB-INF/web.xml</WatchedResource></Context>",
                "<Host name='a'><Alias>b</Alias><Cluster className='x'><Y/></Cluster></Host>",
            })
    void whatTheServerTakesIsValid(String xml) throws Exception {
        assertThat(mistakes(xml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Conector port='80'/>",
                "<Connector prt='80'/>",
                "<Connector port='eighty'/>",
                "<Connector port='80' connectionTimeout='5 parsecs'/>",
                "<Connector port='80' compression='maybe' protocol='HTTP/3'/>",
                "<Connector port='80' secure='maybe'/>",
                "<Host/>",
                "<Host name='a'><Connector port='80'/></Host>",
                "<Valve/>",
            })
    void whatItDoesNotTakeIsNot(String xml) throws Exception {
        assertThat(mistakes(xml)).hasSize(1);
    }

    @Test
    void theServerNeverLoadsASchema() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listening.configureBlocking(false);
            String at = "http:/" + listening.getLocalAddress() + "/server.xsd";
            String names = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";
            String service = "<Service>" + Xml.PORT + Xml.ENGINE + "</Service>";
            String xml = Xml.server(names + " xsi:noNamespaceSchemaLocation='" + at + "'", service);
            assertThat(Xml.problems(xml)).isEmpty();
            assertThat(listening.accept()).as("a connection for " + at).isNull();
        }
    }
}
