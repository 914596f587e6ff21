package dev.serval.javax;

import dev.serval.extension.ApplicationConverter;
import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import java.io.IOException;
import java.util.List;
import org.apache.tomcat.jakartaee.Info;

/** Converts applications for javax.servlet. */
public final class JavaxExtension implements Extension, ApplicationConverter {
    @Override
    public List<Offer<?>> offers() {
        return List.of(Offer.always(Kind.CONVERTER, place -> this));
    }

    @Override
    public String version() {
        return "jakartaee-migration " + Info.getVersion();
    }

    @Override
    public Report convert(Task task) throws IOException {
        return new Conversion(task).run();
    }
}
