package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Switching off any rule makes a test fail: compiles each {@link Mutation}, and runs its suite in a
 * JVM that finds the changed class first, or has the changed file of an application. {@code
 * -Dserval.mutants} is a regular expression: only mutations are run of which it finds something in
 * rule, class or suite, as in {@code rule 20|AjpStream|ManagerTest}.
 */
@Tag("full")
final class MutantTest {
    private static final int MOST_SECONDS = 180;

    @TempDir Path directory;

    static List<Mutation> mutations() {
        Pattern wanted = Pattern.compile(System.getProperty("serval.mutants", ""));
        return Mutations.all().stream()
                .filter(each -> wanted.matcher(each + " " + each.suite()).find())
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void aSuiteFailsWithoutTheRule(Mutation mutation) throws Exception {
        compile(mutation);
        assertThat(run(mutation.wire(), List.of(mutation.suite())))
                .as(output())
                .isEqualTo(RunTests.FAILED);
    }

    /** A wire, and the suites of one package: those of another may not like their servers. */
    static Collection<List<Mutation>> together() {
        return mutations().stream()
                .collect(
                        Collectors.groupingBy(
                                mutation ->
                                        mutation.wire()
                                                + mutation.suite().replaceAll("[^.]+$", "")))
                .values();
    }

    /** Else all of the above could fail for another reason. */
    @ParameterizedTest
    @MethodSource("together")
    void theSuitesPassWithTheRules(List<Mutation> mutations) throws Exception {
        List<String> suites = mutations.stream().map(Mutation::suite).distinct().toList();
        assertThat(run(mutations.get(0).wire(), suites)).as(output()).isZero();
    }

    private void compile(Mutation mutation) throws IOException {
        String changed =
                mutation.applied(Files.readString(DocsPage.checkout().resolve(mutation.file())));
        if (!mutation.isJava()) {
            Path copy = directory.resolve(mutation.file());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, changed);
            return;
        }
        URI name = URI.create("string:///" + mutation.className().replace('.', '/') + ".java");
        JavaFileObject source =
                new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return changed;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-d", directory.toString(), "-cp", classPath());
        boolean compiled =
                compiler.getTask(messages, null, null, options, null, List.of(source)).call();
        assertThat(compiled).as(messages.toString()).isTrue();
    }

    /** The exit code of {@link RunTests}. */
    private int run(Wire wire, List<String> suites) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Xmx512m");
        command.add("-Dcom.sun.net.ssl.requireCloseNotify=true");
        command.add("-Dserval.tests.wires=" + wire);
        command.add("-Dserval.tests.patience=10000");
        // For servers with applications of the checkout, whose files and classes may be changed.
        command.add("-D" + ManagedServer.MUTANT + "=" + directory);
        command.add("-Dserval.tests.apps=" + System.getProperty("serval.tests.apps"));
        command.add("-cp");
        command.add(directory + File.pathSeparator + classPath());
        command.add(RunTests.class.getName());
        command.addAll(suites);
        Process jvm =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("output").toFile())
                        .start();
        if (!jvm.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            jvm.destroyForcibly();
            throw new AssertionError("still running after " + MOST_SECONDS + " s: " + output());
        }
        return jvm.exitValue();
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output"));
    }

    /** That of this JVM, and the tests and extensions that are not in it behind it. */
    private static String classPath() {
        return Stream.of(
                        "connectors/target/test-classes",
                        "server/target/test-classes",
                        "extensions/websocket/target/test-classes",
                        // Which its applications bring themselves.
                        "extensions/manager/target/classes")
                .map(DocsPage.checkout()::resolve)
                .map(Path::toString)
                .reduce(
                        System.getProperty("java.class.path"),
                        (path, next) -> path + File.pathSeparator + next);
    }
}
