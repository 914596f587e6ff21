package example;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;

/** What the initializer of Jersey finds. */
@ApplicationPath("/api")
public class Api extends Application {
    /** A resource. */
    @Path("/books")
    public static class Books {
        @GET
        public String all() {
            return "first\nsecond\n";
        }
    }
}
