package dev.serval.servlet.registration;

import dev.serval.files.SafePath;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which files are sources of pages although their names do not tell: those that are executed at
 * their own paths, and the page of a servlet. Immutable.
 */
public final class PageSources implements Predicate<String> {
    private static final String PAGE = "*.jsp";

    private final MappingTable mappings;
    private final Set<RegisteredServlet> executing = new HashSet<>();
    private final Set<String> files = new HashSet<>();

    private PageSources(MappingTable mappings) {
        this.mappings = mappings;
    }

    /**
     * Costs nothing for each path where names tell all.
     *
     * @param mappings of those servlets
     * @param brought the class that executes pages; null if the application brings none
     */
    public static Predicate<String> of(
            Collection<RegisteredServlet> servlets, MappingTable mappings, String brought) {
        PageSources sources = new PageSources(mappings);
        boolean more = false;
        for (RegisteredServlet servlet : servlets) {
            Collection<String> patterns = servlet.getMappings();
            if (!servlet.standsForPages()
                    && !patterns.contains(PAGE)
                    && (brought == null || !brought.equals(servlet.getClassName()))) {
                continue;
            }
            String file = servlet.getInitParameter(Registrations.JSP_FILE);
            if (file == null) {
                sources.executing.add(servlet);
                more |= !patterns.stream().allMatch(SafePath::isPageSource);
            } else {
                sources.files.add(file);
                more |= !SafePath.isPageSource(file);
            }
        }
        return more ? sources : path -> false;
    }

    /** Also as file systems might read the path that do not tell letters apart, or cut it. */
    @Override
    public boolean test(String path) {
        int end = path.length();
        while (end > 1 && (path.charAt(end - 1) == '.' || path.charAt(end - 1) == ' ')) {
            end--;
        }
        String cut = path.substring(0, end);
        return isSource(cut) || isSource(cut.toLowerCase(Locale.ROOT));
    }

    private boolean isSource(String path) {
        ServletMatch match = mappings.match(path);
        return files.contains(path) || match != null && executing.contains(match.servlet());
    }
}
