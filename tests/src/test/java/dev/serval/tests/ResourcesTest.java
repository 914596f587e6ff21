package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in GlobalNamingResources and in a Context for look-ups, besides data sources. */
class ResourcesTest {
    private static final String BEANS = "factory='org.apache.naming.factory.BeanFactory'";
    private static final String BEAN =
            "package app; public class Bean implements AutoCloseable {"
                    + " private String text; private int number; private Thread.State state;"
                    + " public void setText(String s) { text = s; }"
                    + " public void setNumber(int n) { number = n; }"
                    + " public void setState(Thread.State s) { state = s; }"
                    + " public void close() { System.setProperty(\"closed.\" + text, \"close\"); }"
                    + " public void end() { System.setProperty(\"closed.\" + text, \"end\"); }"
                    + " public String toString() { return text + number + state; } }";
    private static final String FACTORY =
            "package app; public class Factory implements javax.naming.spi.ObjectFactory {"
                    + " public Object getObjectInstance(Object o, javax.naming.Name n,"
                    + " javax.naming.Context c, Hashtable<?, ?> e) {"
                    + " javax.naming.Reference r = (javax.naming.Reference) o;"
                    + " return n + \" \" + r.getClassName() + \" \" + r.get(\"queue\").getContent();"
                    + " } }";

    @TempDir Path base;
    private ResourceServer server;
    private ServerLog log;

    @BeforeEach
    void describe() throws Exception {
        log = new ServerLog();
        server = new ResourceServer(base).classes(BEAN, FACTORY);
    }

    @AfterEach
    void stop() {
        server.close();
        log.close();
    }

    private String bean(String attributes) {
        return "<Resource name='bean/x' type='app.Bean' " + BEANS + " " + attributes + "/>";
    }

    private String closed(String text) {
        server.close();
        return System.clearProperty("closed." + text);
    }

    @Test
    void aBeanHasItsProperties() throws Exception {
        server.context(bean("text='t' number='7' state='NEW'")).start();
        assertThat(server.look("text", "java:comp/env/bean/x")).isEqualTo("t7NEW");
        assertThat(server.look("same", "java:comp/env/bean/x")).isEqualTo("true");
    }

    @Test
    void whatIsNoSingletonIsMadeAtEachLookUp() throws Exception {
        server.context(bean("text='each' singleton='false'")).start();
        assertThat(server.look("same", "java:comp/env/bean/x")).isEqualTo("false");
        assertThat(closed("each")).isNull();
    }

    @Test
    void aBeanIsClosedWhenTheApplicationStops() throws Exception {
        server.context(bean("text='closed'")).start();
        server.look("text", "java:comp/env/bean/x");
        assertThat(closed("closed")).isEqualTo("close");
    }

    @Test
    void whatWasNeverLookedUpIsNotMade() throws Exception {
        server.context(bean("text='unused'")).start();
        assertThat(server.look("names", "java:comp/env/bean")).isEqualTo("[x: app.Bean]");
        assertThat(closed("unused")).isNull();
    }

    @Test
    void closeMethodNamesAnother() throws Exception {
        server.context(bean("text='ended' closeMethod='end'")).start();
        server.look("text", "java:comp/env/bean/x");
        assertThat(closed("ended")).isEqualTo("end");
    }

    @Test
    void anEmptyCloseMethodClosesNothing() throws Exception {
        server.context(bean("text='kept' closeMethod=''")).start();
        server.look("text", "java:comp/env/bean/x");
        assertThat(closed("kept")).isNull();
    }

    @Test
    void aCloseMethodThatIsNotThereIsTold() throws Exception {
        server.context(bean("text='told' closeMethod='none'")).start();
        server.look("text", "java:comp/env/bean/x");
        server.close();
        assertThat(log.lines())
                .anyMatch(line -> line.startsWith("SRV-0673 the Resource bean/x (META-INF/"));
    }

