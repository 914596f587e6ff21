package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servlet 6.1 §8.2.2. A fragment is {@code name<before>after}, with {@code *} for others. */
class FragmentOrderTest {
    private final Problems problems = new Problems();

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a b c             | a b c
                    c b a             | c b a
                    a>c b c           | b c a
                    a b c<a           | b c a
                    a b c<*           | c a b
                    a>* b c           | b c a
                    a>* b>a c         | c a b
                    a b<* c<b         | c b a
                    a<* b<* c         | a b c
                    a>* b>* c         | c a b
                    a>*,b b>* c       | c b a
                    a>b b>c c         | c b a
                    a<b b<c c         | a b c
                    a>none b          | a b
                    a<none b<none     | a b
                    a b<a,c c         | b a c
                    a<c>b b c         | b a c
                    a>d b c<* d<*     | c d a b
                    a<*>b b c         | b a c
                    a b c d<b>c       | a c d b
                    """)
    void relative(String fragments, String order) {
        assertThat(ordered(Ordering.NONE, fragments)).isEqualTo(order);
        assertThat(problems.all).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a<b b<a         | circular: lib/a.jar (a), lib/b.jar (b)
                    a>b b>a         | circular
                    a<a             | circular: lib/a.jar (a)
                    a>b b>c c>a d   | circular
                    a<*>* b         | both before and after all others
                    a<* b<a>* c     | both before and after all others
                    a<* b>* c<a>b   | both before and after all others
                    a a b           | the fragment name a is taken by lib/a.jar (a)
                    """)
    void whatCannotBeOrdered(String fragments, String message) {
        ordered(Ordering.NONE, fragments);
        assertThat(Descriptors.lines(problems))
                .singleElement()
                .asString()
                .startsWith("ERROR lib/")
                .contains("Servlet 6.1 §8.2.2")
                .contains(message);
    }

    @ParameterizedTest(name = "{0} of {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    c,a     | a b c         | c a
                    c,*     | a b c         | c a b
                    *,a     | a b c         | b c a
                    a,*,b   | a b c d       | a c d b
                    a,none  | a b           | a
                    b,a,b   | a b           | b a
                    b,a     | a<b b<a       | b a
                    a       | a a b         | a a
                    ''      | a b           | ''
                    *       | a b           | a b
                    """)
    void absolute(String names, String fragments, String order) {
        List<String> absolute = new ArrayList<>();
        for (String name : names.split(",")) {
            absolute.add(name.equals("*") ? Ordering.OTHERS : name);
        }
        Ordering ordering = new Ordering(absolute, Set.of(), Set.of());
        assertThat(ordered(ordering, fragments)).isEqualTo(order);
        assertThat(problems.all).isEmpty();
    }

    private String ordered(Ordering ofMain, String text) {
        WebXml.Draft main = new WebXml.Draft(WebXmlReader.whole("web.xml"));
        main.ordering = ofMain;
        List<Fragment> fragments = new ArrayList<>();
        for (String each : text.split(" ")) {
            String name = each.split("[<>]")[0];
            WebXml.Draft draft = new WebXml.Draft(WebXmlReader.whole("lib/" + name + ".jar"));
            draft.name = name;
            draft.ordering = new Ordering(null, names(each, '<'), names(each, '>'));
            Archive archive = Archive.jar(Path.of(name + ".jar"), "lib/" + name + ".jar");
            fragments.add(new Fragment(archive, draft.toWebXml()));
        }
        List<Fragment> ordered = FragmentOrder.of(main.toWebXml(), fragments, problems);
        return String.join(" ", ordered.stream().map(Fragment::name).toList());
    }

    private static Set<String> names(String text, char sign) {
        Set<String> names = new LinkedHashSet<>();
        int start = text.indexOf(sign);
        if (start >= 0) {
            for (String name : text.substring(start + 1).split("[<>]")[0].split(",")) {
                names.add(name.equals("*") ? Ordering.OTHERS : name);
            }
        }
        return names;
    }
}
