package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A connection that cannot be handed over does not count where it has never come. */
class ArrivalTest {
    private final AtomicInteger count = new AtomicInteger();
    private final List<String> served = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private final Arrival<String> arrival = new Arrival<>("one", count, served::add);

    private static Driver driver(Consumer<Runnable> execute) {
        return (Driver)
                Proxy.newProxyInstance(
                        Driver.class.getClassLoader(),
                        new Class<?>[] {Driver.class},
                        (self, method, arguments) -> {
                            execute.accept((Runnable) arguments[0]);
                            return null;
                        });
    }

    @Test
    void itCountsFromTheBeginning() {
        arrival.pass(driver(tasks::add));
        assertThat(count).hasValue(1);
        assertThat(served).isEmpty();
        tasks.get(0).run();
        assertThat(count).hasValue(1);
        assertThat(served).containsExactly("one");
    }

    @Test
    void whereTheLoopTakesNothingItDoesNotCount() {
        OutOfMemoryError error = new OutOfMemoryError("of a test");
        assertThatThrownBy(
                        () ->
                                arrival.pass(
                                        driver(
                                                task -> {
                                                    throw error;
                                                })))
                .isSameAs(error);
        assertThat(count).hasValue(0);
    }

    @Test
    void whatLiesWithALoopThatCouldNotBeWokenIsNotServedAsWell() {
        assertThatThrownBy(
                        () ->
                                arrival.pass(
                                        driver(
                                                task -> {
                                                    tasks.add(task);
                                                    throw new IllegalStateException("of a test");
                                                })))
                .hasMessage("of a test");
        tasks.get(0).run();
        assertThat(served).isEmpty();
        assertThat(count).hasValue(0);
    }

    @Test
    void whatIsServedAlreadyIsNoFailure() {
        arrival.pass(
                driver(
                        task -> {
                            task.run();
                            throw new IllegalStateException("of a test");
                        }));
        assertThat(served).containsExactly("one");
        assertThat(count).hasValue(1);
    }
}
