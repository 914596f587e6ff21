package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.session.saved.DataSourceStore;
import dev.serval.session.saved.FileStore;
import dev.serval.session.saved.SessionTable;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.StoredSession;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.management.BadAttributeValueExpException;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who can write into a store has no more than sessions in his hands (CWE-502): bytes that no server
 * has written are refused by name, cost the session, and leave the server as it was.
 */
class HostileSessionsTest {
    private static final String ID = "0123456789ABCDEF0123456789ABCDEF01234567";
    private static final long FAR = Long.MAX_VALUE;

    @TempDir Path base;
    private Server database;
    private Nodes nodes;

    @BeforeEach
    void start() throws Exception {
        database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        nodes =
                new Nodes(
                        base,
                        org.h2.Driver.class,
                        "type='org.h2.jdbcx.JdbcDataSource'"
                                + " factory='org.apache.naming.factory.BeanFactory' user='sa' URL='"
                                + url()
                                + "'",
                        "<Connector port='0'/>");
    }

    @AfterEach
    void stop() {
        nodes.close();
        database.stop();
    }

    private String url() {
        return "jdbc:h2:tcp://localhost:"
                + database.getPort()
                + "/mem:"
                + base.getFileName()
                + ";DB_CLOSE_DELAY=-1";
    }

    private static byte[] serialised(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    /** A session of one attribute, as the server writes it. */
    private static byte[] session(byte[] attribute) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1);
        long now = System.currentTimeMillis();
        for (int i = 0; i < 4; i++) {
            out.writeLong(now);
        }
        out.writeInt(600);
        out.writeByte(0);
        out.writeInt(0);
        out.writeInt(1);
        out.writeInt(1);
        out.write("n".getBytes(StandardCharsets.UTF_8));
        out.writeInt(attribute.length);
        out.write(attribute);
        return bytes.toByteArray();
    }

    /** Sets within sets, whose hash code takes longer than anybody waits. */
    private static Object bomb() {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Set<Object> left = new HashSet<>();
            Set<Object> right = new HashSet<>();
            left.add("different");
            one.add(left);
            one.add(right);
            other.add(left);
            other.add(right);
            one = left;
            other = right;
        }
        return root;
    }

    private static Map<String, byte[]> hostile() throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        byte[] good = session(serialised(1));
        all.put("javax.management", session(serialised(new BadAttributeValueExpException(1))));
        all.put("collections", session(serialised(bomb())));
        // An array of 2^31 - 1 bytes that has none.
        byte[] array = serialised(new byte[0]);
        Arrays.fill(array, array.length - 4, array.length - 3, (byte) 0x7f);
        Arrays.fill(array, array.length - 3, array.length, (byte) 0xff);
        all.put("arrays", session(array));
        all.put("a length of", Arrays.copyOf(good, good.length - 1));
        byte[] one = serialised("text");
        all.put("EOFException", session(Arrays.copyOf(one, one.length - 2)));
        all.put("StreamCorruptedException", session(new byte[] {1, 2, 3, 4, 5, 6}));
        all.put("another form", new byte[] {7});
        return all;
    }

    private void refuses(SessionStore store) throws Exception {
        store.open();
        assertThat(store.save(new StoredSession(ID, 1, FAR, session(serialised(41))), 0)).isTrue();
        assertThat(nodes.text(0, "add", "JSESSIONID=" + ID)).as("a good one").startsWith("42 ");
        nodes.ask(0, "end", "JSESSIONID=" + ID);
        assertThat(store.load(ID)).isNull();
        for (Map.Entry<String, byte[]> each : hostile().entrySet()) {
            assertThat(store.save(new StoredSession(ID, 1, FAR, each.getValue()), 0)).isTrue();
            try (ServerLog log = new ServerLog()) {
                assertThat(nodes.text(0, "read", "JSESSIONID=" + ID))
                        .as(each.getKey())
                        .isEqualTo("none");
                assertThat(log.about("/shop"))
                        .as(each.getKey())
                        .anyMatch(
                                line ->
                                        line.startsWith("SRV-0718")
                                                && line.contains(each.getKey()));
            }
            assertThat(store.load(ID)).as(each.getKey()).isNull();
        }
        String cookie = nodes.visit(0);
        assertThat(nodes.text(0, "add", cookie)).as("unmoved").startsWith("1 ");
    }

    @Test
    void inADatabase() throws Exception {
        nodes.start(Nodes.manager("sharing='free'"));
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url());
        source.setUser("sa");
        SessionTable table =
                new SessionTable(
                        "tomcat$sessions",
                        "app",
                        "id",
                        "data",
                        "valid",
                        "maxinactive",
                        "lastaccess",
                        "version",
                        "expires");
        try (SessionStore store =
                new DataSourceStore(() -> source, table, "E/localhost/shop", 5, true)) {
            refuses(store);
        }
    }

    @Test
    void inFiles() throws Exception {
        nodes.start(
                "<Manager className='org.apache.catalina.session.PersistentManager'><Store"
                        + " className='org.apache.catalina.session.FileStore'"
                        + " directory='sessions'/></Manager>");
        Path directory = base.resolve("node0").resolve("work").resolve("E/localhost/shop/sessions");
        try (SessionStore store = new FileStore(directory)) {
            refuses(store);
        }
    }
}
