package dev.serval.webdav;

import dev.serval.files.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The properties that the server itself knows (RFC 4918 §15). Stateless; accesses the disk. */
final class LiveProperties {
    private static final Set<String> NAMES =
            Set.of(
                    "creationdate",
                    "displayname",
                    "getcontentlanguage",
                    "getcontentlength",
                    "getcontenttype",
                    "getetag",
                    "getlastmodified",
                    "lockdiscovery",
                    "resourcetype",
                    "supportedlock");

    private static final String SUPPORTED_LOCKS =
            "<D:lockentry><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/>"
                    + "</D:locktype></D:lockentry><D:lockentry><D:lockscope><D:shared/>"
                    + "</D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>";

    private LiveProperties() {}

    /** Whether the server sets a property, so that clients may not. */
    static boolean isProtected(PropertyName name) {
        return name.namespace().equals(PropertyName.DAV) && NAMES.contains(name.local());
    }

    /**
     * All live properties of a file or directory, with their XML.
     *
     * @param locks whether its locks are included; otherwise lockdiscovery is empty
     */
    static Map<PropertyName, String> of(String path, Resource found, boolean locks, DavCall call)
            throws IOException {
        Map<PropertyName, String> all = new LinkedHashMap<>();
        if (found.modified() != null) {
            String created = created(found).truncatedTo(ChronoUnit.SECONDS).toString();
            put(all, "creationdate", created);
            put(all, "getlastmodified", call.files().lastModified(path, found));
        }
        put(all, "displayname", XmlText.escape(path.substring(path.lastIndexOf('/') + 1)));
        if (found.isFile()) {
            put(all, "getcontentlength", String.valueOf(found.size()));
            String type = call.files().contentType(path, found);
            if (type != null) {
                put(all, "getcontenttype", XmlText.escape(type));
            }
            put(all, "getetag", XmlText.escape(call.files().etag(path, found)));
        }
        put(all, "resourcetype", found.isDirectory() ? "<D:collection/>" : "");
        put(all, "lockdiscovery", locks ? locks(path, call) : "");
        put(all, "supportedlock", call.files().readonly() ? "" : SUPPORTED_LOCKS);
        return all;
    }

    private static void put(Map<PropertyName, String> all, String name, String content) {
        String xml =
                content.isEmpty()
                        ? "<D:" + name + "/>"
                        : "<D:" + name + ">" + content + "</D:" + name + ">";
        all.put(PropertyName.dav(name), xml);
    }

    private static Instant created(Resource found) throws IOException {
        if (found.path() == null) {
            return found.modified().toInstant();
        }
        return Files.readAttributes(
                        found.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .creationTime()
                .toInstant();
    }

    /**
     * The content of lockdiscovery (RFC 4918 §15.8). The owner of a lock is included once: at the
     * root of the lock, or at a protected resource that is requested by itself, not for each member
     * of a collection (§14.1 allows this).
     */
    static String locks(String path, DavCall call) {
        List<Lock> locks = call.store().locks().covering(path);
        StringBuilder xml = new StringBuilder();
        for (Lock lock : locks) {
            boolean owned = path.equals(call.path()) || path.equals(lock.path());
            xml.append("<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>")
                    .append(lock.exclusive() ? "<D:exclusive/>" : "<D:shared/>")
                    .append("</D:lockscope><D:depth>")
                    .append(lock.depth().text())
                    .append("</D:depth>")
                    .append(owned ? lock.owner() : "")
                    .append("<D:timeout>Second-")
                    .append(call.store().locks().secondsLeft(lock))
                    .append("</D:timeout><D:locktoken><D:href>")
                    .append(lock.token())
                    .append("</D:href></D:locktoken><D:lockroot><D:href>")
                    .append(XmlText.escape(call.href(lock.path())))
                    .append("</D:href></D:lockroot></D:activelock>");
        }
        return xml.toString();
    }
}
