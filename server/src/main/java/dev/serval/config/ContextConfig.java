package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.files.FileSettings;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.saved.SessionKeeping;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The element {@code Context}: one web application. Immutable.
 *
 * @param at its place
 * @param path empty for the root, else with a leading slash and no trailing one
 * @param docBase the directory, absolute or relative to the host's appBase; null means no files
 * @param displayName for people; null means the path
 * @param workDir scratch directory; null means one below the host's
 * @param parameters initialisation parameters of the application
 * @param environment its entries below {@code java:comp/env}, by their names there
 * @param resources how its files are cached and found
 * @param files changes how its files are served; given in Java
 * @param servlets given in Java; empty if the element is from a file
 * @param initializers given in Java, called before everything that files describe
 * @param filesOnly whether its directory contains only files to serve: no descriptor and no class
 *     of it is read; given in Java; default false
 * @param classes further directories and jars of classes, before those in WEB-INF; given in Java
 * @param reloadable whether a change of its classes deploys it anew; default false
 * @param unloadDelay the time limit in milliseconds for requests in flight when it is replaced or
 *     removed; default 60,000
 * @param settings further settings
 * @param realm of this application; null for that of the host
 * @param authenticator how users log in, instead of that of web.xml; null if not given
 * @param altDDName the descriptor in place of WEB-INF/web.xml, absolute or relative to the base;
 *     null if there is none
 * @param loading how its code is loaded
 * @param valves of this application alone, in their order
 * @param jarScan which jars are scanned
 * @param watched files whose change deploys it anew, besides its descriptors: absolute, relative to
 *     its directory, or behind {@link #BASE} to the base of the server
 * @param manager what keeps its sessions; null for the server's default
 */
public record ContextConfig(
        Location at,
        String path,
        String docBase,
        String displayName,
        String workDir,
        Map<String, ContextEntry<String>> parameters,
        Map<String, ContextEntry<Object>> environment,
        ResourcesConfig resources,
        UnaryOperator<FileSettings> files,
        List<ServletEntry> servlets,
        List<ServletContainerInitializer> initializers,
        boolean filesOnly,
        List<Path> classes,
        boolean reloadable,
        int unloadDelay,
        ContextSettings settings,
        RealmConfig realm,
        AuthenticatorConfig authenticator,
        String altDDName,
        LoadingConfig loading,
        List<Factory<Valve>> valves,
        JarScanConfig jarScan,
        List<String> watched,
        Factory<SessionKeeping> manager) {
    /** The prefix of names of files that are relative to the base of the server. */
    public static final String BASE = "${catalina.base}/";

    /** For requests in flight, in milliseconds. */
    public static final int UNLOAD_DELAY = 60_000;

    public ContextConfig {
        parameters = Map.copyOf(parameters);
        environment = Map.copyOf(environment);
        servlets = List.copyOf(servlets);
        initializers = List.copyOf(initializers);
        classes = List.copyOf(classes);
        valves = List.copyOf(valves);
        watched = List.copyOf(watched);
    }

    /** A directory at a path, with all defaults. */
    public static ContextConfig of(Location at, String path, String docBase) {
        return new ContextConfig(
                at,
                path,
                docBase,
                null,
                null,
                Map.of(),
                Map.of(),
                ResourcesConfig.DEFAULTS,
                UnaryOperator.identity(),
                List.of(),
                List.of(),
                false,
                List.of(),
                false,
                UNLOAD_DELAY,
                ContextSettings.DEFAULTS,
                null,
                null,
                null,
                LoadingConfig.DEFAULT,
                List.of(),
                JarScanConfig.DEFAULT,
                List.of(),
                null);
    }

    /** A copy with the parameters and entries of another context first. */
    public ContextConfig after(ContextConfig defaults) {
        return new ContextConfig(
                at,
                path,
                docBase,
                displayName,
                workDir,
                merged(defaults.parameters, parameters),
                merged(defaults.environment, environment),
                resources,
                files,
                servlets,
                initializers,
                filesOnly,
                classes,
                reloadable,
                unloadDelay,
                settings,
                realm != null ? realm : defaults.realm,
                authenticator != null ? authenticator : defaults.authenticator,
                altDDName != null ? altDDName : defaults.altDDName,
                loading.after(defaults.loading),
                Stream.concat(defaults.valves.stream(), valves.stream()).toList(),
                jarScan.equals(JarScanConfig.DEFAULT) ? defaults.jarScan : jarScan,
                Stream.concat(defaults.watched.stream(), watched.stream()).toList(),
                manager != null ? manager : defaults.manager);
    }

    private static <T> Map<String, ContextEntry<T>> merged(
            Map<String, ContextEntry<T>> first, Map<String, ContextEntry<T>> then) {
        Map<String, ContextEntry<T>> all = new LinkedHashMap<>(first);
        then.forEach((name, entry) -> ContextEntry.add(all, name, entry));
        return all;
    }
}
