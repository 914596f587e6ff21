package dev.serval.jsp;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import java.util.List;
import java.util.Set;

/** Offers the engine. There is nothing to configure in server.xml. */
public final class JspExtension implements Extension {
    private final ScratchDirectories scratch = new ScratchDirectories();

    @Override
    public List<Offer<?>> offers() {
        return List.of(Offer.always(Kind.PAGE_ENGINE, place -> new JasperEngine(scratch)));
    }

    /** The interfaces, and those classes of the engine that compiled pages use. */
    @Override
    public Set<String> api() {
        return Set.of(
                "jakarta.el",
                "jakarta.servlet.jsp",
                "jakarta.servlet.jsp.el",
                "jakarta.servlet.jsp.tagext",
                "org.apache.el.ExpressionFactoryImpl",
                "org.apache.jasper.JasperException",
                "org.apache.jasper.el",
                "org.apache.jasper.runtime",
                "org.apache.tomcat.InstanceManager");
    }
}
