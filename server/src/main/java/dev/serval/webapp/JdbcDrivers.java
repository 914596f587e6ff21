package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Deregisters the JDBC drivers of the loader that defines this class. Never used as the server's
 * own class: a copy is defined in the loader of the application, so it may know the JDK only.
 */
public final class JdbcDrivers implements Supplier<List<String>> {
    /** Makes the copy that belongs to another loader. */
    @SuppressWarnings("unchecked")
    static Supplier<List<String>> definedBy(BiFunction<String, byte[], Class<?>> loader)
            throws IOException, ReflectiveOperationException {
        try (InputStream code = JdbcDrivers.class.getResourceAsStream("JdbcDrivers.class")) {
            if (code == null) {
                throw new IOException("JdbcDrivers.class is missing");
            }
            Class<?> copy = loader.apply(JdbcDrivers.class.getName(), code.readAllBytes());
            return (Supplier<List<String>>) copy.getConstructor().newInstance();
        }
    }

    /** Returns the names of the drivers that were deregistered. */
    @Override
    public List<String> get() {
        ClassLoader mine = JdbcDrivers.class.getClassLoader();
        List<String> gone = new ArrayList<>();
        Enumeration<Driver> drivers = DriverManager.getDrivers();
        while (drivers.hasMoreElements()) {
            Driver driver = drivers.nextElement();
            if (driver.getClass().getClassLoader() == mine) {
                try {
                    DriverManager.deregisterDriver(driver);
                    gone.add(driver.getClass().getName());
                } catch (SQLException e) {
                    gone.add(driver.getClass().getName() + ", which failed: " + e.getMessage());
                }
            }
        }
        return gone;
    }
}
