package dev.serval.pages;

import jakarta.servlet.ServletContext;
import java.util.List;

/**
 * What an engine is told of its application. Immutable.
 *
 * @param libraries jars with tag libraries, in the order of fragments
 * @param objects makes the objects of pages
 */
public record PagedApplication(
        ServletContext context, List<TagLibraries> libraries, ApplicationObjects objects) {
    public PagedApplication {
        libraries = List.copyOf(libraries);
    }
}
