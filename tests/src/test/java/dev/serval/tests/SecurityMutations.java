package dev.serval.tests;

/** {@link Mutations} of who may have what, and of logins. Stateless. */
final class SecurityMutations {
    private static final String SECURITY = "server/src/main/java/dev/serval/security/";
    private static final String WEBDAV = "server/src/main/java/dev/serval/webdav/";
    private static final String VALVE = "server/src/main/java/dev/serval/valve/";
    private static final String ROUTING = "server/src/main/java/dev/serval/routing/";
    private static final String SERVLET = "server/src/main/java/dev/serval/servlet/";
    private static final String TABLE =
            "dev.serval.security.Servlet61Section13_8ConstraintTableTest";
    private static final String LOCK_OUT = "dev.serval.security.LockOutRealmTest";

    private static final String HASHES = "dev.serval.security.LoginThreadsTest";
    private static final String DIRECTORY = "dev.serval.security.ldap.LdapTextTest";
    private static final String DIGEST = "dev.serval.security.Rfc7616DigestTest";

    private SecurityMutations() {}

    static void add(Mutations list) {
        constraints(list);
        forms(list);
        realms(list);
        directories(list);
        floods(list);
        addresses(list);
        valves(list);
    }

    private static void addresses(Mutations list) {
        list.in(VALVE + "address/AddressRule.java", AddressValvesTest.class);
        list.off(
                "who is denied stays out",
                null,
                "if (deny != null && deny.contain(client, port)) {",
                "if (false) {");
        list.off(
                "who is not allowed stays out",
                null,
                "return allow == null || allow.contain(client, port);",
                "return true;");
        list.other(
                "a block without a port that could never match",
                null,
                "if (semicolon < 0) {",
                "if (semicolon < 0) { return (client, port) -> false; } if (false) {",
                "dev.serval.valve.address.AddressRuleTest");
        list.in(VALVE + "address/AddressCheck.java", AddressValvesTest.class);
        list.off(
                "addresses at an engine or a host",
                null,
                "if (settings.allows(exchange)) {",
                "if (true) {");
        list.in(VALVE + "address/AddressGate.java", AddressValvesTest.class);
        list.off(
                "addresses at a context",
                null,
                "if (settings.allows(chain.exchange())) {",
                "if (true) {");
        list.in(VALVE + "address/AddressSettings.java", AddressValvesTest.class);
        list.off(
                "the address of the connection",
                null,
                "usePeerAddress ? connection : exchange.peer()",
                "exchange.peer()");
        list.in("server/src/main/java/dev/serval/config/OfferReader.java", null);
        list.other(
                "an attribute of an address valve that is not known",
                null,
                "if (offer.placement().protection() == Protection.YES) {",
                "if (false) {",
                "dev.serval.container.ServerBuildingTest");
    }

    private static void valves(Mutations list) {
        list.in(ROUTING + "Router.java", ValvesTest.class);
        list.off(
                "valves hold where no application answers",
                null,
                "if (nowhere == null || !nowhere.enter()) {",
                "if (true) {");
        list.off(
                "valves hold for the redirect to an application",
                null,
                "if (valves != null) {\n            return ServletCall.redirecting(",
                "if (false) {\n            return ServletCall.redirecting(");
        list.off(
                "a request is sent back ten times at most",
                null,
                "if (reroutes.count() > CallChain.MOST_REROUTES) {",
                "if (reroutes.count() > 100) {");
        list.in(ROUTING + "VirtualHost.java", ConfigurationReloadTest.class);
        list.off(
                "valves that come later hold for files in memory",
                null,
                "return valves.around() == null;",
                "return true;");
        list.in(SERVLET + "ServletCall.java", ConfigurationReloadTest.class);
        list.off(
                "constraints hold for files in memory",
                null,
                "if (servlet.servesFiles() && context.isOpen(path, target.path())) {",
                "if (servlet.servesFiles()) {");
    }

