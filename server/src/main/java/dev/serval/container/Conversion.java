package dev.serval.container;

import dev.serval.config.ContextXml;
import dev.serval.config.xml.LimitedFile;
import dev.serval.extension.ApplicationConverter;
import dev.serval.extension.ApplicationConverter.Profile;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.webapp.ConvertedWar;
import dev.serval.webapp.WarFile;
import dev.serval.webapp.WarFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applications for {@code javax.servlet}, which an extension converts. Stateless. */
final class Conversion {
    private static final Logger LOG = LoggerFactory.getLogger(Conversion.class);

    private static final String OWN = "META-INF/context.xml";

    private Conversion() {}

    /**
     * How an application is converted, as its descriptors say.
     *
     * @param outer the descriptors outside of it, where later ones override; they may be missing
     * @param own whether its own descriptor counts, which overrides these
     * @return null if it is not converted
     */
    static Profile asked(Path source, List<Path> outer, boolean own) {
        Profile found = null;
        try {
            for (Path file : outer) {
                if (Files.isRegularFile(file)) {
                    found = said(LimitedFile.read(file, LimitedFile.CONTEXT_XML), found);
                }
            }
            byte[] bytes = own && Files.exists(source) ? WarFiles.read(source, OWN) : null;
            return bytes == null ? found : said(bytes, found);
        } catch (IOException e) {
            LOG.debug("A start tells what is wrong with {}: {}", source, e.toString());
            return found;
        }
    }

    private static Profile said(byte[] descriptor, Profile before) {
        String text = new String(descriptor, StandardCharsets.UTF_8);
        Profile said = ContextXml.conversion(text);
        return said == null ? before : said;
    }

    /**
     * The file to be unpacked: the WAR itself, or the WAR that it is converted to.
     *
     * @param shown the name of the application for display
     * @throws LifecycleException if no extension converts it
     * @throws IOException if the source is broken or dangerous
     */
    static Path war(WebappPaths place, String shown) throws IOException, LifecycleException {
        if (place.conversion() == null) {
            return place.source();
        }
        ConvertedWar converted = new ConvertedWar(place.source(), place.converted());
        return converted.by(converter(place), place.conversion(), shown);
    }

    /** Throws what {@link #war} would; writes nothing. */
    static void check(WebappPaths place) throws IOException, LifecycleException {
        if (!Files.isDirectory(place.source())) {
            new WarFile(place.source()).check();
        }
        converter(place);
    }

    private static ApplicationConverter converter(WebappPaths place) throws LifecycleException {
        List<ApplicationConverter> all = place.layout().place("Host").all(Kind.CONVERTER);
        if (all.isEmpty()) {
            throw new LifecycleException(
                    "SRV-0525 it is to be converted from javax.servlet to jakarta.servlet, which no"
                            + " extension here does: put the directory javax of the distribution's "
                            + Extensions.FOLDER
                            + " there, and restart");
        }
        return all.get(0);
    }
}
