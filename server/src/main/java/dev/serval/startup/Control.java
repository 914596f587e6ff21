package dev.serval.startup;

import dev.serval.container.Server;
import dev.serval.control.ControlSocket;
import dev.serval.control.Order;
import dev.serval.control.Orders;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.lifecycle.Readiness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a server take the orders of {@code bin/serval.sh}. Stateless. */
final class Control {
    private static final Logger LOG = LoggerFactory.getLogger(Control.class);

    private Control() {}

    /**
     * Opens the socket in parallel with the start, until the server has stopped.
     *
     * @param temp the directory of the socket
     * @return the thread that opens it, to be waited for
     */
    static Thread open(Server server, Path temp) {
        Path path = ControlSocket.in(temp);
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                ControlSocket socket =
                                        ControlSocket.open(
                                                path,
                                                Orders.of(server, (w, out) -> reload(server, out)));
                                server.readiness().listen(moment -> close(socket, moment.state()));
                                // The server may have stopped before the listener was there.
                                close(socket, server.readiness().state());
                            } catch (IOException | RuntimeException e) {
                                LOG.warn(
                                        "SRV-0766 {} cannot be opened, so bin/serval.sh cannot give"
                                                + " this server orders: {}",
                                        path,
                                        e.toString());
                            }
                        },
                        "serval-control-open");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void close(ControlSocket socket, Readiness.State state) {
        if (state == Readiness.State.STOPPED) {
            try {
                socket.close();
            } catch (IOException e) {
                LOG.debug("The control socket was not removed", e);
            }
        }
    }

    private static int reload(Server server, Consumer<String> out) {
        try {
            server.reloadConfiguration().forEach(out);
            return Order.DONE;
        } catch (LifecycleException e) {
            List.of(String.valueOf(e.getMessage()).split("\n")).forEach(out);
            out.accept("Nothing has changed.");
            return Order.FAILED;
        }
    }
}
