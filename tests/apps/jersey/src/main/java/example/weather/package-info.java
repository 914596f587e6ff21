/** A small application without descriptor: stations that measure the weather. */
package example.weather;
