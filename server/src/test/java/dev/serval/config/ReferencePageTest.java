package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Leniency;
import dev.serval.settings.Attribute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReferencePageTest {
    private static final String WRITE = "serval.docs.write";

    @Test
    void thePageInTheDocumentationIsNotStale() throws IOException {
        Path page = checkout().resolve("webapps/docs/config.html");
        Matcher known =
                Pattern.compile("<nav class=\"pages\".*?</nav>", Pattern.DOTALL)
                        .matcher(Files.readString(page));
        assertThat(known.find()).as("where the navigation is to be").isTrue();
        String right = ReferencePage.html().replace(ReferencePage.NAVIGATION, known.group());
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, right);
        }
        assertThat(Files.readString(page))
                .as("webapps/docs/config.html is stale: run with -D" + WRITE + "=true")
                .isEqualTo(right);
    }

    @Test
    void everyAttributeOfAConnectorIsThere() {
        for (Attribute<?> attribute : ConnectorTable.TABLE.attributes()) {
            assertThat(ReferencePage.html())
                    .contains("<tr id=\"connector-" + attribute.name() + "\">");
        }
    }

    @Test
    void everyAttributeHasAMeaning() {
        assertThat(ReferencePage.html()).doesNotContain("<td></td></tr>\n      <tr id=\"connector");
    }

    @Test
    void theDifferencesToTomcatAreThere() {
        assertThat(ReferencePage.html())
                .contains("<code>Connector maxKeepAliveRequests</code></th><td><code>1000</code>")
                .contains("<code>Server port</code></th><td><code>-1</code></td><td>8005</td>");
    }

    @Test
    void everyLeniencyIsThereWithItsRuleAndIsAnAttributeOfTheConnector() {
        for (Leniency leniency : Leniency.values()) {
            assertThat(ReferencePage.html())
                    .contains(
                            "<code>"
                                    + leniency.code()
                                    + "</code></th><td><code>"
                                    + leniency.attribute()
                                    + "</code></td><td>"
                                    + leniency.rule())
                    .contains("<tr id=\"connector-" + leniency.attribute() + "\">");
        }
    }

    @Test
    void classesThatAreRefusedAreNotSaidToBeWarnings() {
        assertThat(ReferencePage.html())
                .contains("<th scope=\"row\">Realm</th><td>an error</td>")
                .doesNotContain("<th scope=\"row\">Realm</th><td>a warning</td>");
    }

    @Test
    void everyFeatureIsThere() {
        for (Feature feature : Feature.values()) {
            assertThat(ReferencePage.html()).contains(feature.title());
        }
    }

    @Test
    void everyLinkWithinThePageLeadsSomewhere() {
        String html = ReferencePage.html();
        Matcher links = Pattern.compile("href=\"#([^\"]+)\"").matcher(html);
        while (links.find()) {
            assertThat(html).contains("id=\"" + links.group(1) + "\"");
        }
    }

    /** The directory that holds the modules: the test may run in it or in one of them. */
    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))
                || !Files.isDirectory(directory.resolve("server"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
