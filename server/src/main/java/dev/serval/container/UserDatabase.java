package dev.serval.container;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.SecureXml;
import dev.serval.security.Users;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users of a file in Tomcat's form, {@code tomcat-users.xml}. Thread-safe. When the file
 * changes it is read anew within a second; one that cannot be read leaves the users as they were,
 * and one that is missing has none.
 */
final class UserDatabase implements Supplier<Users> {
    private static final Logger LOG = LoggerFactory.getLogger(UserDatabase.class);
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);

    private static final int LARGEST = 16 << 20;

    private final Path file;
    private final String first; // of what is wrong in that one the start has told
    private String stamp = "";
    private long lookedAt;
    private boolean looked;
    private volatile Users users = Users.NONE;

    UserDatabase(Path file) {
        this.file = file;
        this.first = stamp();
    }

    @Override
    public synchronized Users get() {
        long now = System.nanoTime();
        if (!looked || now - lookedAt >= PERIOD) {
            looked = true;
            lookedAt = now;
            look();
        }
        return users;
    }

    synchronized void look() {
        String found = stamp();
        if (found.equals(stamp)) {
            return;
        }
        stamp = found;
        if (found.equals("missing")) {
            LOG.warn("SRV-0540 there is no user file {}: nobody in it can log in", file);
            users = Users.NONE;
            return;
        }
        try {
            users = read(bytes(file));
            LOG.info("SRV-0541 {} users in {}", users.size(), file);
            if (!found.equals(first)) {
                UserFileCheck.of(file, file.toString())
                        .forEach(problem -> LOG.warn("SRV-0545 {}", problem));
            }
        } catch (IOException | XMLStreamException e) {
            LOG.error(
                    "SRV-0542 the user file {} cannot be read, {}: {}",
                    file,
                    users == Users.NONE
                            ? "nobody in it can log in until that is mended"
                            : "the users are as they were before",
                    String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    private String stamp() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size();
        } catch (IOException e) {
            return "missing";
        }
    }

    /** A device or a pipe may never end. */
    static byte[] bytes(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is no regular file");
        }
        return LimitedFile.read(file, LARGEST);
    }

    /** The elements user and group; roles need no element of their own. */
    static Users read(byte[] xml) throws XMLStreamException {
        Map<String, Set<String>> groups = new HashMap<>();
        List<Map<String, String>> found = new ArrayList<>();
        SecureXml.scan(
                new ByteArrayInputStream(xml),
                (element, attributes) -> {
                    if (element.equals("group")) {
                        groups.put(name(attributes, "groupname"), words(attributes.get("roles")));
                    } else if (element.equals("user")) {
                        found.add(attributes);
                    }
                });
        List<Users.User> users = new ArrayList<>();
        for (Map<String, String> attributes : found) {
            String name = name(attributes, "username");
            Set<String> roles = words(attributes.get("roles"));
            for (String group : words(attributes.get("groups"))) {
                roles.addAll(groups.getOrDefault(group, Set.of()));
            }
            if (!name.isEmpty()) {
                users.add(new Users.User(name, attributes.get("password"), roles));
            }
        }
        return new Users(users);
    }

    private static String name(Map<String, String> attributes, String attribute) {
        String name = attributes.get(attribute);
        return name != null ? name : attributes.getOrDefault("name", "");
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        for (String word : text == null ? new String[0] : text.split(",")) {
            if (!word.isBlank()) {
                words.add(word.strip());
            }
        }
        return words;
    }
}
