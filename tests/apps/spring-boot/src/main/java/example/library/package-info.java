/** A small application on Spring Boot: a library with books, covers and news. */
package example.library;
