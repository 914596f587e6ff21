package dev.serval.tests;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the test classes that its arguments name, in a JVM of its own, up to the first failure. */
final class RunTests implements TestExecutionListener {
    static final int FAILED = 10;
    static final int NOTHING_RUN = 11;
    static final int NOT_READY = 12;

    private int passed;

    private RunTests() {}

    public static void main(String[] classes) {
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(Stream.of(classes).map(name -> selectClass(name)).toList())
                        .build();
        LauncherFactory.create().execute(request, new RunTests());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            System.out.println("FAILED " + test.getDisplayName());
            result.getThrowable().ifPresent(thrown -> System.out.println(thrown));
            Runtime.getRuntime().halt(test.isTest() ? FAILED : NOT_READY);
        }
        if (test.isTest()) {
            passed++;
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        System.out.println("PASSED " + passed);
        Runtime.getRuntime().halt(passed == 0 ? NOTHING_RUN : 0);
    }
}
