package dev.serval.session.saved;

import dev.serval.session.store.SessionStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Connections of a data source, for which a caller waits a limited time: neither an empty pool nor
 * a database that does not answer needs a limit of its own. Thread-safe. A few threads of its own
 * do the waiting.
 */
final class BoundedConnections implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int MOST_WAITING = 10_000;
    private static final long IDLE_SECONDS = 10;

    private final DataSourceStore.Source source;
    private final long millis;
    private final ThreadPoolExecutor threads;

    /**
     * @param millis how long a caller waits
     * @param loader the context class loader of the thread that looks up the data source
     */
    BoundedConnections(DataSourceStore.Source source, long millis, ClassLoader loader) {
        this.source = source;
        this.millis = millis;
        threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(MOST_WAITING),
                        task -> {
                            // Without the inheritable thread-locals of the calling request.
                            Thread made =
                                    new Thread(null, task, "serval-session-connections", 0, false);
                            made.setDaemon(true);
                            made.setContextClassLoader(loader);
                            return made;
                        });
        threads.allowCoreThreadTimeOut(true);
    }

    /** A connection that the caller closes. */
    Connection take() throws SessionStoreException {
        Opening opening = new Opening();
        try {
            threads.execute(opening);
            return opening.await();
        } catch (RejectedExecutionException e) {
            throw SessionStoreException.busy("too many wait for a connection to the database", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionStoreException("the wait for a connection was interrupted", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private final class Opening implements Runnable {
        private final CountDownLatch done = new CountDownLatch(1);
        private Connection connection; // guarded by this
        private Throwable failure; // guarded by this
        private boolean abandoned; // guarded by this

        @Override
        public void run() {
            try {
                if (!isAbandoned()) {
                    give(source.find().getConnection());
                }
            } catch (Throwable e) {
                synchronized (this) {
                    failure = e;
                }
            } finally {
                done.countDown();
            }
        }

        private synchronized boolean isAbandoned() {
            return abandoned;
        }

        private void give(Connection opened) throws SQLException {
            synchronized (this) {
                if (!abandoned) {
                    connection = opened;
                    return;
                }
            }
            opened.close(); // the connection came too late
        }

        Connection await() throws InterruptedException, SessionStoreException {
            try {
                if (done.await(millis, TimeUnit.MILLISECONDS)) {
                    return result();
                }
            } finally {
                abandon();
            }
            throw new SessionStoreException(
                    "the database gave no connection within " + millis + " ms", null);
        }

        private synchronized Connection result() throws SessionStoreException {
            if (connection == null) {
                String message = "the database gave no connection: " + failure;
                throw isOfFullPool(failure)
                        ? SessionStoreException.busy(message, failure)
                        : new SessionStoreException(message, failure);
            }
            Connection mine = connection;
            connection = null;
            return mine;
        }

        /** Pools of Apache Commons report a full pool by the cause of their exception. */
        private static boolean isOfFullPool(Throwable failure) {
            Throwable reason = failure;
            while (reason.getCause() != null && reason.getCause() != reason) {
                reason = reason.getCause();
            }
            return reason instanceof NoSuchElementException;
        }

        /** Closes a connection that no caller takes any more. */
        private void abandon() {
            Connection late;
            synchronized (this) {
                abandoned = true;
                late = connection;
                connection = null;
            }
            if (late != null) {
                try {
                    late.close();
                } catch (SQLException e) {
                    // The connection is not used.
                }
            }
        }
    }
}
