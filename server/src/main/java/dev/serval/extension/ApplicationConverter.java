package dev.serval.extension;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes applications for {@code javax.servlet} ones for this server. Thread-safe. */
public interface ApplicationConverter {
    /**
     * Its name and version, on one line. A converted application is kept until this or the
     * application changes.
     */
    String version();

    /**
     * Converts a WAR. Content that cannot be converted stays as it is, and is in the report.
     *
     * @throws IOException if the WAR cannot be converted, or the limits are exceeded; the message
     *     is for operators
     */
    Report convert(Task task) throws IOException;

    /** Which packages get their new names; the constants are those of Tomcat. */
    enum Profile {
        /** Those of servlets alone. */
        SERVLET,
        /** Those that Tomcat has, with mail, persistence and transactions. */
        TOMCAT,
        /** All of Java EE. */
        EE
    }

    /**
     * What to convert. Immutable.
     *
     * @param source a WAR, whose names have been checked
     * @param target does not exist; its directory does, and may hold other files meanwhile
     * @param mostEntries of the WAR and all archives in it
     * @param mostBytes of these, unpacked
     */
    record Task(Path source, Path target, Profile profile, int mostEntries, long mostBytes) {}

    /**
     * The result of a conversion. Immutable.
     *
     * @param classes that were changed
     * @param files that were changed and are not classes
     * @param entries of the WAR and all archives in it
     * @param unsigned archives that had to lose their signature
     * @param failures what could not be converted, each with the reason
     */
    record Report(
            int classes, int files, int entries, List<String> unsigned, List<String> failures) {
        public Report {
            unsigned = List.copyOf(unsigned);
            failures = List.copyOf(failures);
        }
    }
}
