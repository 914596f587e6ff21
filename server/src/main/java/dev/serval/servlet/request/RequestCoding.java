package dev.serval.servlet.request;

import dev.serval.http.CodingChoice;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import java.util.function.Supplier;

/** How the response to a request may be coded; not the exchange itself, which is the server's. */
record RequestCoding(Supplier<Exchange> exchange) implements CodingChoice {
    @Override
    public Compression compression() {
        return exchange.get().compression();
    }

    @Override
    public void sendAsIs() {
        exchange.get().sendAsIs();
    }
}
