package dev.serval.valve.address;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Lets in whom a rule allows; an error page of the application may answer others. Thread-safe. */
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
