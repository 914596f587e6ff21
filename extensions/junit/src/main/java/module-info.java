/** A JUnit 5 extension that starts and stops a server around tests. */
module dev.serval.junit {
    requires transitive dev.serval.server;
    requires transitive org.junit.jupiter.api;

    exports dev.serval.junit;
}
