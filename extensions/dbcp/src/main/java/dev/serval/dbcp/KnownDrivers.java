package dev.serval.dbcp;

import java.util.Map;

/** The drivers of well-known databases, by the beginning of their URLs. Stateless. */
final class KnownDrivers {
    private static final Map<String, Known> ALL =
            Map.of(
                    "postgresql", new Known("org.postgresql.Driver", "postgresql"),
                    "mysql", new Known("com.mysql.cj.jdbc.Driver", "mysql-connector-j"),
                    "mariadb", new Known("org.mariadb.jdbc.Driver", "mariadb-java-client"),
                    "oracle", new Known("oracle.jdbc.OracleDriver", "ojdbc11"),
                    "sqlserver",
                            new Known("com.microsoft.sqlserver.jdbc.SQLServerDriver", "mssql-jdbc"),
                    "db2", new Known("com.ibm.db2.jcc.DB2Driver", "jcc"),
                    "h2", new Known("org.h2.Driver", "h2"),
                    "hsqldb", new Known("org.hsqldb.jdbc.JDBCDriver", "hsqldb"),
                    "derby", new Known("org.apache.derby.client.ClientAutoloadedDriver", "derby"),
                    "sqlite", new Known("org.sqlite.JDBC", "sqlite-jdbc"));

    /**
     * @param jar the name of its jar, without version
     */
    private record Known(String className, String jar) {}

    private KnownDrivers() {}

    /** A sentence for a URL that no driver accepts. The rest of the URL may have a password. */
    static String missing(String url) {
        String[] parts = url.split(":", 3);
        if (parts.length < 3 || !parts[0].equals("jdbc")) {
            return "its url does not begin with jdbc: and the name of a kind of database";
        }
        Known known = ALL.get(parts[1]);
        return "no driver for jdbc:"
                + parts[1]
                + " is there: put "
                + (known == null
                        ? "the jar of its driver"
                        : known.jar() + ".jar, which has " + known.className() + ",")
                + " into WEB-INF/lib, or into lib for all applications, and restart";
    }
}
