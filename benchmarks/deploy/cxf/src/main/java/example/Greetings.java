package example;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** A resource. */
@Path("/")
public class Greetings {
    @GET
    @Produces("text/plain")
    public String greet() {
        return "Greetings\n";
    }
}
