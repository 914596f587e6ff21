package dev.serval.lambdas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Expressions of all kinds say the same before and after, and are classes only afterwards. */
class LambdaClassesTest {
    private static final String PATH = "dev/serval/lambdas/LambdaClassesTest$";

    @TempDir private Path temporary;
    private Path compiled;
    private Path changed;

    /** Returns what its expressions say; public, for it is loaded once more. */
    public static class Expressions implements Callable<List<Object>> {
        private final List<Object> said = new ArrayList<>();
        private final String own = "own";
        public Throwable thrown; // by one of them

        /** A default method with an expression of its own. */
        public interface Polite {
            String name();

            private String secret(String end) {
                return "dear " + name() + end;
            }

            default Supplier<String> greeting() {
                return () -> secret("!");
            }

            static Function<Polite, String> ofOthers() {
                return polite -> polite.secret("?");
            }
        }

        /** One that is nested deeper. */
        private record Pair<A, B>(A one, B other) {
            <C> C with(BiFunction<A, B, C> function) {
                return function.apply(one, other);
            }

            Supplier<Pair<B, A>> turned() {
                return () -> new Pair<>(other, one);
            }
        }

        @Override
        public List<Object> call() throws Exception {
            int number = 7;
            long large = 1L << 40;
            double half = 0.5;
            byte small = 3;
            char letter = 'x';
            boolean yes = true;
            String text = "text";
            int[] counts = {1, 2};
            add(() -> "constant");
            add(() -> own + text + number + large + half + small + letter + yes + counts[1]);
            add(this::secret);
            add(text::length);
            add(Expressions::fixed);
            add(ArrayList::new);
            Function<String, String> strip = String::strip;
            said.add(strip.apply(" a "));
            Function<Integer, Pair<Integer, String>> made = n -> new Pair<>(n, text);
            said.add(made.apply(2).with((n, s) -> s.repeat(n)));
            said.add(new Pair<>("a", 1).turned().get().with((n, s) -> n + s));
            BiFunction<String, Integer, Pair<String, Integer>> pair = Pair::new;
            said.add(pair.apply("p", 5).other());
            IntBinaryOperator plus = Integer::sum;
            said.add(plus.applyAsInt(2, 3));
            IntFunction<int[]> array = int[]::new;
            said.add(array.apply(4).length);
            ToIntFunction<Integer> unboxed = n -> n + 1;
            said.add(unboxed.applyAsInt(1));
            ToLongFunction<Integer> widened = Integer::intValue;
            said.add(widened.applyAsLong(6));
            Function<Character, Integer> widenedToo = Expressions::code;
            said.add(widenedToo.apply('a'));
            Function<Integer, Object> boxed = Integer::byteValue;
            said.add(boxed.apply(8));
            LongSupplier bits = () -> large;
            said.add(bits.getAsLong());
            BooleanSupplier truth = () -> yes;
            said.add(truth.getAsBoolean());
            Predicate<Object> isText = String.class::isInstance;
            said.add(isText.negate().test(1));
            Consumer<String> popped = said::add;
            popped.accept("popped");
            Consumer<String> poppedLong = Long::parseLong;
            poppedLong.accept("1");
            Runnable nested = () -> Stream.of(1, 2).map(n -> n * number).forEach(said::add);
            nested.run();
            Polite polite = () -> "sir";
            said.add(polite.greeting().get());
            said.add(Polite.ofOthers().apply(polite));
            Supplier<String> serialized = (Supplier<String> & Serializable) () -> text;
            said.add(serialized.get());
            Map<Object, String> names = Map.of(1, "one");
            Namer namer = names::get;
            said.add(namer.name(1));
            said.add(refused(() -> ofNumbers().name(1)));
            Consumer<String> texts = new ArrayList<Object>()::add;
            said.add(refused(() -> polluted(texts)));
            ToIntFunction<Integer> counted = n -> n;
            said.add(refused(() -> polluted(counted)));
            said.add(same() == same());
            try {
                Stream.of("a").forEach(Expressions::fail);
            } catch (UncheckedIOException e) {
                thrown = e;
                said.add(e.getMessage());
            }
            return said;
        }

        /** Its result is narrower than that of the target. */
        public interface Namer {
            String name(Object key);
        }

