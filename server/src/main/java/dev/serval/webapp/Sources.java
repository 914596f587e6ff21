package dev.serval.webapp;

import dev.serval.pages.PageEngine;
import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where the parts of an application are. Immutable.
 *
 * @param name for messages, for example the name of its directory; begins the place of every
 *     problem
 * @param docBase its directory, which may have a WEB-INF; null if there is none
 * @param classes directories of classes besides WEB-INF/classes, in the class loader too
 * @param libraries jars besides those of WEB-INF/lib, in the class loader too
 * @param defaults the descriptors that apply to every application
 * @param indexes of jars that were scanned before
 * @param filter jars that are not scanned
 * @param war the WAR from which the docBase was unpacked in this run of the server; null if it was
 *     not
 * @param brought initializers that the server has for all applications
 * @param left class names, or parts of them, of initializers of the server and of lib that are not
 *     called; null if there are none
 * @param pages the engine that executes its pages, unless it brings an engine itself; null if there
 *     is none
 * @param legacyAppBase where its host has applications converted; null if nowhere
 */
public record Sources(
        String name,
        Path docBase,
        List<Path> classes,
        List<Path> libraries,
        DefaultDescriptors defaults,
        IndexCache indexes,
        Path webXml,
        ScanFilter filter,
        Path war,
        List<ServletContainerInitializer> brought,
        Pattern left,
        PageEngine pages,
        Path legacyAppBase) {
    public Sources {
        classes = List.copyOf(classes);
        libraries = List.copyOf(libraries);
        brought = List.copyOf(brought);
    }

    /** A directory as it is found in webapps. */
    public static Sources of(Path docBase, DefaultDescriptors defaults) {
        return new Sources(
                docBase.getFileName().toString(),
                docBase,
                List.of(),
                List.of(),
                defaults,
                IndexCache.NONE,
                null,
                ScanFilter.NONE,
                null,
                List.of(),
                null,
                null,
                null);
    }

    /** WEB-INF/classes first. */
    List<Path> allClasses() {
        List<Path> all = new ArrayList<>();
        if (docBase != null) {
            all.add(docBase.resolve("WEB-INF/classes"));
        }
        all.addAll(classes);
        return all;
    }
}
