package dev.serval.http;

import dev.serval.net.Call;
import dev.serval.net.Driver;
import dev.serval.net.Pace;
import java.util.concurrent.RejectedExecutionException;

/**
 * For protocols with one request at a time on a connection: calls run on its threads, in place
 * where the driver says so. Adds no frame to the stack of a call.
 */
public interface SingleStream extends Stream {
    /**
     * The threads of the connection.
     *
     * @throws IllegalStateException if the request has ended
     */
    Driver driver();

    @Override
    default void dispatch(Call call) {
        Driver driver = driver();
        boolean given;
        try {
            given = driver.dispatch(call);
        } catch (RejectedExecutionException e) {
            call.overdue();
            return;
        }
        if (!given) {
            try {
                call.run();
            } finally {
                driver.ran();
            }
        }
    }

    @Override
    default void fork(Runnable task) {
        driver().fork(task);
    }

    @Override
    default void fork(Runnable task, Pace pace) {
        Driver driver = driver();
        if (!driver.runsInPlace(pace)) {
            driver.fork(task);
            return;
        }
        try {
            task.run();
        } finally {
            driver.ran();
        }
    }
}
