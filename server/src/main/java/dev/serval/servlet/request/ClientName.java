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

    /** The address in numbers where there is no name, or none in time. */
    static String of(Exchange exchange) {
        String numbers = Address.of(exchange.peer().remote()).host();
        if (!(exchange.peer().remote() instanceof InetSocketAddress remote)
                || remote.getAddress() == null) {
            return numbers;
        }
        CompletableFuture<String> name = new CompletableFuture<>();
        try {
            // Beside the call: how long the resolver takes is not for us to say.
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
