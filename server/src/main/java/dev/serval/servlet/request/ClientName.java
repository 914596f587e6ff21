package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The name that DNS has for the address of a client. Stateless; waits. */
final class ClientName {
    private static final long SECONDS = 2;

    private ClientName() {}

    /** The name; the numeric address if there is none, or none in time. */
    static String of(Exchange exchange) {
        String numbers = Address.of(exchange.peer().remote()).host();
        if (!(exchange.peer().remote() instanceof InetSocketAddress remote)
                || remote.getAddress() == null) {
            return numbers;
        }
        CompletableFuture<String> name = new CompletableFuture<>();
        try {
            // On another thread, since the resolver's time cannot be limited.
            exchange.fork(() -> name.complete(remote.getAddress().getHostName()));
            return name.get(SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            return numbers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return numbers;
        }
    }
}
