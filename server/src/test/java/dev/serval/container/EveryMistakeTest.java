package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration test finds all that somebody has got wrong in one run, as the scripts ask it. */
class EveryMistakeTest {
    @TempDir Path base;

    @BeforeEach
    void makeBase() throws Exception {
        write("webapps/ROOT/index.html", "hello");
        write("apps/shop/index.html", "hello");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Files.createDirectories(base.resolve("conf"));
        Process made =
                new ProcessBuilder(
                                keytool.toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-keystore",
                                base.resolve("conf/the.p12").toString(),
                                "-storepass",
                                "changeit")
                        .redirectErrorStream(true)
                        .redirectOutput(base.resolve("keytool.out").toFile())
                        .start();
        assertThat(made.waitFor()).as(Files.readString(base.resolve("keytool.out"))).isZero();
    }

    private void write(String name, String text) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** As {@code bin/serval.sh configtest} prints them. */
    private List<String> check() {
        ServerXml.Result result = ServerXml.read(base.resolve("conf/server.xml"), name -> null);
        List<Problem> all = new ArrayList<>(result.problems());
        if (result.read() != null) {
            all.addAll(ConfigurationCheck.of(result.read(), base, base));
        }
        return all.stream()
                .map(problem -> problem.severity() + " " + problem)
                .map(line -> line.replace(base + "/", ""))
                .toList();
    }

    @Test
    void eachMistakeOfAServerXmlIsOneMessage() throws IOException {
        write(
                "conf/server.xml",
                """
                <Server>
                  <Service name="S">
                    <Conector port="8082"/>
                    <Connector port="80800"/>
                    <Connector port="0" maxThread="5" connectionTimeout="20 sec"/>
                    <Connector port="0" SSLEnabled="true">
                      <SSLHostConfig>
                        <Certificate certificateKeystoreFile="conf/the.p12"
                                     certificateKeystorePassword="wrong pass"/>
                      </SSLHostConfig>
                    </Connector>
                    <Engine name="E" defaultHost="localhst">
                      <Host name="localhost">
                        <Valve className="org.apache.catalina.valves.AccesLogValve"/>
                        <Context path="/shop" docBase="BASE/apps/shopp"/>
                      </Host>
                    </Engine>
                  </Service>
                </Server>
                """
                        .replace("BASE", base.toString()));
        assertThat(check())
                .containsExactly(
                        "WARNING conf/server.xml:3:5: Service has no element Conector (did you mean"
                                + " Connector?); it is ignored with its content",
                        "ERROR conf/server.xml:4:16: port of Connector is \"80800\", which is out"
                                + " of range: 0 to 65535",
                        "WARNING conf/server.xml:5:25: Connector has no attribute maxThread (did"
                                + " you mean maxThreads?); it is ignored",
                        "ERROR conf/server.xml:5:39: connectionTimeout of Connector is \"20 sec\","
                                + " which is not a number of milliseconds (a suffix may be ms, s,"
                                + " m, h, d)",
                        "ERROR conf/server.xml:7:7: SSLHostConfig _default_: the keystore"
                                + " conf/the.p12 (PKCS12) cannot be opened: the password is wrong",
                        "ERROR conf/server.xml:12:22: defaultHost of Engine is \"localhst\", but"
                                + " there is no Host of that name (did you mean localhost?)",
                        "ERROR conf/server.xml:14:16: Valve"
                                + " org.apache.catalina.valves.AccesLogValve is not known (did you"
                                + " mean org.apache.catalina.valves.AccessLogValve?); nothing is"
                                + " served without what it may protect",
                        "ERROR conf/server.xml:15:9: docBase apps/shopp of Context does not exist"
                                + " (did you mean shop?)")
                .noneMatch(line -> line.contains("wrong pass"));
    }

    @Test
    void anErrorOfXmlIsOneMessageWhereItIs() throws IOException {
        write("conf/server.xml", "<Server>\n  <Service>\n  </Sevice>\n</Server>\n");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("ERROR conf/server.xml:3:5: not well-formed XML: ")
                .contains("Service", "</Service>");
    }

