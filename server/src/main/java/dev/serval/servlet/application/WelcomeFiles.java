package dev.serval.servlet.application;

import dev.serval.servlet.registration.MappingTable;
import dev.serval.servlet.registration.ServletMatch;
import jakarta.servlet.http.MappingMatch;
import java.util.List;

/**
 * What answers for a directory (Servlet 6.1 §10.10): the first welcome file that exists, else the
 * first that a servlet is mapped to. Immutable; touches the disk.
 *
 * @param names in the order in which they are tried
 * @param resourceOnly names of servlets whose page has to be a file
 */
public record WelcomeFiles(List<String> names, ServedFiles files, List<String> resourceOnly) {

    /** The match of the welcome file, or the match as it was; that is null if there is nothing. */
    ServletMatch resolve(MappingTable mappings, String path, ServletMatch match) {
        if (!isOpenTo(match)) {
            return match;
        }
        for (String name : names) {
            if (files.hasFile(path + name)) {
                return mappings.match(path + name);
            }
        }
        if (!files.hasDirectory(path)) {
            return match; // only what corresponds to a directory is a partial request
        }
        for (String name : names) {
            ServletMatch servlet = mappings.match(path + name);
            boolean claimed = servlet != null && servlet.kind() != MappingMatch.DEFAULT;
            if (claimed && !resourceOnly.contains(servlet.servlet().getName())) {
                return servlet;
            }
        }
        return match;
    }

    /** Only where no servlet of the application has claimed the directory. */
    private static boolean isOpenTo(ServletMatch match) {
        return match == null
                || match.kind() == MappingMatch.DEFAULT && match.servlet().servesFiles();
    }
}
