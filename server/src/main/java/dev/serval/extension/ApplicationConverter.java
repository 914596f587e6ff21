package dev.serval.extension;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes applications for {@code javax.servlet} ones for this server. Thread-safe. */
public interface ApplicationConverter {
    /**
     * What it is, with its version, on one line. What was converted is kept until this changes, or
     * the application.
     */
    String version();

    /**
     * Converts a WAR. What is in it and cannot be converted stays as it is, and is in the report.
     *
     * @throws IOException if nothing comes of it, or the limits are exceeded; the message is for
     *     operators
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
     * What came of it. Immutable.
     *
     * @param classes that were changed
     * @param files that were changed and are no classes
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