    private static void constraints(Mutations list) {
        Class<?> suite = Servlet61Section13_6AuthenticationTest.class;
        list.in(SECURITY + "PatternRule.java", suite);
        list.other(
                "rule 15: HEAD is constrained as GET is",
                null,
                "if (all.isEmpty() && method.equals(\"HEAD\")) {",
                "if (false) {",
                TABLE);
        list.other(
                "nobody overrides roles",
                null,
                "} else if (constraint.roles().isEmpty()) {",
                "} else if (false) {",
                TABLE);
        list.other(
                "rule 15: uncovered methods are denied on request",
                null,
                "return denyUncovered ? Access.DENIED : Access.OPEN;",
                "return Access.OPEN;",
                TABLE);
        list.in(SERVLET + "security/ContextSecurity.java", suite);
        list.off(
                "a role is needed",
                null,
                "boolean may = mayHave(request, user, asked) && mayHave(request, user, answering);",
                "boolean may = true;");
        list.off(
                "what nobody may have",
                null,
                "if (isDenied(asked) || isDenied(answering)) {",
                "if (false) {");
        list.off(
                "what must be confidential",
                null,
                "if (needsTls(asked, request) || needsTls(answering, request)) {",
                "if (false) {");
        list.other(
                "a welcome file is constrained itself",
                null,
                "Access answering = table.access(method, target.path());",
                "Access answering = asked;",
                "dev.serval.servlet.Servlet61Section13_8ConstraintTest");
        list.off(
                "what is protected is private",
                null,
                "response.setHeader(\"Cache-Control\", \"private\");",
                "");
        list.in(SERVLET + "security/Logins.java", suite);
        list.off(
                "rule 19: the id changes at login",
                null,
                "if (settings.changeSessionIdOnAuthentication() && !known) {",
                "if (false) {");
    }

    private static void forms(Mutations list) {
        Class<?> suite = Servlet61Section13_6AuthenticationTest.class;
        list.in(SECURITY + "FormAuthenticator.java", suite);
        list.off(
                "no password is taken from an address",
                null,
                "if (!request.getMethod().equals(\"POST\")) {",
                "if (false) {");
        list.off(
                "a login page is not kept",
                null,
                "response.setHeader(\"Cache-Control\", \"no-store\");",
                "");
        list.in(SERVLET + "request/RequestBody.java", suite);
        list.off(
                "a kept body has a limit",
                null,
                "boolean fits = most < 0 || input.read() < 0;",
                "boolean fits = true;");
        list.in(SERVLET + "security/Login.java", suite);
        list.off("a kept request is had once", null, "        SessionLogin.forget(session);\n", "");
        list.off(
                "rule 16: a login leads to a path on this host",
                null,
                "String place = asked.encoded(path);",
                "String place = head.rawPath();");
        list.in(SECURITY + "Nonces.java", suite);
        list.off("a count of DIGEST is used once", null, "uses.use(count, window);", "");
        list.in(SECURITY + "DigestAuthenticator.java", suite);
        list.off(
                "DIGEST is for one uri",
                null,
                "|| settings.validateUri() && !isFor(fields.get(\"uri\"), login)) {",
                ") {");
    }

    private static void realms(Mutations list) {
        list.in(SECURITY + "LockOutRealm.java", Servlet61Section13_6AuthenticationTest.class);
        list.off(
                "who guesses is locked out",
                null,
                "return known != null\n",
                "return false && known != null\n");
        list.other(
                "of many attempts at once no more count than in a row",
                null,
                "if (found != null && !locked) {",
                "if (found != null) {",
                LOCK_OUT);
        list.other(
                "a locked user costs no hash",
                null,
                "if (refuses(key)) {",
                "if (false) {",
                LOCK_OUT);
        list.other(
                "failures are remembered in bounded memory",
                null,
                "        failures.remove(out);\n",
                "",
                LOCK_OUT);
        list.in(SECURITY + "PasswordCheck.java", Servlet61Section13_6AuthenticationTest.class);
        list.other(
                "an unknown user costs as much as a known one",
                null,
                "} else if (!known) {",
                "} else if (false) {",
                LOCK_OUT);
        list.other(
                "the hash of an unknown user waits like others",
                null,
                "if (!right && credentials.rounds(other) >= LoginQueue.SLOW) {",
                "if (!right && known && credentials.rounds(other) >= LoginQueue.SLOW) {",
                LOCK_OUT);
    }

