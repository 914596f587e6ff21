package example.weather;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Stations and what they measure. One object per request. */
@Path("stations/{station}")
@Produces(MediaType.APPLICATION_JSON)
public class Stations {
    private static final Map<String, Double> LAST = new ConcurrentHashMap<>(Map.of("pole", -40.5));

    @PathParam("station")
    private String station;

    @GET
    public Reading last() {
        Double celsius = LAST.get(station);
        if (celsius == null) {
            throw new NotFoundException("no station " + station);
        }
        return new Reading(station, celsius);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response measured(Reading reading, @Context UriInfo uri) {
        LAST.put(reading.station(), reading.celsius());
        return Response.created(uri.getAbsolutePath()).entity(reading).build();
    }

    @POST
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Reading typed(@FormParam("celsius") double celsius) {
        LAST.put(station, celsius);
        return new Reading(station, celsius);
    }

    @GET
    @Path("days")
    public List<Integer> days(@QueryParam("count") @DefaultValue("3") int count) {
        return java.util.stream.IntStream.range(0, count).boxed().toList();
    }

    @GET
    @Path("broken")
    public Reading broken() {
        throw new IllegalStateException("no thermometer");
    }

    @GET
    @Path("late")
    public void late(@Suspended AsyncResponse response) {
        Thread thread = new Thread(() -> response.resume(new Reading(station, 1.5)), "thermometer");
        thread.start();
    }

    @GET
    @Path("never")
    public void never(@Suspended AsyncResponse response) {
        response.setTimeout(100, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("stage")
    public CompletionStage<Reading> stage() {
        return CompletableFuture.supplyAsync(() -> new Reading(station, 2.5));
    }

    @GET
    @Path("history")
    @Produces(MediaType.TEXT_PLAIN)
    public StreamingOutput history(@QueryParam("lines") int lines) {
        return out -> {
            for (int line = 0; line < lines; line++) {
                out.write((station + " " + line + "\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        };
    }

    @GET
    @Path("where")
    @Produces(MediaType.TEXT_PLAIN)
    public String where(@Context HttpServletRequest request) {
        return request.getServletPath() + " " + request.getPathInfo();
    }
}
