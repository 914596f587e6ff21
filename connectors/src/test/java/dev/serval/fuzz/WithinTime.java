package dev.serval.fuzz;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Ends a property after {@code serval.fuzz.seconds}, default 2; with {@code -Pfull} 600. Used by
 * jqwik. Its tries are the same in every run of the same {@code serval.fuzz.salt}, default 0.
 */
public final class WithinTime implements AroundTryHook {
    private static final long NANOS =
            TimeUnit.SECONDS.toNanos(Integer.getInteger("serval.fuzz.seconds", 2));

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public TryExecutionResult aroundTry(
            TryLifecycleContext context, TryExecutor tried, List<Object> parameters) {
        Store<Long> begin =
                Store.getOrCreate(WithinTime.class, Lifespan.PROPERTY, System::nanoTime);
        TryExecutionResult result = tried.execute(parameters);
        boolean over = System.nanoTime() - begin.get() > NANOS;
        return over && result.status() == TryExecutionResult.Status.SATISFIED
                ? TryExecutionResult.satisfied(true)
                : result;
    }
}