    private static void directories(Mutations list) {
        list.in(SECURITY + "ldap/LdapText.java", Servlet61Section13_6AuthenticationTest.class);
        list.other(
                "a name stays a value in a filter",
                null,
                "if (\"\\\\*()\".indexOf(c) >= 0 || c == 0) {",
                "if (false) {",
                DIRECTORY);
        list.other(
                "a name stays a value in the name of an entry",
                null,
                "} else if (\"\\\\,+\\\"<>;=#/\".indexOf(c) >= 0 || c == 0) {",
                "} else if (false) {",
                DIRECTORY);
        list.other(
                "a name that a directory takes for another is none",
                null,
                "&& name.codePoints().noneMatch(LdapText::isIgnored);",
                ";",
                DIRECTORY);
        list.in(SECURITY + "CombinedRealm.java", Servlet61Section13_6AuthenticationTest.class);
        list.other(
                "who is not answered for is not refused",
                null,
                "                busy = e;\n",
                "",
                "dev.serval.security.CombinedRealmTest");
    }

    private static void floods(Mutations list) {
        list.in(SECURITY + "LoginThreads.java", LoginFloodTest.class);
        list.other(
                "few passwords are hashed at once",
                null,
                "if (running < most) {",
                "if (true) {",
                HASHES);
        list.in(SECURITY + "LoginQueue.java", LoginFloodTest.class);
        list.other(
                "few logins wait",
                null,
                "if (waiting.size() >= limits.maxQueueSize() && !makeRoom(turn.client())) {",
                "if (false) {",
                HASHES);
        list.other(
                "no client keeps the logins of others out",
                null,
                "if (count > most || out != null && turn.client().equals(out.client())) {",
                "if (false) {",
                HASHES);
        list.other(
                "clients take turns with their logins",
                null,
                "ClientNetwork client = clients.peekFirst();",
                "ClientNetwork client = null;",
                HASHES);
        list.off(
                "who waits for a hash leaves its place to others",
                null,
                "Pause pause = Pause.begin()",
                "Pause pause = null");
        list.in(SECURITY + "AwaitedLogins.java", FormLoginFloodTest.class);
        list.off(
                "sessions that wait for a login are bounded",
                null,
                "while (fresh.size() + returned.size() > most",
                "while (bytes < 0 && fresh.size() + returned.size() > most");
        list.in(SECURITY + "SessionLogin.java", Servlet61Section13_6AuthenticationTest.class);
        list.off(
                "a login lasts as long as its realm",
                null,
                "return asking == realm ? principal : null;",
                "return principal;",
                ConfigurationReloadTest.class);
        list.other(
                "no request undoes a log-out",
                null,
                "if (session.note(note, after == NONE ? null : after)) {",
                "if (session.note(session.note(), after == NONE ? null : after)) {",
                "dev.serval.security.SessionLoginTest");
        list.other(
                "no session ends under a request because others wait for a login",
                null,
                "if (session.retire(SessionLogin::isMadeForLogin)) {",
                "if (isMadeForLogin(session.note())) {",
                "dev.serval.security.SessionLoginTest");
        list.in(WEBDAV + "Lock.java", WebdavLockCreatorTest.class);
        list.off(
                "the token of a lock is of its user alone",
                null,
                "return creator == null || creator.equals(user);",
                "return true;");
        list.in(SECURITY + "Nonces.java", Servlet61Section13_6AuthenticationTest.class);
        list.other(
                "a nonce of DIGEST is ours",
                null,
                "if (!MessageDigest.isEqual(given, Arrays.copyOf(proof(bytes), PROOF))) {",
                "if (false) {",
                DIGEST);
        list.other(
                "a nonce of DIGEST that is forgotten is stale",
                null,
                "forgotten = Math.max(forgotten, uses.made);",
                "",
                DIGEST);
        list.in(SECURITY + "LockOutLog.java", Servlet61Section13_6AuthenticationTest.class);
        list.other(
                "a name writes no line of the log",
                null,
                "return LogText.shown(user, LONGEST_NAME, \"'\\\\\");",
                "return user;",
                "dev.serval.security.LockOutLogTest");
        list.other(
                "locked users are a few lines of the log",
                null,
                "if (before != null || refused.size() < MOST_USERS) {",
                "if (true) {",
                "dev.serval.security.LockOutLogTest");
        list.in(SERVLET + "request/ApiResponse.java", Servlet61Section2_1RequestMethodsTest.class);
        list.off(
                "nothing tells of TRACE where it is refused",
                null,
                "if (exchange.config().rules().allowTrace()) {",
                "if (true) {");
    }
}
