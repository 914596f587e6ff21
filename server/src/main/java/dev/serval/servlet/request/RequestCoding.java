package dev.serval.servlet.request;

import dev.serval.http.CodingChoice;
import dev.serval.http.Compression;

/** How the response to a request may be coded; not the exchange itself, which is the server's. */
record RequestCoding(ReceivedRequest request) implements CodingChoice {
    @Override
    public Compression compression() {
        return request.exchange().compression();
    }

    @Override
    public void sendAsIs() {
        request.exchange().sendAsIs();
    }
}
