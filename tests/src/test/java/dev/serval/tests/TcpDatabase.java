package dev.serval.tests;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.h2.tools.Server;

/** An H2 server with one database in memory, and a connection that owns it. Used by one thread. */
final class TcpDatabase implements AutoCloseable {
    /** Who needs no password. */
    static final String USER = "sa";

    private final String name;
    private Server server;
    private Connection owner;

    /**
     * @param name that no other test of the process has
     */
    TcpDatabase(String name) throws SQLException {
        this.name = name;
        start("0");
    }

    private void start(String port) throws SQLException {
        server = Server.createTcpServer("-tcpPort", port, "-ifNotExists").start();
        Properties login = new Properties();
        login.setProperty("user", USER);
        // Not by the DriverManager: who has used it first has decided which drivers it knows.
        owner = new org.h2.Driver().connect(url(), login);
    }

    String url() {
        return "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + name;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Goes down, and is empty when it is there again. */
    void stop() throws SQLException {
        owner.close();
        server.stop();
    }

    /** On the port that it had. */
    void startAgain() throws SQLException {
        start(Integer.toString(server.getPort()));
    }

    @Override
    public void close() throws SQLException {
        stop();
    }
}
