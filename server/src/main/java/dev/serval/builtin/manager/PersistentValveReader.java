package dev.serval.builtin.manager;

import dev.serval.extension.Offer.Declaration;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.valve.Valve;
import dev.serval.valve.around.SavedSessions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the PersistentValve. Stateless. */
public final class PersistentValveReader {
    private static final Attribute<String> CLASS_NAME =
            Attribute.text("className", "This, or Tomcat's name of it.").needed();
    private static final Attribute<Pattern> FILTER =
            Attribute.of(
                            "filter",
                            Format.regex(),
                            null,
                            "What the whole path and query of a request are whose session is not"
                                    + " stored.")
                    .shown("none");
    private static final Attribute<Boolean> BLOCK =
            semaphore(
                    "semaphoreBlockOnAcquire",
                    "Accepted: requests of one session share it, so that none waits for another.");
    private static final Attribute<Boolean> FAIR =
            semaphore("semaphoreFairness", "Accepted, for the same reason.");
    private static final Attribute<Boolean> UNINTERRUPTIBLY =
            semaphore("semaphoreAcquireUninterruptibly", "Accepted, for the same reason.");

    /** For the list of valves. */
    public static final Declaration<Valve> DECLARATION =
            new Declaration<>(
                    new AttributeTable(
                            "PersistentValve",
                            "A Valve: the session of a request is stored when its call has returned,"
                                    + " for applications with a PersistentManager.",
                            List.of(CLASS_NAME, FILTER, BLOCK, FAIR, UNINTERRUPTIBLY)),
                    Set.of(),
                    given -> {
                        Pattern omitted = given.get(FILTER);
                        return place -> new SavedSessions(omitted);
                    });

    private PersistentValveReader() {}

    private static Attribute<Boolean> semaphore(String name, String doc) {
        return Attribute.flag(name, true, doc);
    }
}
