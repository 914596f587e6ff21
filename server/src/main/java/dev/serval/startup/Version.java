package dev.serval.startup;

import java.util.List;

/** The versions of what runs here. Stateless. */
final class Version {
    private Version() {}

    /** The server's version from its jar; {@code development} when it runs from classes. */
    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Lines with versions, directories, and where the codes of messages are explained. */
    static List<String> lines(Home home) {
        return List.of(
                "Serval " + number(),
                "Home:  " + home.home(),
                "Base:  " + home.base(),
                "Java:  " + property("java.runtime.version") + " in " + property("java.home"),
                "JVM:   " + property("java.vm.name") + ", " + property("java.vm.vendor"),
                "OS:    "
                        + property("os.name")
                        + " "
                        + property("os.version")
                        + " "
                        + property("os.arch"),
                "Codes: " + home.home().resolve("webapps/docs/codes.html"));
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
