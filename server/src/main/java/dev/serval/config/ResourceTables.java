package dev.serval.config;

import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.util.List;

/** The attributes of {@code Resource} and {@code ResourceLink}. Constants. */
final class ResourceTables {
    static final Attribute<String> NAME =
            Attribute.of("name", name(), null, "Below java:comp/env.").needed();
    static final Attribute<String> TYPE =
            Attribute.text("type", "The class of the object, or an interface of it.");
    static final Attribute<String> FACTORY =
            Attribute.text(
                    "factory",
                    "What makes the object: a name that the server or an extension knows, or a"
                            + " javax.naming.spi.ObjectFactory in WEB-INF or lib. Without it the"
                            + " type decides.");
    static final Attribute<Boolean> SINGLETON =
            Attribute.flag(
                    "singleton",
                    true,
                    "Whether all look-ups find one object, or each makes a new one.");
    static final Attribute<String> CLOSE_METHOD =
            Attribute.of(
                            "closeMethod",
                            Format.text(),
                            null,
                            "The method without parameters that ends a singleton when the"
                                    + " application, or the server, stops; empty for none.")
                    .shown("close of an AutoCloseable");
    static final Attribute<String> AUTH =
            Attribute.text("auth", "Container or Application; has no meaning.");
    static final Attribute<String> SCOPE =
            Attribute.of("scope", Format.text(), "Shareable", "Has no meaning.");
    static final Attribute<String> DESCRIPTION = Attribute.text("description", "For people.");

    /** The attributes of all resources. */
    static final List<Attribute<?>> COMMON =
            List.of(NAME, TYPE, FACTORY, SINGLETON, CLOSE_METHOD, AUTH, SCOPE, DESCRIPTION);

    static final AttributeTable TABLE =
            new AttributeTable(
                            "Resource",
                            "An object that applications look up: in a Context below java:comp/env,"
                                    + " in GlobalNamingResources below java:global. It is made by"
                                    + " its factory when it is looked up for the first time, and"
                                    + " may have any attributes that the factory knows.",
                            COMMON)
                    .open();

    static final Attribute<String> GLOBAL =
            Attribute.text("global", "The name in GlobalNamingResources.").needed();
    static final Attribute<String> LINK_FACTORY = Attribute.text("factory", "Has no meaning.");
    static final AttributeTable LINK =
            new AttributeTable(
                    "ResourceLink",
                    "Another name for what GlobalNamingResources has.",
                    List.of(NAME, GLOBAL, TYPE, LINK_FACTORY, AUTH, DESCRIPTION));

    private ResourceTables() {}

    /** A name below java:comp/env. */
    static Format<String> name() {
        return new Format<>(
                "name",
                text -> {
                    if (text.startsWith("java:")
                            || text.startsWith("/")
                            || text.endsWith("/")
                            || text.contains("//")) {
                        throw new BadValue(
                                "is not a name below java:comp/env: parts with slashes between"
                                        + " them, as in mail/host");
                    }
                    return text;
                });
    }
}
