package dev.serval.dbcp;

import dev.serval.extension.BeanProperties;
import dev.serval.extension.PoolFigures;
import dev.serval.extension.ResourceElement;
import dev.serval.settings.NearestName;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.commons.dbcp2.ConnectionFactory;
import org.apache.commons.dbcp2.DataSourceConnectionFactory;
import org.apache.commons.dbcp2.PoolableConnection;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * The pool of one {@code Resource}. Thread-safe. If it has no connection, the exception names the
 * resource and the reason, without its password.
 */
final class Pool extends BasicDataSource implements PoolFigures {
    // As in tomcat-jdbc; commons-dbcp2 has no limit, and calls wait for ever once connections are
    // lost.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ResourceElement element;
    private String sourceClass;
    private List<String> sourceProperties = List.of();
    private DataSource source;
    private String password; // of that user
    private volatile int most = GenericObjectPoolConfig.DEFAULT_MAX_TOTAL;

    Pool(ResourceElement element) {
        this.element = element;
        setMaxWait(PATIENCE);
        setDriverClassLoader(element.loader());
    }

    /**
     * Finds the driver now, to report a misspelt name; without a name by the URL, since {@link
     * java.sql.DriverManager} does not show the drivers of an application here.
     */
    void findDriver() throws Exception {
        if (sourceClass != null) {
            findSource(Class.forName(sourceClass, true, element.loader()));
        }
        String name = getDriverClassName();
        if (source != null) {
            return;
        }
        if (name == null) {
            for (Driver driver : drivers()) {
                if (getDriver() == null && getUrl() != null && driver.acceptsURL(getUrl())) {
                    setDriver(driver);
                }
            }
            return;
        }
        try {
            Class.forName(name, true, element.loader());
        } catch (ClassNotFoundException | LinkageError e) {
            List<String> others =
                    drivers().stream().map(driver -> driver.getClass().getName()).toList();
            throw new SQLException(
                    "the driverClassName "
                            + name
                            + " is not there"
                            + NearestName.hint(name, others)
                            + ": the jar of the driver belongs in WEB-INF/lib, or in lib",
                    e);
        }
    }

    /** An application may also define a driver as its data source. */
    private void findSource(Class<?> type) throws Exception {
        if (Driver.class.isAssignableFrom(type)) {
            setDriverClassName(type.getName());
            sourceProperties.forEach(each -> addConnectionProperty(name(each), value(each)));
            return;
        }
        if (!DataSource.class.isAssignableFrom(type)) {
            throw new SQLException(type.getName() + " is neither a DataSource nor a Driver");
        }
        source = (DataSource) type.getConstructor().newInstance();
        if (getUrl() != null) {
            BeanProperties.set(source, BeanProperties.has(type, "url") ? "url" : "URL", getUrl());
        }
        for (String each : sourceProperties) {
            BeanProperties.set(source, name(each), value(each));
        }
    }

    private static String name(String property) {
        return property.substring(0, property.indexOf('='));
    }

    private static String value(String property) {
        return property.substring(property.indexOf('=') + 1);
    }

    @Override
    protected ConnectionFactory createConnectionFactory() throws SQLException {
        return source == null
                ? super.createConnectionFactory()
                : new DataSourceConnectionFactory(source, getUserName(), password);
    }

    @Override
    public int active() {
        return getNumActive();
    }

    @Override
    public int idle() {
        return getNumIdle();
    }

    @Override
    public int waiting() {
        GenericObjectPool<PoolableConnection> its = getConnectionPool();
        return its == null ? 0 : its.getNumWaiters();
    }

    @Override
    public int most() {
        return most;
    }

    /**
     * Keeps the number in a field of its own, since the getter waits while connections are made.
     */
    @Override
    public void setMaxTotal(int maxTotal) {
        super.setMaxTotal(maxTotal);
        most = maxTotal;
    }

    @Override
    public void setPassword(String password) {
        super.setPassword(password);
        this.password = password;
    }

    /** Takes connections from a DataSource of that class. */
    void setSourceClass(String className) {
        sourceClass = className;
    }

    /** Its properties, each with an equals sign before the value. */
    void setSourceProperties(List<String> properties) {
        sourceProperties = properties.stream().filter(each -> each.indexOf('=') > 0).toList();
    }

    /** The drivers that its classes list; a failure of one does not affect the others. */
    private List<Driver> drivers() {
        List<Driver> drivers = new ArrayList<>();
        var found = ServiceLoader.load(Driver.class, element.loader()).iterator();
        while (true) {
            try {
                if (!found.hasNext()) {
                    return drivers;
                }
                drivers.add(found.next());
            } catch (ServiceConfigurationError e) {
                log("a driver is left out: " + e.getMessage());
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            return super.getConnection();
        } catch (SQLException e) {
            // A subclass has a better message of its own.
            if (e.getClass() != SQLException.class) {
                throw e;
            }
            throw told(e);
        }
    }

    /** What to do if no driver accepts the URL; null if one does, or is named. */
    private String withoutDriver() {
        String url = getUrl();
        if (source != null || url == null || getDriver() != null || getDriverClassName() != null) {
            return null;
        }
        try {
            DriverManager.getDriver(url);
            return null;
        } catch (SQLException e) {
            return KnownDrivers.missing(url);
        }
    }

    private SQLException told(SQLException e) {
        boolean exhausted = e.getCause() instanceof NoSuchElementException;
        String missing = withoutDriver();
        String reason =
                missing != null ? missing : element.withoutSecrets(String.valueOf(e.getMessage()));
        String message =
                exhausted
                        ? "SRV-0674 "
                                + element
                                + " has no connection left: all "
                                + getMaxTotal()
                                + " of maxTotal were in use for the "
                                + getMaxWaitDuration().toMillis()
                                + " ms of maxWaitMillis; connections that are not closed are shown"
                                + " by removeAbandonedOnBorrow and logAbandoned"
                        : "SRV-0675 " + element + " gives no connection: " + reason;
        String state = e.getSQLState();
        int code = e.getErrorCode();
        if (e.getCause() instanceof SQLException cause) {
            state = cause.getSQLState();
            code = cause.getErrorCode();
        }
        boolean discreet = missing == null && reason.equals(e.getMessage());
        return new SQLException(message, state, code, discreet ? e : null);
    }
}
