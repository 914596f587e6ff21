package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.webapp.WebXml.Draft;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads the order of fragments (Servlet 6.1 §8.2.2). Used by one thread, for one file. */
final class OrderingElements {
    private final boolean fragment;
    private final Elements elements;
    private final Draft draft;

    /**
     * @param fragment whether the file is a web-fragment.xml
     */
    OrderingElements(boolean fragment, Elements elements, Draft draft) {
        this.fragment = fragment;
        this.elements = elements;
        this.draft = draft;
    }

    void absolute(XmlElement e) {
        if (fragment) {
            elements.problems()
                    .warning(e.at, "absolute-ordering belongs in web.xml; it is ignored");
            return;
        }
        elements.check(e, "name*", "others");
        List<String> names = new ArrayList<>();
        for (XmlElement child : e.children) {
            if (child.name.equals("name")) {
                names.add(elements.text(child));
            } else if (child.name.equals("others")) {
                names.add(Ordering.OTHERS);
            }
        }
        draft.ordering = new Ordering(names, Set.of(), Set.of());
    }

    void relative(XmlElement e) {
        if (!fragment) {
            elements.problems()
                    .warning(e.at, "ordering belongs in a web-fragment.xml; it is ignored");
            return;
        }
        elements.check(e, "before", "after");
        draft.ordering = new Ordering(null, side(e, "before"), side(e, "after"));
    }

    private Set<String> side(XmlElement ordering, String side) {
        Set<String> names = new LinkedHashSet<>();
        for (XmlElement e : ordering.children(side)) {
            elements.check(e, "name*", "others");
            e.children("name").forEach(name -> names.add(elements.text(name)));
            if (Elements.child(e, "others") != null) {
                names.add(Ordering.OTHERS);
            }
        }
        return names;
    }
}
