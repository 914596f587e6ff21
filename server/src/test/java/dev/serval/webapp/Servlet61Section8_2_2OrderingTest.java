package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order in which web fragments count, each jar named for its fragment. */
class Servlet61Section8_2_2OrderingTest {
    private final Problems problems = new Problems();
    private final List<Fragment> fragments = new ArrayList<>();
    private WebXml main = Descriptors.webXml("");

    /** A jar with a fragment; its name is said where one is given. */
    private Servlet61Section8_2_2OrderingTest jar(String file, String... inside) {
        String shown = "WEB-INF/lib/" + file + ".jar";
        WebXml xml = Descriptors.fragment(shown, String.join("", inside));
        fragments.add(new Fragment(Archive.jar(Path.of(file + ".jar"), shown), xml));
        return this;
    }

    private Servlet61Section8_2_2OrderingTest fragment(String name, String... inside) {
        return jar(name, "<name>" + name + "</name>", String.join("", inside));
    }

    private Servlet61Section8_2_2OrderingTest absolute(String inside) {
        main = Descriptors.webXml("<absolute-ordering>" + inside + "</absolute-ordering>");
        return this;
    }

    private static String before(String inside) {
        return "<before>" + inside + "</before>";
    }

    private static String after(String inside) {
        return "<after>" + inside + "</after>";
    }

    private static String ordering(String... sides) {
        return "<ordering>" + String.join("", sides) + "</ordering>";
    }

    private static String name(String name) {
        return "<name>" + name + "</name>";
    }

    /** Without a problem. */
    private String order() {
        String order = ordered();
        assertThat(Descriptors.lines(problems)).isEmpty();
        return order;
    }

    private String ordered() {
        StringBuilder order = new StringBuilder();
        for (Fragment fragment : FragmentOrder.of(main, fragments, problems)) {
            order.append(fragment.archive().path().toString().replace(".jar", " "));
        }
        return order.toString().strip();
    }

    private String problem() {
        ordered();
        assertThat(problems.all).hasSize(1);
        return Descriptors.lines(problems).get(0);
    }

    // ---- absolute

    @Test
    void namesAreTheOrderWhateverFragmentsWant() {
        fragment("a", ordering(before("<others/>"))).fragment("b").fragment("c");
        absolute(name("c") + name("b") + name("a"));
        assertThat(order()).isEqualTo("c b a");
    }

    @Test
    void aNameThatIsNotPresentCountsForNothing() {
        fragment("a").fragment("b");
        absolute(name("b") + name("none") + name("a"));
        assertThat(order()).isEqualTo("b a");
    }

    @Test
    void withoutOthersWhatIsNotNamedIsIgnored() {
        fragment("a").fragment("b").jar("plain");
        absolute(name("b"));
        assertThat(order()).isEqualTo("b");
    }

    @Test
    void othersStandForAllThatAreNotNamedAtThatPoint() {
        fragment("a").fragment("b").jar("plain").fragment("c");
        absolute(name("c") + "<others/>" + name("a"));
        assertThat(order()).isEqualTo("c b plain a");
    }

    @Test
    void ofANameThatStandsTwiceOnlyTheFirstIsConsidered() {
        fragment("a").fragment("b");
        absolute(name("b") + name("a") + name("b"));
        assertThat(order()).isEqualTo("b a");
    }

    @Test
    void anEmptyOneExcludesAll() {
        fragment("a").jar("plain");
        absolute("");
        assertThat(order()).isEmpty();
    }

    @Test
    void fragmentsOfOneNameAreBothThatName() {
        jar("x", name("a")).jar("y", name("a"));
        absolute(name("a"));
        assertThat(order()).isEqualTo("x y");
    }

    @Test
    void aCircleDoesNotMatterThen() {
        fragment("a", ordering(before(name("b")))).fragment("b", ordering(before(name("a"))));
        absolute(name("b") + name("a"));
        assertThat(order()).isEqualTo("b a");
    }

    // ---- relative

    @Test
    void beforeANameIsBeforeThatFragment() {
        fragment("a").fragment("b", ordering(before(name("a"))));
        assertThat(order()).isEqualTo("b a");
    }

    @Test
    void afterANameIsBehindThatFragment() {
        fragment("a", ordering(after(name("b")))).fragment("b");
        assertThat(order()).isEqualTo("b a");
    }

    @Test
    void beforeOthersIsAtTheBeginning() {
        fragment("a").jar("plain").fragment("z", ordering(before("<others/>")));
        assertThat(order()).isEqualTo("z a plain");
    }

    @Test
    void severalBeforeOthersAreAllAtTheBeginning() {
        fragment("a").fragment("y", ordering(before("<others/>")));
        fragment("b").fragment("z", ordering(before("<others/>")));
        assertThat(order()).isIn("y z a b", "z y a b");
    }

    @Test
    void behindOthersIsAtTheEnd() {
        fragment("a", ordering(after("<others/>"))).fragment("b").jar("plain");
        assertThat(order()).isEqualTo("b plain a");
    }

    @Test
    void severalBehindOthersAreAllAtTheEnd() {
        fragment("a", ordering(after("<others/>"))).fragment("c");
        fragment("b", ordering(after("<others/>"))).fragment("d");
        assertThat(order()).isIn("c d a b", "c d b a");
    }

