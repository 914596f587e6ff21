package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggingTest {
    private final String before = System.getProperty(Logging.PROPERTY);

    @BeforeEach
    void set() {
        System.setProperty(Logging.OWN, "server.xml");
    }

    @AfterEach
    void restore() {
        System.clearProperty(Logging.OWN);
        put(before);
    }

    private static void put(String value) {
        if (value == null) {
            System.clearProperty(Logging.PROPERTY);
        } else {
            System.setProperty(Logging.PROPERTY, value);
        }
    }

    @Test
    void theFileOfTheServerIsNotThereForApplications() {
        put(null);
        Logging logging = new Logging();
        assertThat(System.getProperty(Logging.PROPERTY)).isEqualTo("server.xml");
        logging.leaveToApplications();
        assertThat(System.getProperty(Logging.PROPERTY)).isNull();
    }

    @Test
    void theFileOfUsersIsForApplications() {
        put("users.xml");
        Logging logging = new Logging();
        assertThat(System.getProperty(Logging.PROPERTY)).isEqualTo("server.xml");
        logging.leaveToApplications();
        assertThat(System.getProperty(Logging.PROPERTY)).isEqualTo("users.xml");
    }
}
