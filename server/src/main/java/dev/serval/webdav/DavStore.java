package dev.serval.webdav;

/** Locks and properties that the WebDAV servlets of one application share. Thread-safe. */
public final class DavStore {
    private final LockTable locks = new LockTable(System::nanoTime);
    private final PropertyStore properties = new PropertyStore();

    LockTable locks() {
        return locks;
    }

    PropertyStore properties() {
        return properties;
    }
}
