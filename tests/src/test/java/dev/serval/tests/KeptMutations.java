package dev.serval.tests;

/**
 * {@link Mutations} of what a server keeps on its disk: sessions, and what it makes of
 * applications. Stateless.
 */
final class KeptMutations {
    private static final String SAVED = "server/src/main/java/dev/serval/session/saved/";
    private static final String PRIVATE = "server/src/main/java/dev/serval/disk/PrivateFiles.java";
    private static final String WEBAPP = "server/src/main/java/dev/serval/webapp/";
    private static final String SUITES = "dev.serval.session.saved.";
    private static final String BYTES = SUITES + "AttributeBytesTest";
    private static final String CONTENT = SUITES + "SessionBytesTest";
    private static final String STORE = SUITES + "FileStoreTest";
    private static final String FILE = SUITES + "SessionFileTest";
    private static final String IN_STORE = SUITES + "SessionsInStoreTest";
    private static final String IN_FILE = SUITES + "SessionsInFileTest";
    private static final String STARTUP = "server/src/main/java/dev/serval/startup/";
    private static final String ARCHIVED = "dev.serval.startup.ApplicationClassesTest";
    private static final String CONVERTED = "dev.serval.webapp.ConvertedWarTest";

    private KeptMutations() {}

    static void add(Mutations list) {
        objects(list);
        names(list);
        rights(list);
        bytes(list);
        converted(list);
        archived(list);
    }

    private static void objects(Mutations list) {
        list.in(SAVED + "AttributeBytes.java", null);
        list.other(
                "rule 20: sessions are read through a filter",
                null,
                "in.setObjectInputFilter(filter);",
                "",
                BYTES);
        list.other(
                "rule 20: an attribute has so many bytes",
                null,
                "if (count + (long) more > MOST) {",
                "if (false) {",
                BYTES);
        list.in(SAVED + "AttributeFilter.java", null);
        filter(
                list,
                "no class that runs code as it is read",
                "if (REFUSED.stream().anyMatch(name::startsWith)) {");
        filter(
                list,
                "no class that the configuration does not name",
                "if (rules.classes() != null && !rules.classes().matcher(name).matches()) {");
        filter(list, "nor in an array", "while (element.isArray()) {", "while (element == null) {");
        filter(list, "objects have a depth", "if (info.depth() > mostDepth) {");
        filter(list, "arrays are as large as their bytes", "if (elements > mostElements) {");
        filter(list, "collections have a depth", "if (arrays.size() > mostNested) {");
        filter(list, "pairs have a depth", "if (LINKED.contains(name)) {");
        filter(list, "objects have a number", "if (info.references() > MOST_REFERENCES) {");
        list.in(SAVED + "SessionBytes.java", null);
        list.other(
                "rule 20: attributes are read by their names",
                null,
                "if (rules.names() != null && !rules.names().matcher(name).matches()) {",
                "if (false) {",
                CONTENT);
        list.in(SAVED + "SessionParts.java", null);
        list.other(
                "rule 20: a session has so many attributes",
                null,
                "if (count < 0 || count > MOST_ATTRIBUTES) {",
                "if (false) {",
                CONTENT);
        list.other(
                "rule 20: a length is within its bytes",
                null,
                "if (length < 0 || length > in.remaining()) {",
                "if (length < 0) {",
                CONTENT);
    }

    private static void filter(Mutations list, String rule, String snippet) {
        filter(list, rule, snippet, "if (false) {");
    }

    private static void filter(Mutations list, String rule, String snippet, String replacement) {
        list.other("rule 20: " + rule, null, snippet, replacement, BYTES);
    }