    @Test
    void aPropertyThatIsMisspeltHasTheNearestName() throws Exception {
        server.context(bean("textt='t'")).start();
        assertThat(server.look("text", "java:comp/env/bean/x"))
                .startsWith("failed: SRV-0672 the Resource bean/x (META-INF/context.xml:2:1)")
                .contains("has no property textt (did you mean text?)");
    }

    @Test
    void failuresThatAllSaySomethingElseFillNeitherTheLogNorTheMemory() throws Exception {
        server.classes(
                "package app; public class Failing { public Failing() {"
                        + " throw new IllegalStateException(\"at \" + System.nanoTime()); } }");
        server.context("<Resource name='x' type='app.Failing' " + BEANS + "/>").start();
        for (int i = 0; i < 120; i++) {
            assertThat(server.look("text", "java:comp/env/x")).startsWith("failed: SRV-0672 ");
        }
        assertThat(log.lines().stream().filter(line -> line.startsWith("SRV-0672"))).hasSize(100);
    }

    @Test
    void aFactoryOfTheApplicationGetsAReference() throws Exception {
        server.context(
                        "<Resource name='jms/q' type='jakarta.jms.Queue' factory='app.Factory'"
                                + " queue='orders'/>")
                .start();
        assertThat(server.look("text", "java:comp/env/jms/q"))
                .isEqualTo("jms/q jakarta.jms.Queue orders");
    }

    @Test
    void aFactoryThatIsNotThereIsNamed() throws Exception {
        server.context("<Resource name='x' type='t.T' factory='none.Factory'/>").start();
        assertThat(server.look("text", "java:comp/env/x"))
                .startsWith("failed: SRV-0672 the Resource x (META-INF/context.xml:2:1) cannot be")
                .contains("the factory none.Factory is not there: put the jar");
    }

    @Test
    void aTypeWithoutFactoryIsAWarning() throws Exception {
        server.context("<Resource name='x' type='javax.sql.DataSourc'/>").start();
        assertThat(server.look("text", "java:comp/env/x"))
                .startsWith("failed: the Resource x (META-INF/context.xml:2:1) is not bound: it")
                .contains("did you mean javax.sql.DataSource?");
        assertThat(log.about("/app"))
                .anyMatch(line -> line.contains("META-INF/context.xml:2:1: the Resource is not"));
    }

    @Test
    void aLinkLeadsToAGlobalValue() throws Exception {
        server.globals("<Environment name='limit' type='java.lang.Integer' value='7'/>")
                .context("<ResourceLink name='most' global='limit' type='java.lang.Integer'/>")
                .start();
        assertThat(server.look("text", "java:comp/env/most")).isEqualTo("7");
        assertThat(server.look("text", "java:global/limit")).isEqualTo("7");
    }

    @Test
    void aLinkToNothingNamesTheNearest() throws Exception {
        server.globals("<Environment name='limit' type='java.lang.Integer' value='7'/>")
                .context("<ResourceLink name='most' global='limt' type='java.lang.Integer'/>")
                .start();
        assertThat(server.look("text", "java:comp/env/most"))
                .isEqualTo(
                        "failed: the ResourceLink most (META-INF/context.xml:2:1) is not bound:"
                                + " GlobalNamingResources has nothing named limt (did you mean"
                                + " limit?)");
        assertThat(log.about("/app")).anyMatch(line -> line.contains("has nothing named limt"));
    }

    @Test
    void aLinkHasTheTypeThatItSays() throws Exception {
        server.globals("<Environment name='limit' type='java.lang.Integer' value='7'/>")
                .context("<ResourceLink name='most' global='limit' type='java.lang.String'/>")
                .start();
        assertThat(server.look("text", "java:comp/env/most"))
                .contains("is to be of the type java.lang.String")
                .contains("limit of GlobalNamingResources is of java.lang.Integer");
    }

