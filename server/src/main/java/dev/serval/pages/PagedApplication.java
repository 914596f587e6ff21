package dev.serval.pages;

import jakarta.servlet.ServletContext;
import java.util.List;

/**
 * The data of an application for its engine. Immutable.
 *
 * @param libraries jars with tag libraries, in the order of fragments
 * @param objects begins and ends the objects of pages
 */
public record PagedApplication(
        ServletContext context, List<TagLibraries> libraries, ApplicationObjects objects) {
    public PagedApplication {
        libraries = List.copyOf(libraries);
    }
}
