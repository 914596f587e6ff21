package example.weather;

/**
 * One measurement, as JSON says it.
 *
 * @param celsius the temperature
 */
public record Reading(String station, double celsius) {}
