package dev.serval.tests;

import static dev.serval.tests.JspFact.at;
import static dev.serval.tests.JspFact.of;

import java.util.List;

/** What counts when a page is translated, and what begins with the application. */
final class JspTranslationFacts {
    private static final String TAGS = "<%@ taglib prefix='t' uri='urn:facts' %>";
    private static final String CHECKED = "<%@ taglib prefix='k' uri='urn:checked' %>";

    private JspTranslationFacts() {}

    static final List<JspFact> ALL =
            List.of(
                    at("/exact/page", "a group maps one path", "${1+1}", "= 2"),
                    at(
                            "/literal/a.jsp",
                            "a group allows deferred syntax as text",
                            "#{x}",
                            "= #{x}"),
                    of("deferred syntax is an error else", "#{x}", "HTTP/1.1 500"),
                    at(
                            "/namespaces/a.jsp",
                            "prefixes that nothing declares may be an error",
                            "<no:tag/>",
                            "HTTP/1.1 500"),
                    of("prefixes that nothing declares are text", "<no:tag/>", "= <no:tag/>"),
                    at(
                            "/strict/a.jsp",
                            "a group makes unknown names an error",
                            "[${nothingOfThatName}]",
                            "HTTP/1.1 500"),
                    at("/framed/", "a group leaves a directory its welcome file", "", "= <home>"),
                    of("a page begins with the application", "${begunWith}", "= the start"),
                    of(
                            "what informs of a tag declares a variable",
                            TAGS + "<t:counted n='4'/><%= counted + 1 %>",
                            "= 5"),
                    of(
                            "what informs of a tag refuses an attribute",
                            TAGS + "<t:counted n='bad'/>",
                            "HTTP/1.1 500"),
                    of(
                            "the validator of a library lets a page pass",
                            CHECKED + "<k:upper>a</k:upper>",
                            "= A"),
                    of(
                            "the validator of a library refuses a page",
                            CHECKED + "forbidden",
                            "HTTP/1.1 500",
                            "! forbidden"));
}
