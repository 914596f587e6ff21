package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.webapp.WebXml.Draft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads {@code jsp-config}, and the {@code taglib} that was an element of its own up to 2.3. Used
 * for one file.
 */
final class JspElements {
    private static final Set<String> SEVERAL =
            Set.of("url-pattern", "include-prelude", "include-coda");
    private static final Set<String> ONCE =
            Set.of(
                    "el-ignored",
                    "error-on-el-not-found",
                    "page-encoding",
                    "scripting-invalid",
                    "is-xml",
                    "deferred-syntax-allowed-as-literal",
                    "trim-directive-whitespaces",
                    "default-content-type",
                    "buffer",
                    "error-on-undeclared-namespace");

    private final Elements elements;
    private final Draft draft;

    JspElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    void config(XmlElement e) {
        elements.withoutPages(e, "pages answer 501");
        elements.check(e, "taglib*", "jsp-property-group*");
        List<JspConfig.Group> groups = new ArrayList<>();
        for (XmlElement group : e.children("jsp-property-group")) {
            groups.add(group(group));
        }
        add(new JspConfig(taglibs(e.children("taglib")), groups));
    }

    void taglib(XmlElement e) {
        elements.withoutPages(e, "there are no pages");
        add(new JspConfig(taglibs(List.of(e)), List.of()));
    }

    private void add(JspConfig more) {
        draft.jspConfig = draft.jspConfig == null ? more : draft.jspConfig.and(more);
    }

    private List<JspConfig.Taglib> taglibs(List<XmlElement> all) {
        List<JspConfig.Taglib> taglibs = new ArrayList<>();
        for (XmlElement e : all) {
            elements.check(e, "taglib-uri", "taglib-location");
            String uri = elements.needed(e, "taglib-uri");
            String location = elements.needed(e, "taglib-location");
            if (uri != null && location != null) {
                taglibs.add(new JspConfig.Taglib(uri, location));
            }
        }
        return taglibs;
    }

    private JspConfig.Group group(XmlElement e) {
        Set<String> known = new TreeSet<>(ONCE);
        SEVERAL.forEach(name -> known.add(name + "*"));
        elements.check(e, known.toArray(String[]::new));
        elements.needed(e, "url-pattern");
        Map<String, String> texts = new LinkedHashMap<>();
        for (XmlElement child : e.children) {
            if (ONCE.contains(child.name)) {
                texts.putIfAbsent(child.name, elements.text(child));
            }
        }
        return new JspConfig.Group(
                texts(e, "url-pattern"),
                texts(e, "include-prelude"),
                texts(e, "include-coda"),
                texts);
    }

    private List<String> texts(XmlElement e, String name) {
        return e.children(name).stream().map(elements::text).toList();
    }
}
