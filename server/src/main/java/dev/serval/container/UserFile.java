package dev.serval.container;

import dev.serval.config.xml.LimitedFile;
import dev.serval.config.xml.SecureXml;
import dev.serval.security.UserTable;
import dev.serval.security.Users;
import dev.serval.webapp.Stamps;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users of a file in Tomcat's form, {@code tomcat-users.xml}. Thread-safe. When the file
 * changes it is read again within a second; if it cannot be read, the users stay the same, and a
 * missing file has none.
 */
final class UserFile implements Supplier<Users> {
    private static final Logger LOG = LoggerFactory.getLogger(UserFile.class);
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);

    private static final int LARGEST = 16 << 20;

    private final Path file;
    // The start has reported the problems of this content; null if it has not.
    private final String first;
    private final boolean watched;
    private volatile boolean hashes;
    private String stamp = "";
    private long lookedAt;
    private boolean looked;
    // The table of the users; guarded by this. The users are written last, and read by any thread.
    private UserTable table = UserTable.EMPTY;
    private volatile Users users = Users.NONE;

    /**
     * @param told whether the start has reported its problems
     * @param watched whether it is read anew when it changes
     */
    UserFile(Path file, boolean told, boolean watched) {
        this.file = file;
        this.watched = watched;
        this.first = told ? Stamps.of(file) : null;
    }

    /** Called if a realm has a CredentialHandler, which may accept Tomcat's hashes. */
    void takesHashes() {
        hashes = true;
    }

    @Override
    public synchronized Users get() {
        long now = System.nanoTime();
        if (!looked || watched && now - lookedAt >= PERIOD) {
            looked = true;
            lookedAt = now;
            look();
        }
        return users;
    }

    synchronized void look() {
        String found = Stamps.of(file);
        if (found.equals(stamp)) {
            return;
        }
        stamp = found;
        if (found.equals(Stamps.NONE)) {
            LOG.warn("SRV-0540 there is no user file {}: nobody in it can log in", file);
            take(UserTable.EMPTY, Users.NONE);
            return;
        }
        try {
            UserTable read = read(bytes(file));
            take(read, read.toUsers());
            LOG.info("SRV-0541 {} users in {}", users.size(), file);
            if (!found.equals(first)) {
                UserFileCheck.of(file, file.toString(), hashes)
                        .forEach(problem -> LOG.warn("SRV-0545 {}", problem));
            }
        } catch (IOException | XMLStreamException e) {
            LOG.error(
                    "SRV-0542 the user file {} cannot be read, {}: {}",
                    file,
                    users == Users.NONE
                            ? "its users cannot log in until it is repaired"
                            : "the users are as they were before",
                    String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
    }

    /** Guarded by this. */
    private void take(UserTable read, Users known) {
        table = read;
        users = known;
    }

    /** The current content of the file. */
    synchronized UserTable table() {
        get();
        return table;
    }

    /**
     * Changes the current content of the file. Others that change it at the same time wait.
     *
     * @throws IOException when it cannot be read or written; nothing has changed then
     */
    synchronized void change(UnaryOperator<UserTable> change) throws IOException {
        UserTable before;
        try {
            before = Files.exists(file) ? read(bytes(file)) : UserTable.EMPTY;
        } catch (XMLStreamException e) {
            throw new IOException(file + " is to be mended first: " + e.getMessage(), e);
        }
        UserTable after = change.apply(before);
        UserFileWriter.write(file, after);
        take(after, after.toUsers());
        stamp = Stamps.of(file);
        looked = true;
        lookedAt = System.nanoTime();
    }

    /** A device or a pipe may never end. */
    static byte[] bytes(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is not a regular file");
        }
        return LimitedFile.read(file, LARGEST);
    }

    /** The elements role, group and user; roles need no element of their own. */
    static UserTable read(byte[] xml) throws XMLStreamException {
        List<UserTable.Role> roles = new ArrayList<>();
        List<UserTable.Group> groups = new ArrayList<>();
        List<UserTable.User> users = new ArrayList<>();
        SecureXml.scan(
                new ByteArrayInputStream(xml),
                (element, attributes) -> {
                    String said = attributes.get("description");
                    Set<String> with = words(attributes.get("roles"));
                    switch (element) {
                        case "role" ->
                                words(name(attributes, "rolename"))
                                        .forEach(name -> roles.add(new UserTable.Role(name, said)));
                        case "group" ->
                                words(name(attributes, "groupname"))
                                        .forEach(
                                                name ->
                                                        groups.add(
                                                                new UserTable.Group(
                                                                        name, said, with)));
                        case "user" -> {
                            String name = name(attributes, "username");
                            if (!name.isEmpty()) {
                                users.add(
                                        new UserTable.User(
                                                name,
                                                attributes.get("password"),
                                                attributes.get("fullName"),
                                                words(attributes.get("groups")),
                                                with));
                            }
                        }
                        default -> {}
                    }
                });
        return new UserTable(roles, groups, users);
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
