package dev.serval.servlet;

import jakarta.servlet.http.MappingMatch;

/**
 * What answers for a directory (Servlet 6.1 §10.10): the first welcome file that exists, else the
 * first that a servlet is mapped to. Stateless; touches the disk.
 */
final class WelcomeFiles {
    private WelcomeFiles() {}

    /** The match of the welcome file, or the match as it was; that is null for nothing. */
    static ServletMatch resolve(AppContext context, String path, ServletMatch match) {
        if (!path.endsWith("/") || !isOpenTo(match)) {
            return match;
        }
        MappingTable mappings = context.mappings();
        for (String name : context.welcomeFiles()) {
            if (context.hasFile(path + name)) {
                return mappings.match(path + name);
            }
        }
        if (!context.hasDirectory(path)) {
            return match; // only what corresponds to a directory is a partial request
        }
        for (String name : context.welcomeFiles()) {
            ServletMatch servlet = mappings.match(path + name);
            boolean claimed = servlet != null && servlet.kind() != MappingMatch.DEFAULT;
            // Those whose page has to be a file.
            if (claimed
                    && !context.settings()
                            .resourceOnlyServlets()
                            .contains(servlet.servlet().getName())) {
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
