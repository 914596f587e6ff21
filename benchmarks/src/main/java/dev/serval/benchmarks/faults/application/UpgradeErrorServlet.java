package dev.serval.benchmarks.faults.application;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;

/** Throws at the beginning or the end of an upgraded connection. Thread-safe. */
public final class UpgradeErrorServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** One per connection. Owned by the server's thread. */
    public static final class Handler implements HttpUpgradeHandler {
        private String wanted;

        @Override
        public void init(WebConnection connection) {
            Thrown.at("upgradeInit", wanted);
            try {
                connection.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void destroy() {
            Thrown.at("upgradeDestroy", wanted);
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setHeader("Upgrade", "faults");
        response.setHeader("Connection", "Upgrade");
        request.upgrade(Handler.class).wanted = Thrown.wantedBy(request);
    }
}
