package example.weather;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;

/** Found by its annotation; its resources by theirs. */
@ApplicationPath("/api")
public class WeatherApplication extends Application {
    /** Its description needs a library that it does not have. */
    @Override
    public Map<String, Object> getProperties() {
        return Map.of("jersey.config.server.wadl.disableWadl", true);
    }
}