    private static void names(Mutations list) {
        list.in(SAVED + "FileStore.java", null);
        list.other(
                "rule 20: no name of a file is a client's",
                null,
                "HexFormat.of().formatHex(hash) + SUFFIX",
                "(hash.length == 0 ? \"\" : id) + SUFFIX",
                STORE);
        list.other(
                "rule 20: a file is for its id",
                null,
                "return found == null || !found.id().equals(id) ? null : found;",
                "return found;",
                STORE);
        list.in(SAVED + "SessionsInStore.java", null);
        list.other(
                "rule 19: an id that nobody made is not loaded from the store",
                null,
                "if (there != null || !mayBeStored(id) || !turns.enter(id)) {",
                "if (there != null || !turns.enter(id)) {",
                IN_STORE);
        list.other(
                "rule 19: nor asked of it",
                null,
                "mayBeStored(id) ? store.load(id) : null;",
                "store.load(id);",
                IN_STORE);
        list.in(SAVED + "SessionsInFile.java", null);
        list.other(
                "rule 19: an id that nobody made is not taken from the file",
                null,
                "if (!rules().ids().mayHaveMade(stored.id())) {",
                "if (false) {",
                IN_FILE);
    }

    private static void rights(Mutations list) {
        list.in(PRIVATE, null);
        list.other(
                "rule 20: a file of sessions is its owner's",
                null,
                "FileChannel.open(half, NEW, rights(file, OWNERS_FILE))",
                "FileChannel.open(half, NEW)",
                FILE);
        list.other(
                "rule 20: a directory of sessions is its owner's",
                null,
                "Files.createDirectories(directory, rights(directory, OWNER));",
                "Files.createDirectories(directory);",
                STORE);
        list.other(
                "rule 20: what has ended is its owner's",
                null,
                "StandardOpenOption.APPEND),\n                rights(file, OWNERS_FILE));",
                "StandardOpenOption.APPEND));",
                FILE);
        list.other(
                "rule 20: a file is there as a whole",
                null,
                "Path half = file.resolveSibling(file.getFileName() + \".tmp\");",
                "Path half = file;",
                FILE);
    }

    private static void bytes(Mutations list) {
        list.in(SAVED + "FileStore.java", null);
        list.other(
                "rule 20: a changed session of the store is none",
                null,
                "if (in.getLong(ends) != crc.getValue()) {",
                "if (false) {",
                STORE);
        list.other(
                "rule 20: a file of the store has so many bytes",
                null,
                "if (Files.size(file) > StoredSession.MAX_BYTES + 2L * MOST_ID) {",
                "if (false) {",
                STORE);
        list.in(SAVED + "SessionFile.java", null);
        list.other(
                "rule 20: a changed session of the file is none",
                null,
                "if (in.readLong() != checksum(id, expires, bytes)) {",
                "if (in.readLong() == 0) {",
                FILE);
        list.other(
                "rule 20: no length asks for more memory than the file has",
                null,
                "if (length < 0 || length > most) {",
                "if (length < 0) {",
                FILE);
        list.other(
                "no restart undoes a log-out",
                null,
                "if (!ended.contains(text)) {",
                "if (true) {",
                IN_FILE);
    }

    private static void converted(Mutations list) {
        list.in(PRIVATE, null);
        list.other(
                "nobody else puts an application where converted ones are",
                null,
                "if (view != null && !view.readAttributes().permissions().equals(OWNER)) {",
                "if (false) {",
                CONVERTED);
        list.other(
                "nobody else reads or changes a converted application",
                null,
                "view.setPermissions(OWNERS_FILE);",
                "",
                CONVERTED);
        list.other(
                "what the group can write is no converted application",
                null,
                "|| found.permissions().contains(PosixFilePermission.GROUP_WRITE)",
                "",
                CONVERTED);
        list.other(
                "what others can write is none",
                null,
                "|| found.permissions().contains(PosixFilePermission.OTHERS_WRITE)",
                "",
                CONVERTED);
        list.in(WEBAPP + "ConvertedWar.java", null);
        list.other(
                "what is there is taken only if it is the server's own",
                null,
                "if (Files.isRegularFile(war) && PrivateFiles.isOwn(war)) {",
                "if (Files.isRegularFile(war)) {",
                CONVERTED);
        list.other(
                "nor is it taken unread",
                null,
                "                        && PrivateFiles.isOwn(war)) {\n                    return war;",
                "                        ) {\n                    return war;",
                CONVERTED);
    }

    private static void archived(Mutations list) {
        list.in(STARTUP + "ApplicationClasses.java", null);
        list.other(
                "classes for the archive are read from a list that is the server's own",
                null,
                " || !isOwn(file)) {",
                ") {",
                ARCHIVED);
    }
}