    @Test
    void namesBesideOthersAreConsideredToo() {
        fragment("a", ordering(before("<others/>" + name("b"))));
        fragment("b", ordering(before("<others/>"))).fragment("c");
        assertThat(order()).isEqualTo("a b c");
    }

    @Test
    void theExampleOfThreeFragments() {
        fragment("MyFragment1", ordering(after(name("MyFragment2"))));
        fragment("MyFragment2").fragment("MyFragment3", ordering(before("<others/>")));
        assertThat(order()).isEqualTo("MyFragment3 MyFragment2 MyFragment1");
    }

    @Test
    void theExampleOfThreeFragmentsWithAnAbsoluteOrder() {
        fragment("MyFragment1", ordering(after(name("MyFragment2"))));
        fragment("MyFragment2").fragment("MyFragment3", ordering(before("<others/>")));
        absolute(name("MyFragment3") + name("MyFragment2"));
        assertThat(order()).isEqualTo("MyFragment3 MyFragment2");
    }

    @Test
    void theFirstExampleOfSix() {
        fragment("A", ordering(after("<others/>" + name("C"))));
        fragment("B", ordering(before("<others/>"))).fragment("C", ordering(after("<others/>")));
        fragment("D").fragment("E").fragment("F", ordering(before("<others/>" + name("B"))));
        assertThat(order()).isEqualTo("F B D E C A");
    }

    @Test
    void theSecondExampleWithOneWithoutName() {
        jar("none", ordering(after("<others/>"), before(name("C"))));
        fragment("B", ordering(before("<others/>"))).fragment("C");
        fragment("D", ordering(after("<others/>")));
        fragment("E", ordering(before("<others/>"))).fragment("F");
        assertThat(order())
                .isIn(
                        "B E F none C D",
                        "B E F none D C",
                        "E B F none C D",
                        "E B F none D C",
                        "E B F D none C",
                        "B E F D none C");
    }

    @Test
    void theThirdExampleOfFour() {
        fragment("A", ordering(after(name("B")))).fragment("B");
        fragment("C", ordering(before("<others/>"))).fragment("D");
        assertThat(order()).isIn("C B D A", "C D B A", "C B A D");
    }

    @Test
    void withoutOrderingThereIsNoDependency() {
        jar("b").jar("a", "<welcome-file-list/>").fragment("c");
        assertThat(order()).isEqualTo("b a c");
    }

    // ---- what cannot be

    @Test
    void oneNameOfTwoFragmentsIsAnErrorThatNamesBothAndTheWayOut() {
        jar("x", name("same")).jar("y", name("same"));
        assertThat(problem())
                .startsWith("ERROR WEB-INF/lib/y.jar")
                .contains("the fragment name same is taken by WEB-INF/lib/x.jar")
                .contains("absolute-ordering");
    }

    @Test
    void aCircleIsAnErrorThatNamesItsJars() {
        fragment("a", ordering(after(name("b")))).fragment("b", ordering(after(name("a"))));
        assertThat(problem())
                .startsWith("ERROR")
                .contains("circular: WEB-INF/lib/a.jar (a), WEB-INF/lib/b.jar (b)");
    }

    @Test
    void bothEndsAtOnceAreAnError() {
        fragment("a", ordering(before("<others/>"), after("<others/>"))).fragment("b");
        assertThat(problem()).contains("WEB-INF/lib/a.jar (a)").contains("before and after");
    }

    private String readingFragment(String inside) {
        byte[] text =
                ("<web-fragment>\n" + inside + "</web-fragment>").getBytes(StandardCharsets.UTF_8);
        assertThat(WebXmlReader.fragment(text, "f.xml", problems)).isNull();
        return Descriptors.lines(problems).get(0);
    }

    @Test
    void aFragmentHasOneNameAtMost() {
        assertThat(readingFragment(name("a") + "\n" + name("b")))
                .isEqualTo(
                        "ERROR f.xml:3:1: Servlet 6.1 §14.2: there is one element name at most,"
                                + " the first is at f.xml:2:1");
    }

    @Test
    void aFragmentHasOneOrderingAtMost() {
        assertThat(readingFragment("<ordering/>\n<ordering/>"))
                .startsWith("ERROR f.xml:3:1: ")
                .contains("one element ordering at most");
    }

    @Test
    void anOrderingHasOneBeforeAndOneAfterAtMost() {
        assertThat(readingFragment(ordering(before(name("a")), before(name("b")))))
                .startsWith("ERROR f.xml:2:")
                .contains("ordering has the element before twice, the first at f.xml:2:11");
    }

    @Test
    void webXmlHasOneAbsoluteOrderingAtMost() {
        assertThat(
                        Descriptors.webXml(
                                "<web-app>\n<absolute-ordering/>\n<absolute-ordering/></web-app>",
                                problems))
                .isNull();
        assertThat(Descriptors.lines(problems))
                .singleElement()
                .asString()
                .startsWith("ERROR web.xml:3:1: ")
                .contains("one element absolute-ordering at most");
    }
}