        private static boolean refused(Runnable call) {
            try {
                call.run();
                return false;
            } catch (ClassCastException e) {
                return true;
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // what the JVM has to refuse
        private static void polluted(Object function) {
            if (function instanceof Consumer consumer) {
                consumer.accept(1);
            } else {
                ((ToIntFunction) function).applyAsInt(1L << 33);
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static Namer ofNumbers() {
            Map<Object, String> numbers = (Map) Map.of(1, 2);
            return numbers::get;
        }

        private void add(Supplier<?> supplier) {
            said.add(supplier.get());
        }

        private String secret() {
            return "secret of " + own;
        }

        private static Object fixed() {
            return 1.5;
        }

        private static int code(int character) {
            return character;
        }

        private static Runnable same() {
            return () -> {};
        }

        private static void fail(String text) {
            throw new UncheckedIOException(new IOException(text));
        }
    }

    private final List<URLClassLoader> loaders = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    @BeforeEach
    void copyTheClasses() throws IOException {
        compiled = temporary.resolve("compiled");
        changed = temporary.resolve("changed");
        Files.createDirectories(compiled.resolve(PATH).getParent());
        copy("");
        for (String nested :
                List.of(
                        "Expressions",
                        "Expressions$Polite",
                        "Expressions$Pair",
                        "Expressions$Namer")) {
            copy("$" + nested);
        }
    }

    private void copy(String nested) throws IOException {
        String path = LambdaClassesTest.class.getName().replace('.', '/') + nested + ".class";
        try (var in = LambdaClassesTest.class.getClassLoader().getResourceAsStream(path)) {
            Files.copy(in, compiled.resolve(path));
        }
    }

    /** Made of the classes in a directory. */
    private Callable<?> expressions(Path directory) throws Exception {
        URL[] urls = {directory.toUri().toURL()};
        URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        loaders.add(loader);
        Class<?> type = loader.loadClass(LambdaClassesTest.class.getName() + "$Expressions");
        return (Callable<?>) type.getConstructor().newInstance();
    }

    private List<String> said(Path directory) throws Exception {
        return ((List<?>) expressions(directory).call())
                .stream().map(each -> each.getClass().getSimpleName() + " " + each).toList();
    }

    private static ClassNode node(Path file) {
        try {
            ClassNode node = new ClassNode();
            new ClassReader(Files.readAllBytes(file)).accept(node, 0);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The expressions of a changed class that are none. */
    private List<InvokeDynamicInsnNode> linkedLater(String nested) throws IOException {
        ClassNode node = node(changed.resolve(PATH + nested + ".class"));
        return node.methods.stream()
                .flatMap(method -> Stream.of(method.instructions.toArray()))
                .filter(InvokeDynamicInsnNode.class::isInstance)
                .map(InvokeDynamicInsnNode.class::cast)
                .filter(call -> call.bsm.getOwner().endsWith("LambdaMetafactory"))
                .toList();
    }

    @Test
    void theySayTheSame() throws Exception {
        List<String> before = said(compiled);
        assertThat(before).hasSize(31).contains("String secret of own", "Boolean true");
        assertThat(LambdaClasses.copy(compiled, changed)).isGreaterThan(30);
        assertThat(said(changed)).isEqualTo(before);
    }

    @Test
    void onlyThoseThatNeedMoreStayAsTheyWere() throws IOException {
        LambdaClasses.copy(compiled, changed);
        assertThat(linkedLater("Expressions"))
                .as("can be serialized, int to long, Character to int")
                .extracting(call -> call.bsm.getName(), call -> call.name)
                .containsExactlyInAnyOrder(
                        tuple("metafactory", "applyAsLong"),
                        tuple("metafactory", "apply"),
                        tuple("altMetafactory", "get"),
                        tuple("altMetafactory", "get")); // and where it is read again
        assertThat(linkedLater("Expressions$Polite")).isEmpty();
        assertThat(linkedLater("Expressions$Pair")).isEmpty();
    }

    @Test
    void noneHasAStaticInitialiserThatCouldFailForEver() throws IOException {
        LambdaClasses.copy(compiled, changed);
        try (Stream<Path> all = Files.walk(changed)) {
            List<ClassNode> made =
                    all.filter(file -> file.toString().contains("$$Lambda$"))
                            .map(LambdaClassesTest::node)
                            .toList();
            assertThat(made)
                    .hasSizeGreaterThan(30)
                    .noneMatch(
                            type -> type.methods.stream().anyMatch(m -> m.name.equals("<clinit>")));
        }
    }

    @Test
    void otherFilesAreCopiedAndTheCopyIsANewOne() throws Exception {
        Path resource = Path.of("META-INF/a.txt");
        Files.createDirectory(compiled.resolve("META-INF"));
        Files.writeString(compiled.resolve(resource), "text");
        LambdaClasses.copy(compiled, changed);
        assertThat(changed.resolve(resource)).hasContent("text");
        Files.delete(compiled.resolve(resource));
        LambdaClasses.copy(compiled, changed);
        assertThat(changed.resolve(resource)).doesNotExist();
    }

    @Test
    void aStackTraceHasTheLineOfTheExpression() throws Exception {
        LambdaClasses.copy(compiled, changed);
        Callable<?> expressions = expressions(changed);
        expressions.call();
        Throwable thrown = (Throwable) expressions.getClass().getField("thrown").get(expressions);
        List<StackTraceElement> trace = List.of(thrown.getStackTrace());
        StackTraceElement caller =
                trace.stream()
                        .filter(each -> each.getMethodName().equals("call"))
                        .findFirst()
                        .get();
        assertThat(trace)
                .filteredOn(each -> each.getClassName().contains("Expressions$$Lambda$"))
                .singleElement()
                .satisfies(
                        frame -> {
                            assertThat(frame.getFileName()).isEqualTo(caller.getFileName());
                            assertThat(frame.getLineNumber()).isEqualTo(caller.getLineNumber());
                        });
    }
}
