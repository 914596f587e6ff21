package dev.serval.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.naming.java.javaURLContextFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of applications (Servlet 6.1 §15.2.2), found by the context class loader. */
class NamingContextTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private Context initial;

    /** A loader of an application. */
    private static final class Scope extends ClassLoader implements NamingScope {
        private final NamingEntries entries;

        Scope(Map<String, ?> entries) {
            super(NamingContextTest.class.getClassLoader());
            this.entries = new NamingEntries(entries);
        }

        @Override
        public NamingEntries namingEntries() {
            return entries;
        }
    }

    @BeforeEach
    void enter() throws NamingException {
        Thread.currentThread()
                .setContextClassLoader(new Scope(Map.of("x", 1, "mail/host", "h", "mail/port", 2)));
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, javaURLContextFactory.class.getName());
        environment.put(Context.URL_PKG_PREFIXES, javaURLContextFactory.PACKAGES);
        initial = new InitialContext(environment);
    }

    @AfterEach
    void leave() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void aValueIsFoundByItsWholeName() throws Exception {
        assertThat(initial.lookup("java:comp/env/x")).isEqualTo(1);
        assertThat(initial.lookup("java:/comp/env//x/")).isEqualTo(1);
        assertThat(initial.lookup(new CompositeName("java:comp/env/mail/host"))).isEqualTo("h");
        assertThat(initial.lookupLink("java:comp/env/x")).isEqualTo(1);
    }

    @Test
    void aValueIsFoundStepByStep() throws Exception {
        Context env = (Context) initial.lookup("java:comp/env");
        assertThat(env.lookup("x")).isEqualTo(1);
        assertThat(env.getNameInNamespace()).isEqualTo("java:comp/env");
        Context mail = (Context) env.lookup(new CompositeName("mail"));
        assertThat(mail.lookup("port")).isEqualTo(2);
        assertThat(((Context) mail.lookup("")).lookup("host")).isEqualTo("h");
        assertThat(((Context) initial.lookup("java:comp")).lookup("env/x")).isEqualTo(1);
    }

    @Test
    void anApplicationWithoutEntriesHasAnEmptyContext() throws Exception {
        Thread.currentThread().setContextClassLoader(new Scope(Map.of()));
        Context env = (Context) initial.lookup("java:comp/env");
        assertThat(Collections.list(env.list(""))).isEmpty();
    }

    @Test
    void namesAreListedInOrder() throws Exception {
        List<String> names = new ArrayList<>();
        for (NameClassPair pair : Collections.list(initial.list("java:comp/env"))) {
            names.add(pair.getName() + " " + pair.getClassName());
        }
        assertThat(names).containsExactly("mail javax.naming.Context", "x java.lang.Integer");
        assertThat(Collections.list(initial.list("java:")))
                .extracting(NameClassPair::getName)
                .containsExactly("comp", "global");
        assertThat(Collections.list(initial.list("java:comp")))
                .extracting(NameClassPair::getName)
                .containsExactly("env");
    }

    @Test
    void bindingsHaveTheirValues() throws Exception {
        List<Binding> all = Collections.list(initial.listBindings("java:comp/env"));
        assertThat(all.get(1).getObject()).isEqualTo(1);
        assertThat(((Context) all.get(0).getObject()).lookup("host")).isEqualTo("h");
    }

    @Test
    void aValueIsNoContext() {
        assertThatThrownBy(() -> initial.list("java:comp/env/x"))
                .isInstanceOf(NotContextException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java:comp/env/jdbc/db", "java:comp/env/mai", "java:comp/env/x/y"})
    void whatIsNotBoundSaysWhatBindsNames(String name) {
        assertThatThrownBy(() -> initial.lookup(name))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageStartingWith(name + " is not bound")
                .hasMessageContaining("Resource, ResourceLink and Environment of its Context bind");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "java:x", "java:global/x"})
    void otherNamesAreNotThere(String name) {
        assertThatThrownBy(() -> initial.lookup(name))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("begin with java:comp/env/");
    }

    @Test
    void whatIsNotBoundNamesTheNearest() {
        assertThatThrownBy(() -> initial.lookup("java:comp/env/mail/hots"))
                .hasMessageContaining("(did you mean java:comp/env/mail/host?)");
    }

    @Test
    void whatIsMadeIsMadeOnceByALookUpAndByNoList() throws Exception {
        List<Object> made = new ArrayList<>();
        NamedObject.Maker maker =
                () -> {
                    made.add(new Object());
                    return made.get(made.size() - 1);
                };
        Thread.currentThread()
                .setContextClassLoader(
                        new Scope(
                                Map.of(
                                        "one", new NamedObject("t.One", true, maker),
                                        "each", new NamedObject("t.Each", false, maker))));
        assertThat(Collections.list(initial.list("java:comp/env")).toString())
                .isEqualTo("[each: t.Each, one: t.One]");
        assertThat(made).isEmpty();
        assertThat(initial.lookup("java:comp/env/one"))
                .isSameAs(initial.lookup("java:comp/env/one"));
        assertThat(initial.lookup("java:comp/env/each"))
                .isNotSameAs(initial.lookup("java:comp/env/each"));
        assertThat(made).hasSize(3);
    }

    @Test
    void aFailureToMakeOneDoesNotKeepTheNextLookUpFromTrying() throws Exception {
        List<Integer> tries = new ArrayList<>();
        NamedObject.Maker maker =
                () -> {
                    tries.add(1);
                    if (tries.size() == 1) {
                        throw new NamingException("the database is down");
                    }
                    return "made";
                };
        Thread.currentThread()
                .setContextClassLoader(new Scope(Map.of("n", new NamedObject("t", true, maker))));
        assertThatThrownBy(() -> initial.lookup("java:comp/env/n"))
                .hasMessage("the database is down");
        assertThat(initial.lookup("java:comp/env/n")).isEqualTo("made");
    }

    @Test
    void aChildOfTheLoaderSeesTheSame() throws Exception {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new ClassLoader(thread.getContextClassLoader()) {});
        assertThat(initial.lookup("java:comp/env/x")).isEqualTo(1);
    }

    @Test
    void theInitialContextFollowsTheThreadAndOthersStay() throws Exception {
        Context env = (Context) initial.lookup("java:comp/env");
        Thread.currentThread().setContextClassLoader(new Scope(Map.of("x", 9)));
        assertThat(initial.lookup("java:comp/env/x")).isEqualTo(9);
        assertThat(env.lookup("x")).isEqualTo(1);
    }

    @Test
    void aThreadWithoutAnApplicationFindsNothing() {
        Thread.currentThread().setContextClassLoader(before);
        assertThatThrownBy(() -> initial.lookup("java:comp/env/x"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("runs no application");
    }

    @Test
    void nothingIsWritten() throws Exception {
        Context env = (Context) initial.lookup("java:comp/env");
        for (Context context : List.of(initial, env)) {
            String name = context == env ? "y" : "java:comp/env/y";
            List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> writes =
                    List.of(
                            () -> context.bind(name, 1),
                            () -> context.bind(new CompositeName(name), 1),
                            () -> context.rebind(name, 1),
                            () -> context.unbind(name),
                            () -> context.rename(name, "z"),
                            () -> context.createSubcontext(name),
                            () -> context.destroySubcontext(name));
            for (var write : writes) {
                assertThatThrownBy(write).isInstanceOf(OperationNotSupportedException.class);
            }
        }
    }

    @Test
    void namesAreComposed() throws Exception {
        Context env = (Context) initial.lookup("java:comp/env");
        assertThat(env.composeName("host", "mail")).isEqualTo("mail/host");
        assertThat(env.getNameParser("").parse("a/b").size()).isEqualTo(2);
        assertThat(env.getEnvironment()).isEmpty();
        env.close();
        assertThat(env.lookup("x")).isEqualTo(1);
    }
}
