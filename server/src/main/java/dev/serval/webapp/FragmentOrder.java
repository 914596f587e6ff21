package dev.serval.webapp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The order of web fragments (Servlet 6.1 §8.2.2). Pure. Otherwise fragments keep the order of
 * their file names.
 */
final class FragmentOrder {
    private final List<Fragment> fragments;
    private final Map<String, Fragment> byName = new LinkedHashMap<>();
    private final Map<Fragment, Set<Fragment>> earlier = new LinkedHashMap<>();
    private final Problems problems;

    private FragmentOrder(List<Fragment> fragments, Problems problems) {
        this.fragments = fragments;
        this.problems = problems;
    }

    /** The fragments that count, in order; all of them, as they came, when a problem was added. */
    static List<Fragment> of(WebXml main, List<Fragment> fragments, Problems problems) {
        List<String> absolute = main.ordering().absolute();
        return absolute != null
                ? absolute(absolute, fragments)
                : new FragmentOrder(fragments, problems).relative();
    }

    private static List<Fragment> absolute(List<String> names, List<Fragment> fragments) {
        Set<String> distinct = new LinkedHashSet<>(names);
        List<Fragment> ordered = new ArrayList<>();
        for (String name : distinct) {
            for (Fragment fragment : fragments) {
                boolean named = fragment.name() != null && distinct.contains(fragment.name());
                if (name.equals(Ordering.OTHERS) ? !named : name.equals(fragment.name())) {
                    ordered.add(fragment);
                }
            }
        }
        return ordered;
    }

    private List<Fragment> relative() {
        for (Fragment fragment : fragments) {
            earlier.put(fragment, new LinkedHashSet<>());
            Fragment other =
                    fragment.name() == null ? null : byName.putIfAbsent(fragment.name(), fragment);
            if (other != null) {
                problems.error(
                        fragment.xml().at(),
                        "Servlet 6.1 §8.2.2: the fragment name "
                                + fragment.name()
                                + " is taken by "
                                + other.shown()
                                + "; an absolute-ordering in web.xml may name both");
                return fragments;
            }
        }
        fragments.forEach(this::edges);
        Set<Fragment> first = reach(Ordering::before, true);
        Set<Fragment> last = reach(Ordering::after, false);
        for (Fragment fragment : first) {
            if (last.contains(fragment)) {
                problems.error(
                        fragment.xml().at(),
                        "Servlet 6.1 §8.2.2: "
                                + fragment.shown()
                                + " would have to come both before and after all others");
                return fragments;
            }
        }
        List<Fragment> ordered = new ArrayList<>();
        append(ordered, first);
        Set<Fragment> middle = new LinkedHashSet<>(fragments);
        middle.removeAll(first);
        middle.removeAll(last);
        append(ordered, middle);
        append(ordered, last);
        return problems.failed() ? fragments : ordered;
    }

    private void edges(Fragment fragment) {
        for (String name : fragment.xml().ordering().before()) {
            Fragment later = byName.get(name); // OTHERS is no fragment's name
            if (later != null) {
                earlier.get(later).add(fragment);
            }
        }
        fragment.xml().ordering().after().stream()
                .map(byName::get)
                .filter(Objects::nonNull)
                .forEach(earlier.get(fragment)::add);
    }

    /** The fragments that ask to be at one end, and those that have to be on that side of them. */
    private Set<Fragment> reach(Function<Ordering, Set<String>> side, boolean backwards) {
        Set<Fragment> reached = new LinkedHashSet<>();
        for (Fragment fragment : fragments) {
            if (side.apply(fragment.xml().ordering()).contains(Ordering.OTHERS)) {
                reached.add(fragment);
            }
        }
        boolean grown = !reached.isEmpty();
        while (grown) {
            Set<Fragment> more = new HashSet<>();
            earlier.forEach(
                    (fragment, before) -> {
                        if (backwards && reached.contains(fragment)) {
                            more.addAll(before);
                        } else if (!backwards && before.stream().anyMatch(reached::contains)) {
                            more.add(fragment);
                        }
                    });
            grown = reached.addAll(more);
        }
        return reached;
    }

    /** Adds a group in an order that keeps every rule within it. */
    private void append(List<Fragment> ordered, Set<Fragment> group) {
        List<Fragment> left = new ArrayList<>(fragments);
        left.retainAll(group);
        while (!left.isEmpty()) {
            Fragment next = null;
            for (Fragment candidate : left) {
                if (left.stream().noneMatch(earlier.get(candidate)::contains)) {
                    next = candidate;
                    break;
                }
            }
            if (next == null) {
                List<String> circle = left.stream().map(Fragment::shown).toList();
                problems.error(
                        left.get(0).xml().at(),
                        "Servlet 6.1 §8.2.2: the order of fragments is circular: "
                                + String.join(", ", circle));
                return;
            }
            left.remove(next);
            ordered.add(next);
        }
    }
}