    private void rewriting(String where, String rules) throws IOException {
        String valve = "<Valve className='org.apache.catalina.valves.rewrite.RewriteValve'/>";
        write(
                "conf/server.xml",
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + (where.equals("Engine") ? valve : "")
                        + "<Host name='localhost'>"
                        + (where.equals("Host") ? valve : "")
                        + "</Host></Engine></Service></Server>");
        if (where.equals("Context")) {
            write("webapps/shop/META-INF/context.xml", "<Context>" + valve + "</Context>");
        }
        if (rules != null) {
            String directory =
                    switch (where) {
                        case "Engine" -> "conf/E";
                        case "Host" -> "conf/E/localhost";
                        default -> "webapps/shop/WEB-INF";
                    };
            write(directory + "/rewrite.config", rules);
        }
    }

    private static final String WRONG_RULES =
            "RewriteRule ^/a$ /b [R]\nRewriteRul ^/b$ /c\nRewriteRule ^/(c$ /d\n";

    private List<String> rules(String file) {
        List<String> found = check();
        assertThat(found).hasSize(2);
        assertThat(found.get(0))
                .startsWith("ERROR " + file + ":2:1: RewriteRul is not known here")
                .contains("(did you mean RewriteRule?)");
        assertThat(found.get(1)).startsWith("ERROR " + file + ":3:18: no regular expression");
        return found;
    }

    @Test
    void theRulesOfAnEngineAreRead() throws IOException {
        rewriting("Engine", WRONG_RULES);
        assertThat(rules("conf/E/rewrite.config")).hasSize(2);
    }

    @Test
    void theRulesOfAHostAreRead() throws IOException {
        rewriting("Host", WRONG_RULES);
        assertThat(rules("conf/E/localhost/rewrite.config")).hasSize(2);
    }

    @Test
    void theRulesOfAnApplicationAreRead() throws IOException {
        rewriting("Context", WRONG_RULES);
        assertThat(rules("webapps/shop/WEB-INF/rewrite.config")).hasSize(2);
    }

    @Test
    void rulesInOrderAreNoProblemAndMissingOnesAreAWarning() throws IOException {
        rewriting("Host", "RewriteRule ^/a$ /b [R]\n");
        assertThat(check()).isEmpty();
        Files.delete(base.resolve("conf/E/localhost/rewrite.config"));
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith(
                        "WARNING conf/E/localhost/rewrite.config: is missing: there are no rules");
    }

    @Test
    void aReferenceThatNothingIsBoundToIsAWarning() throws IOException {
        write(
                "conf/server.xml",
                "<Server><GlobalNamingResources><Resource name='jdbc/global' type='a.B'"
                        + " factory='a.F'/></GlobalNamingResources><Service><Connector port='0'/>"
                        + "<Engine defaultHost='localhost'><Host name='localhost'/></Engine>"
                        + "</Service></Server>");
        write(
                "webapps/shop/META-INF/context.xml",
                "<Context><Resource name='jdbc/shop' type='a.B' factory='a.F'/></Context>");
        write(
                "webapps/shop/WEB-INF/web.xml",
                """
                <web-app version="6.1">
                <resource-ref><res-ref-name>jdbc/shop</res-ref-name></resource-ref>
                <resource-ref><res-ref-name>jdbc/shopp</res-ref-name></resource-ref>
                <resource-ref><res-ref-name>jdbc/global</res-ref-name></resource-ref>
                <resource-ref><res-ref-name>a</res-ref-name><lookup-name>b</lookup-name>
                </resource-ref>
                </web-app>
                """);
        String why = "it has no lookup-name, and its Context no Resource of that name";
        assertThat(check())
                .containsExactlyInAnyOrder(
                        "WARNING webapps/shop/WEB-INF/web.xml:3:1: the resource-ref jdbc/shopp is"
                                + " not bound: "
                                + why
                                + " (did you mean jdbc/shop?)",
                        "WARNING webapps/shop/WEB-INF/web.xml:4:1: the resource-ref jdbc/global is"
                                + " not bound: "
                                + why
                                + "; GlobalNamingResources has one, which a ResourceLink in the"
                                + " Context makes its own",
                        "WARNING webapps/shop/WEB-INF/web.xml:5:1: the resource-ref a is not bound:"
                                + " its lookup-name b does not begin with java:");
    }
}
