package dev.serval.servlet.application;

import dev.serval.servlet.registration.MappingTable;
import dev.serval.servlet.registration.ServletMatch;
import jakarta.servlet.http.MappingMatch;
import java.util.List;

/**
 * The welcome file of a directory (Servlet 6.1 §10.10): the first that exists, otherwise the first
 * that a servlet is mapped to. Immutable; accesses the disk.
 *
 * @param names in the order in which they are tried
 * @param resourceOnly names of servlets whose page has to be a file
 */
public record WelcomeFiles(List<String> names, ServedFiles files, List<String> resourceOnly) {

    /** The match of the welcome file, otherwise the given match, which may be null. */
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
            return match; // only a path of a directory is a partial request
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

    /**
     * Only if no servlet of the application is mapped to the directory; a group of pages stands for
     * its files (Pages 4.0 §3.3.1).
     */
    private static boolean isOpenTo(ServletMatch match) {
        return match == null
                || match.kind() == MappingMatch.DEFAULT && match.servlet().servesFiles()
                || match.kind() == MappingMatch.PATH && match.servlet().executesPages();
    }
}
