package example.weather;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Found by its annotation; its resources by theirs. */
@ApplicationPath("/api")
public class WeatherApplication extends Application {}
