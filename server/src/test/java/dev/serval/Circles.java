package dev.serval;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The groups of nodes of a graph that can all reach each other, by Tarjan's algorithm. */
final class Circles {
    private final Map<String, Set<String>> graph;
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Circles(Map<String, Set<String>> graph) {
        this.graph = graph;
    }

    /** Those of at least two nodes; an edge to what is no key leads out of the graph. */
    static List<Set<String>> of(Map<String, Set<String>> graph) {
        Circles circles = new Circles(graph);
        graph.keySet().stream().sorted().forEach(circles::visit);
        return circles.found;
    }

    private void visit(String node) {
        if (number.containsKey(node)) {
            return;
        }
        number.put(node, number.size());
        lowest.put(node, number.get(node));
        open.push(node);
        for (String next : graph.get(node)) {
            if (graph.containsKey(next)) {
                visit(next);
                if (open.contains(next)) {
                    lowest.merge(node, lowest.get(next), Math::min);
                }
            }
        }
        if (lowest.get(node).equals(number.get(node))) {
            Set<String> circle = new TreeSet<>();
            String last;
            do {
                last = open.pop();
                circle.add(last);
            } while (!last.equals(node));
            if (circle.size() > 1) {
                found.add(circle);
            }
        }
    }
}
