package dev.serval.tests;

import java.util.List;

/**
 * What a page answers. Immutable.
 *
 * @param path of the page in its application
 * @param page its text; empty where it is a part of the application
 * @param query with its question mark, or empty
 * @param expected each is found in the response; "= " before the whole body without white space
 *     around it, "== " before the whole body, "! " before what is not found
 */
record JspFact(String name, String path, String page, String query, List<String> expected) {
    static JspFact of(String name, String page, String... expected) {
        String path = "/facts/" + name.replace(' ', '-') + ".jsp";
        return new JspFact(name, path, page, "", List.of(expected));
    }

    static JspFact at(String path, String name, String page, String... expected) {
        return new JspFact(name, path, page, "", List.of(expected));
    }

    JspFact asked(String text) {
        return new JspFact(name, path, page, "?" + text, expected);
    }

    /** What is not as expected; empty when all is. */
    String wrong(String head, String body) {
        for (String each : expected) {
            boolean holds =
                    each.startsWith("== ")
                            ? body.equals(each.substring(3))
                            : each.startsWith("= ")
                                    ? body.strip().equals(each.substring(2))
                                    : each.startsWith("! ")
                                            ? !(head + body).contains(each.substring(2))
                                            : (head + body).contains(each);
            if (!holds) {
                return each;
            }
        }
        return "";
    }

    @Override
    public String toString() {
        return name;
    }
}