    @Test
    void usersAreForRealmsAlone() throws Exception {
        server.globals(
                        "<Resource name='UserDatabase' type='org.apache.catalina.UserDatabase'"
                                + " pathname='conf/users.xml'/>")
                .start();
        assertThat(server.look("text", "java:global/UserDatabase"))
                .startsWith("failed: the Resource UserDatabase (conf/server.xml:3:1) is not bound");
    }

    @Test
    void usersAreForWhomALinkIsConfigured() throws Exception {
        server.globals(
                        "<Resource name='UserDatabase' type='org.apache.catalina.UserDatabase'"
                                + " pathname='conf/users.xml'/>")
                .context(
                        "<ResourceLink name='users' global='UserDatabase'"
                                + " type='org.apache.catalina.UserDatabase'/>")
                .start();
        assertThat(server.look("text", "java:comp/env/users"))
                .isEqualTo("UserDatabase UserDatabase");
    }

    @Test
    void aResourceRefIsWhatTheContextHasOfItsName() throws Exception {
        server.webXml("<resource-ref><res-ref-name>bean/x</res-ref-name></resource-ref>")
                .context(bean("text='ref'"))
                .start();
        assertThat(server.look("text", "java:comp/env/bean/x")).startsWith("ref");
        assertThat(log.about("/app")).noneMatch(line -> line.contains("resource-ref"));
    }

    @Test
    void aResourceRefThatNobodyHasNamesTheNearest() throws Exception {
        server.webXml("<resource-ref><res-ref-name>bean/y</res-ref-name></resource-ref>")
                .context(bean("text='ref'"))
                .start();
        String said = "its Context no Resource of that name (did you mean bean/x?)";
        assertThat(server.look("text", "java:comp/env/bean/y"))
                .startsWith("failed: java:comp/env/bean/y is not bound: the resource-ref at")
                .contains(said);
        assertThat(log.about("/app"))
                .anyMatch(line -> line.contains("WEB-INF/web.xml:2:1") && line.contains(said));
    }

    @Test
    void aNameThatNobodyHasBoundNamesTheNearest() throws Exception {
        server.context(bean("text='near'")).start();
        assertThat(server.look("text", "java:comp/env/bean/xx"))
                .contains("did you mean java:comp/env/bean/x?");
    }

    @Test
    void anotherNameIsLookedUp() throws Exception {
        server.context(
                        bean("text='behind'")
                                + "<Resource name='other' type='app.Bean'"
                                + " factory='org.apache.naming.factory.LookupFactory'"
                                + " lookup-name='java:comp/env/bean/x'/>"
                                + "<Resource name='circle' type='app.Bean'"
                                + " factory='org.apache.naming.factory.LookupFactory'"
                                + " lookup-name='java:comp/env/circle'/>")
                .start();
        assertThat(server.look("text", "java:comp/env/other")).startsWith("behind");
        assertThat(server.look("text", "java:comp/env/circle")).contains("names lead in a circle");
    }

    @Test
    void aProgramBindsWhatItHasWithoutPropertiesOfTheJvm() throws Exception {
        assertThat(System.getProperty("java.naming.factory.url.pkgs")).isNull();
        try (Serval serval =
                Serval.onPort(0)
                        .webapp("/app", base.resolve("webapps/app"))
                        .bind("/app", "jdbc/own", "value")
                        .start()) {
            assertThat(
                            ResourceServer.get(
                                    serval.port(),
                                    "/app/look?how=text&name=java:comp/env/jdbc/own"))
                    .isEqualTo("value");
        }
    }

    @Test
    void aProgramCannotBindWhereNobodyLooksUp() {
        assertThatThrownBy(() -> Serval.onPort(0).bind("/app", "n", "v").start())
                .hasMessageContaining("names are for an application of webapp(...)");
    }

    @Test
    void aTransactionIsWhatItsFactoryMakes() throws Exception {
        server.context("<Transaction factory='app.Factory' queue='t'/>").start();
        assertThat(server.look("text", "java:comp/UserTransaction"))
                .isEqualTo("UserTransaction jakarta.transaction.UserTransaction t");
    }
}
