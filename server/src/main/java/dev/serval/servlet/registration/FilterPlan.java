package dev.serval.servlet.registration;

import jakarta.servlet.DispatcherType;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which filters a call goes through, compiled when the context is initialised: first those that
 * have a pattern for the path, then those that name the servlet, each once and in the order of
 * their mappings (Servlet 6.1 §6.2.4). Immutable.
 */
public final class FilterPlan {
    private static final RegisteredFilter[] NONE = {};

    /** The plan for one type of dispatch. */
    private record Compiled(
            List<RegisteredFilterMapping> mappings,
            Map<RegisteredServlet, RegisteredFilter[]> whole) {}

    private final Map<DispatcherType, Compiled> byType = new EnumMap<>(DispatcherType.class);

    public FilterPlan(
            List<RegisteredFilterMapping> mappings, Collection<RegisteredServlet> servlets) {
        for (DispatcherType type : DispatcherType.values()) {
            List<RegisteredFilterMapping> mine =
                    mappings.stream().filter(mapping -> mapping.types().contains(type)).toList();
            if (mine.isEmpty()) {
                continue;
            }
            Map<RegisteredServlet, RegisteredFilter[]> whole = null;
            if (mine.stream().allMatch(RegisteredFilterMapping::isForAnyPath)) {
                // The path makes no difference: one look-up by the servlet is enough.
                whole = new HashMap<>();
                for (RegisteredServlet servlet : servlets) {
                    whole.put(servlet, collect(mine, "/", servlet));
                }
            }
            byType.put(type, new Compiled(mine, whole));
        }
    }

    /**
     * The filters of a call in their order; null if there are none.
     *
     * @param path normalised, relative to the context; null for a dispatch by name, which no
     *     pattern is for
     */
    public RegisteredFilter[] of(DispatcherType type, String path, RegisteredServlet servlet) {
        Compiled compiled = byType.get(type);
        if (compiled == null) {
            return null;
        }
        RegisteredFilter[] found = null;
        if (compiled.whole() != null && path != null) {
            found = compiled.whole().get(servlet);
        }
        if (found == null) {
            found = collect(compiled.mappings(), path, servlet);
        }
        return found.length == 0 ? null : found;
    }

    private static RegisteredFilter[] collect(
            List<RegisteredFilterMapping> mappings, String path, RegisteredServlet servlet) {
        Set<RegisteredFilter> found = new LinkedHashSet<>();
        if (path != null) {
            for (RegisteredFilterMapping mapping : mappings) {
                if (mapping.isForPath(path)) {
                    found.add(mapping.filter());
                }
            }
        }
        for (RegisteredFilterMapping mapping : mappings) {
            if (mapping.isForServlet(servlet.getName())) {
                found.add(mapping.filter());
            }
        }
        return found.toArray(NONE);
    }
}
