package dev.serval.benchmarks.faults.application;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fills the heap to the last bytes and lets go at once, by its error; with a query, tells how many
 * calls have not let go yet. Thread-safe.
 */
public final class HeapServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final int[] SIZES = {1 << 20, 1 << 14, 1 << 9, 64, 16};
    private final AtomicInteger filling = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getQueryString() != null) {
            response.getWriter().print(filling.get());
            return;
        }
        filling.incrementAndGet();
        try {
            fill();
        } finally {
            filling.decrementAndGet();
        }
    }

    private static void fill() {
        Object[] chain = null;
        for (int i = 0; i < SIZES.length; i++) {
            try {
                while (true) {
                    chain = new Object[] {chain, new byte[SIZES[i]]};
                }
            } catch (OutOfMemoryError e) {
                if (i == SIZES.length - 1) {
                    throw e;
                }
            }
        }
    }
}
