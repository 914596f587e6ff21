package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the applications in an appBase and a legacyAppBase. Used by one thread at a time. */
public final class AppBaseScan {
    private static final Logger LOG = LoggerFactory.getLogger(AppBaseScan.class);

    /** Takes what is not deployed, and why: the number of the message, the file, the reason. */
    public interface Notes {
        void take(String number, Path file, String reason);
    }

    private final DeployerSettings settings;
    private final Deployments deployments;
    private final Notes notes;
    private final Set<String> told = new HashSet<>();

    AppBaseScan(DeployerSettings settings, Deployments deployments) {
        this(
                settings,
                deployments,
                (number, file, reason) -> LOG.warn("{} {} {}", number, file, reason));
    }

    /**
     * @param deployments reads the docBase that a descriptor names
     */
    public AppBaseScan(DeployerSettings settings, Deployments deployments, Notes notes) {
        this.settings = settings;
        this.deployments = deployments;
        this.notes = notes;
    }

    /**
     * The applications that are there now, by base name. A descriptor that names a docBase comes
     * before a WAR, a WAR before a directory, and each of them before what is in the legacyAppBase.
     * Throws IOException if a directory cannot be read.
     */
    public Map<String, AppBaseEntry> look() throws IOException {
        Map<String, Path> sources = in(settings.appBase());
        if (settings.legacyAppBase() != null) {
            in(settings.legacyAppBase()).forEach((base, file) -> addLegacy(base, file, sources));
        }
        Map<String, AppBaseEntry> found = new TreeMap<>();
        Map<String, Path> descriptors = descriptors();
        descriptors.forEach(
                (base, descriptor) -> {
                    Deployments.NamedDocBase named = deployments.docBase(descriptor);
                    if (named.path() != null) {
                        sources.put(base, named.path());
                    } else if (!sources.containsKey(base)) {
                        warn(
                                "SRV-0512",
                                descriptor,
                                "deploys nothing: "
                                        + (named.mistake() != null
                                                ? named.mistake()
                                                : "it names no docBase, and "
                                                        + settings.appBase()
                                                        + " has none of its name"));
                    }
                });
        sources.forEach((base, file) -> add(base, file, descriptors.get(base), found));
        return found;
    }

    /** By base name; a WAR before a directory. */
    private Map<String, Path> in(Path appBase) throws IOException {
        Map<String, Path> directories = new TreeMap<>();
        Map<String, Path> wars = new TreeMap<>();
        for (Path entry : list(appBase)) {
            String name = entry.getFileName().toString();
            boolean ignored =
                    AppName.isHidden(name)
                            || settings.ignore() != null
                                    && settings.ignore().matcher(name).matches();
            if (ignored) {
                continue;
            }
            if (Files.isDirectory(entry)) {
                directories.put(name, entry);
            } else if (isWar(entry)) {
                wars.put(name.substring(0, name.length() - 4), entry);
            }
        }
        directories.putAll(wars);
        return directories;
    }

    /** Tomcat puts what it has converted into the appBase, where it is served from. */
    private void addLegacy(String base, Path file, Map<String, Path> sources) {
        Path other = sources.putIfAbsent(base, file);
        if (other != null && !other.equals(file)) {
            warn("SRV-0523", file, "is not deployed: " + other + " is, which has its name");
        }
    }

    private void add(String base, Path file, Path descriptor, Map<String, AppBaseEntry> found) {
        AppName name = AppName.of(base);
        if (name == null) {
            warn("SRV-0515", file, "is not deployed: its name cannot be a path");
        } else if (!settings.taken().contains(name.path())) {
            found.put(base, AppBaseEntry.of(name, kind(file), file, descriptor));
        }
    }

    private AppBaseEntry.Packaging kind(Path file) {
        if (isWar(file) && !Files.isDirectory(file)) {
            return AppBaseEntry.Packaging.WAR;
        }
        Path legacy = settings.legacyAppBase();
        return legacy != null && file.startsWith(legacy)
                ? AppBaseEntry.Packaging.CONVERTED_DIRECTORY
                : AppBaseEntry.Packaging.DIRECTORY;
    }

    private Map<String, Path> descriptors() throws IOException {
        Map<String, Path> descriptors = new TreeMap<>();
        if (settings.descriptors() != null) {
            for (Path entry : list(settings.descriptors())) {
                String name = entry.getFileName().toString();
                if (name.endsWith(".xml") && Files.isRegularFile(entry)) {
                    descriptors.put(name.substring(0, name.length() - 4), entry);
                }
            }
        }
        return descriptors;
    }

    static boolean isWar(Path file) {
        Path name = file.getFileName();
        return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(".war");
    }

    private static List<Path> list(Path directory) throws IOException {
        List<Path> entries = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
                stream.forEach(entries::add);
            }
        }
        return entries;
    }

    /** Reported once, since the scan is repeated. */
    private void warn(String number, Path file, String reason) {
        if (told.add(number + file)) {
            notes.take(number, file, reason);
        }
    }
}
