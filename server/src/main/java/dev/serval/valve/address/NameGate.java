package dev.serval.valve.address;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The RemoteHostValve: admits clients by the names that DNS has for their addresses. Thread-safe. A
 * worker queries DNS, with a time limit; a client without a name is matched by its address.
 *
 * @param ports whether a semicolon and the port of the connector follow the name
 */
public record NameGate(ClientRule rule, int denyStatus, boolean ports) implements CallValve {
    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        String name = chain.clientName();
        String client =
                ports ? name + ";" + AddressSettings.port(chain.exchange().connectionPeer()) : name;
        if (rule.allows(client)) {
            chain.proceed();
        } else {
            chain.refuse(denyStatus, AddressSettings.detail(chain.exchange()));
        }
    }
}
