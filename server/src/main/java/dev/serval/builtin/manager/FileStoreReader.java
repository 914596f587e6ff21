package dev.serval.builtin.manager;

import dev.serval.extension.Offer.Declaration;
import dev.serval.session.saved.FileStore;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.StoreScope;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Reads the Store that is a FileStore. Stateless. */
final class FileStoreReader {
    private static final Attribute<String> DIRECTORY =
            Attribute.text(
                            "directory",
                            "Where the files are: absolute, or relative to the work directory of the"
                                    + " application. It must not be one that clients can write"
                                    + " to or read from.")
                    .shown("the work directory");

    static final Declaration<SessionStore> DECLARATION =
            new Declaration<>(
                    new AttributeTable(
                            "FileStore",
                            "A Store of the PersistentManager: a file for each session, for one"
                                    + " server.",
                            List.of(DIRECTORY)),
                    Set.of(),
                    given -> {
                        String directory = given.get(DIRECTORY);
                        return place -> {
                            Path work = place.service(StoreScope.class).workDir();
                            if (directory == null && work == null) {
                                throw new IllegalArgumentException(
                                        "the application has no work directory; set directory");
                            }
                            if (directory == null) {
                                return new FileStore(work);
                            }
                            return new FileStore(
                                    work == null
                                            ? place.file(directory)
                                            : work.resolve(directory).normalize());
                        };
                    });

    private FileStoreReader() {}
}
