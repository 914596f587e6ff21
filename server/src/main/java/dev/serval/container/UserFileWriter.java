package dev.serval.container;

import dev.serval.security.UserTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import javax.xml.stream.XMLStreamException;

/**
 * Writes a file of users: a reader sees the former content or all of the new one, also after a
 * crash. Stateless. A new file is for its owner alone; comments are not kept.
 */
final class UserFileWriter {
    private UserFileWriter() {}

    static void write(Path file, UserTable table) throws IOException {
        byte[] bytes = text(table).getBytes(StandardCharsets.UTF_8);
        try {
            if (!UserFile.read(bytes).equals(table)) {
                throw new IOException("a name or password has characters that no file keeps");
            }
        } catch (XMLStreamException e) {
            throw new IOException("a name or password has characters that no file keeps", e);
        }
        // The file itself and not a link to it.
        Path place = Files.exists(file) ? file.toRealPath() : file;
        Path next = Files.createTempFile(place.getParent(), place.getFileName() + ".", ".new");
        try {
            try (FileChannel out = FileChannel.open(next, StandardOpenOption.WRITE)) {
                for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
                    out.write(rest);
                }
                out.force(true);
            }
            keepRights(place, next);
            Files.move(next, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static void keepRights(Path before, Path next) throws IOException {
        PosixFileAttributeView to = Files.getFileAttributeView(next, PosixFileAttributeView.class);
        if (to != null && Files.exists(before)) {
            PosixFileAttributes had = Files.readAttributes(before, PosixFileAttributes.class);
            if (!had.owner().equals(to.readAttributes().owner())) {
                to.setOwner(had.owner());
            }
            if (!had.group().equals(to.readAttributes().group())) {
                to.setGroup(had.group());
            }
            to.setPermissions(had.permissions());
        }
    }

    private static String text(UserTable table) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<tomcat-users xmlns=\"http://tomcat.apache.org/xml\" version=\"1.0\">\n");
        for (UserTable.Role role : table.roles()) {
            element(xml, "role", "rolename", role.name(), "description", role.description());
        }
        for (UserTable.Group group : table.groups()) {
            String roles = String.join(",", group.roles());
            String said = group.description();
            element(xml, "group", "groupname", group.name(), "description", said, "roles", roles);
        }
        for (UserTable.User user : table.users()) {
            element(
                    xml,
                    "user",
                    "username",
                    user.name(),
                    "password",
                    user.password(),
                    "fullName",
                    user.fullName(),
                    "groups",
                    String.join(",", user.groups()),
                    "roles",
                    String.join(",", user.roles()));
        }
        return xml.append("</tomcat-users>\n").toString();
    }

    /** Without the attributes whose value is null. */
    private static void element(StringBuilder xml, String name, String... attributes) {
        xml.append("  <").append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                xml.append(' ').append(attributes[i]).append("=\"");
                escape(xml, attributes[i + 1]);
                xml.append('"');
            }
        }
        xml.append("/>\n");
    }

    private static void escape(StringBuilder xml, String text) {
        for (char c : text.toCharArray()) {
            switch (c) {
                case '&' -> xml.append("&amp;");
                case '<' -> xml.append("&lt;");
                case '>' -> xml.append("&gt;");
                case '"' -> xml.append("&quot;");
                case '\t', '\n', '\r' -> xml.append("&#").append((int) c).append(';');
                default -> xml.append(c);
            }
        }
    }
}
