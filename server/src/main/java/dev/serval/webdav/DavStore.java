package dev.serval.webdav;

/** What the WebDAV servlets of one application share: locks and properties. Thread-safe. */
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
