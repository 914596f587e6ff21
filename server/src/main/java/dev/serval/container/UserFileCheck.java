package dev.serval.container;

import dev.serval.config.xml.DescriptorXml;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.XmlElement;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the problems in a file of users, which {@link UserFile} reads. Stateless. */
final class UserFileCheck {
    private static final Map<String, List<String>> KNOWN =
            Map.of(
                    "role", List.of("rolename", "name", "description"),
                    "group", List.of("groupname", "name", "description", "roles"),
                    "user", List.of("username", "name", "password", "fullName", "groups", "roles"));

    /**
     * Hashes as Tomcat's digest.sh prints them, as in directories, or texts of the length of a
     * hash.
     */
    private static final Pattern HASH =
            Pattern.compile(
                    "[0-9a-fA-F]*\\$[0-9]{1,9}\\$[0-9a-fA-F]{32,}|\\{(MD5|SHA|SSHA)}.+"
                            + "|[0-9a-fA-F]{32}([0-9a-fA-F]{8}|([0-9a-fA-F]{32}){1,3})?");

    /** Elements and attributes: more than in a 16 MiB file of users. */
    private static final int MOST = 1_000_000;

    private UserFileCheck() {}

    /**
     * @param shown the name of the file in problems
     * @param hashes whether a CredentialHandler may accept those of Tomcat
     */
    static List<Problem> of(Path file, String shown, boolean hashes) {
        List<Problem> problems = new ArrayList<>();
        if (!Files.exists(file)) {
            Location at = new Location(shown, 0, 0);
            problems.add(
                    Problem.of(
                            Severity.WARNING,
                            at,
                            "there is no such file of users: its users cannot log in"));
            return problems;
        }
        try {
            XmlElement root = DescriptorXml.read(UserFile.bytes(file), MOST, shown, problems);
            if (root != null) {
                read(root, hashes, problems);
                problems.sort(
                        Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
            }
        } catch (IOException e) {
            Location at = new Location(shown, 0, 0);
            problems.add(Problem.of(Severity.ERROR, at, "cannot be read: " + e));
        }
        return problems;
    }

    private static void read(XmlElement root, boolean hashes, List<Problem> problems) {
        Set<String> groups = new HashSet<>();
        root.children("group").forEach(group -> groups.add(name(group, "groupname")));
        for (XmlElement child : root.children) {
            List<String> known = KNOWN.get(child.name);
            if (known == null) {
                warn(
                        child.at,
                        root.name
                                + " has no element "
                                + child.name
                                + NearestName.hint(child.name, KNOWN.keySet())
                                + "; it is ignored",
                        problems);
                continue;
            }
            for (XmlElement.Attr attribute : child.attributes.values()) {
                if (!known.contains(attribute.name())) {
                    warn(
                            attribute.at(),
                            child.name
                                    + " has no attribute "
                                    + attribute.name()
                                    + NearestName.hint(attribute.name(), known)
                                    + "; it is ignored",
                            problems);
                }
            }
            if (child.name.equals("user")) {
                user(child, hashes, groups, problems);
            }
        }
    }

    private static void user(
            XmlElement user, boolean hashes, Set<String> groups, List<Problem> problems) {
        if (name(user, "username").isEmpty()) {
            warn(user.at, "user has no username: nobody can log in by it", problems);
        } else if (user.raw("password") == null) {
            warn(
                    user.at,
                    "user " + name(user, "username") + " has no password and cannot log in",
                    problems);
        } else if (Pbkdf2Credentials.isBroken(user.raw("password"))) {
            warn(
                    user.attributes.get("password").at(),
                    "SRV-0546 the password of user "
                            + name(user, "username")
                            + " is not a complete hash as printed by bin/serval.sh digest: the user"
                            + " cannot log in",
                    problems);
        } else if (!hashes && HASH.matcher(user.raw("password")).matches()) {
            warn(
                    user.attributes.get("password").at(),
                    "SRV-0547 the password of user "
                            + name(user, "username")
                            + " looks like a hash of Tomcat's digest.sh; without a"
                            + " CredentialHandler a Realm takes plain text and what"
                            + " bin/serval.sh digest prints. Put <CredentialHandler className=\""
                            + "org.apache.catalina.realm.MessageDigestCredentialHandler\""
                            + " algorithm=\"SHA-256\"/> into the Realm, with the algorithm that"
                            + " made it",
                    problems);
        }
        String named = user.raw("groups");
        for (String group : named == null ? new String[0] : named.split(",")) {
            if (!group.isBlank() && !groups.contains(group.strip())) {
                warn(
                        user.attributes.get("groups").at(),
                        "there is no group "
                                + group.strip()
                                + NearestName.hint(group.strip(), groups),
                        problems);
            }
        }
    }

    private static String name(XmlElement element, String attribute) {
        String name = element.raw(attribute);
        String other = element.raw("name");
        return name != null ? name : other == null ? "" : other;
    }

    private static void warn(Location at, String message, List<Problem> problems) {
        problems.add(Problem.of(Severity.WARNING, at, message));
    }
}
