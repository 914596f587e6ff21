package dev.serval.valve.address;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Admits the clients that a rule allows; others may get an error page. Thread-safe. */
record AddressGate(AddressSettings settings) implements CallValve {
    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        if (settings.allows(chain.exchange())) {
            chain.proceed();
        } else {
            chain.refuse(settings.denyStatus(), AddressSettings.detail(chain.exchange()));
        }
    }
}
