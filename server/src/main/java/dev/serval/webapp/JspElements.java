package dev.serval.webapp;

import dev.serval.config.XmlElement;
import dev.serval.servlet.JspConfig;
import dev.serval.servlet.JspPropertyGroup;
import dev.serval.webapp.WebXml.Draft;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what a descriptor says of pages, for whoever compiles them. One thread, one file. */
final class JspElements {
    private static final Set<String> LISTS =
            Set.of("url-pattern", "include-prelude", "include-coda");

    private final Elements elements;
    private final Draft draft;

    JspElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    void config(XmlElement e) {
        elements.check(e, "taglib*", "jsp-property-group*");
        elements.noEffect(e, "pages answer 501");
        for (XmlElement child : e.children) {
            if (child.name.equals("taglib")) {
                add(child);
            } else if (child.name.equals("jsp-property-group")) {
                group(child);
            }
        }
    }

    /** One outside of jsp-config, as descriptors up to 2.3 have it. */
    void taglib(XmlElement e) {
        elements.noEffect(e, "there are no pages");
        add(e);
    }

    private void add(XmlElement e) {
        elements.check(e, "taglib-uri", "taglib-location");
        String uri = elements.needed(e, "taglib-uri");
        String location = elements.needed(e, "taglib-location");
        if (uri != null && location != null) {
            JspConfig.Taglib taglib = new JspConfig.Taglib(uri, location);
            draft.pages = draft.pages.with(new JspConfig(List.of(taglib), List.of()));
        }
    }

    private void group(XmlElement e) {
        elements.check(
                e,
                "url-pattern*",
                "el-ignored",
                "error-on-el-not-found",
                "page-encoding",
                "scripting-invalid",
                "is-xml",
                "include-prelude*",
                "include-coda*",
                "deferred-syntax-allowed-as-literal",
                "trim-directive-whitespaces",
                "default-content-type",
                "buffer",
                "error-on-undeclared-namespace");
        Map<String, String> properties = new LinkedHashMap<>();
        for (XmlElement child : e.children) {
            if (!LISTS.contains(child.name)) {
                properties.putIfAbsent(child.name, elements.text(child));
            }
        }
        if (e.children("url-pattern").isEmpty()) {
            elements.problems().error(e.at, "jsp-property-group needs the element url-pattern");
            return;
        }
        JspPropertyGroup group =
                new JspPropertyGroup(
                        texts(e, "url-pattern"),
                        texts(e, "include-prelude"),
                        texts(e, "include-coda"),
                        properties);
        draft.pages = draft.pages.with(new JspConfig(List.of(), List.of(group)));
    }

    private List<String> texts(XmlElement e, String name) {
        return e.children(name).stream().map(elements::text).toList();
    }
}
