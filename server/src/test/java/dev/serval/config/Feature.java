package dev.serval.config;

/**
 * What users of Tomcat may look for, and what happens when it is used. Immutable. Printed in the
 * reference page; each row is held true by a test, and whoever changes one of them changes its row.
 */
enum Feature {
    NIO("NIO, NIO2 and BIO connectors", Status.WORKS, "All serve HTTP/1.1 and HTTP/1.0."),
    APR("APR connector", Status.REPLACED, "A warning; NIO is used, there is no native code."),
    AJP(
            "AJP connectors",
            Status.WORKS,
            "AJP/1.3 over NIO, NIO2 and BIO. Without a secret the connector is not started, unless"
                    + " secretRequired is false."),
    TLS(
            "TLS",
            Status.WORKS,
            "1.2 and 1.3, on every connector; certificates that change are read anew. A port that"
                    + " is configured for TLS is never served in plain text."),
    LENIENCIES(
            "relaxedPathChars, encodedSolidusHandling, allowTrace and the like",
            Status.WORKS,
            "All are off; each is in the log when it is on and when a request needs it."),
    ILLEGAL_HEADER(
            "rejectIllegalHeader=\"false\"",
            Status.REPLACED,
            "A warning; a malformed field is answered with 400 as always."),
    HTTP2("HTTP/2 (UpgradeProtocol)", Status.MISSING, "A warning; HTTP/1.1 is served."),
    COMPRESSION(
            "compression, compressibleMimeType and the like",
            Status.WORKS,
            "gzip, for what applications answer and for files; a strong ETag becomes a weak one,"
                    + " where Tomcat does not compress."),
    UNIX_DOMAIN_SOCKETS(
            "Unix domain sockets (unixDomainSocketPath)",
            Status.WORKS,
            "With NIO, an error with the others. Only the owner may connect unless more is said;"
                    + " both ends have the address 127.0.0.1 and port 0."),
    PROXY_PROTOCOL(
            "PROXY protocol, versions 1 and 2",
            Status.WORKS,
            "With proxyProtocol and trustedProxies, in front of TLS too; every other connection to"
                    + " that port is closed."),
    INHERITED_CHANNEL("useInheritedChannel", Status.WORKS, "With NIO and BIO; an error with NIO2."),
    REMOTE_IP(
            "RemoteIpValve of an Engine or a Host",
            Status.WORKS,
            "X-Forwarded-For and its like, or Forwarded (RFC 7239), from trusted proxies only;"
                    + " before hosts and applications are found. In a Context an error."),
    EXECUTOR(
            "Executor",
            Status.WORKS,
            "All connectors that name it share its workers and its queue."),
    SHUTDOWN_PORT(
            "Shutdown port",
            Status.WORKS,
            "Off by default. With port of Server the word of shutdown stops as bin/shutdown.sh"
                    + " does; on a loopback address only."),
    VERSION_LISTENER(
            "VersionLoggerListener",
            Status.WORKS,
            "In the log at the start; values of names that sound secret are left out."),
    SECURITY_LISTENER(
            "SecurityListener",
            Status.WORKS,
            "The server does not start as a checked user, or with another umask."),
    DONE_LISTENERS(
            "JreMemoryLeakPreventionListener, ThreadLocalLeakPreventionListener,"
                    + " TLSCertificateReloadListener, GlobalResourcesLifecycleListener",
            Status.WORKS,
            "Accepted: what they do is done without them, or not needed."),
    LISTENERS(
            "Other listeners",
            Status.MISSING,
            "A warning for each; none is called, unless an extension offers it."),
    ENVIRONMENT(
            "Environment of a Context, env-entry",
            Status.WORKS,
            "Looked up below java:comp/env; with override=\"false\" the env-entry of web.xml does"
                    + " not count."),
    PARAMETER(
            "Parameter",
            Status.WORKS,
            "With override=\"false\" the context-param of web.xml does not count."),
    DATA_SOURCES(
            "Resource of the type javax.sql.DataSource; data-source, @DataSourceDefinition",
            Status.WORKS,
            "A pool of an extension, which the distribution has, with the attributes of Tomcat's two"
                    + " factories; made when first looked up, closed at the stop."),
    RESOURCES(
            "Resource with BeanFactory, LookupFactory, any ObjectFactory; mail sessions; Transaction",
            Status.WORKS,
            "In a Context and in GlobalNamingResources; closed by closeMethod."),
    RESOURCE_LINKS(
            "ResourceLink, resource-ref, resource-env-ref",
            Status.WORKS,
            "By name; java:global has what stands in GlobalNamingResources. A warning for one that"
                    + " leads nowhere."),
    EJB_REFERENCES("Ejb, LocalEjb, ServiceRef", Status.MISSING, "A warning; nothing is bound."),
    REALMS(
            "UserDatabaseRealm, MemoryRealm, LockOutRealm, CombinedRealm, NullRealm",
            Status.WORKS,
            "In Engine, Host and Context; user files such as conf/tomcat-users.xml are read anew"
                    + " when they change."),
    DATA_SOURCE_REALM(
            "DataSourceRealm",
            Status.WORKS,
            "With a DataSource of GlobalNamingResources or of the application. Where the database"
                    + " does not answer, logins get 503, and nobody is locked out."),
    JNDI_REALM(
            "JNDIRealm",
            Status.WORKS,
            "LDAP, StartTLS and ldaps. Names of users are escaped, an empty password is never"
                    + " right; where the directory does not answer, logins get 503."),
    JAAS_REALM(
            "JAASRealm",
            Status.WORKS,
            "Login modules get name and password; DIGEST and certificates log nobody in."),
    USER_DATABASE(
            "UserDatabase with readonly=\"false\"",
            Status.WORKS,
            "Programs change it by an API of Serval's own, where a ResourceLink leads to it; the"
                    + " file is replaced as a whole."),
    DATA_SOURCE_USER_DATABASE(
            "UserDatabase with DataSourceUserDatabaseFactory",
            Status.WORKS,
            "The tables of users, roles and groups are only read. A user has own roles and those of"
                    + " groups, as of two seconds ago at most."),
    OTHER_REALMS(
            "Other realms",
            Status.REFUSED,
            "An error, unless an extension offers it: nothing is served with users of another"
                    + " realm."),
    CREDENTIAL_HANDLERS(
            "MessageDigestCredentialHandler, SecretKeyCredentialHandler, NestedCredentialHandler",
            Status.WORKS,
            "And without one PBKDF2-HMAC-SHA256, which bin/serval.sh digest prints."),
    AUTHENTICATORS(
            "BasicAuthenticator, DigestAuthenticator, FormAuthenticator, SSLAuthenticator,"
                    + " NonLoginAuthenticator",
            Status.WORKS,
            "In a Context, with the attributes below; in a Host or an Engine an error."),
    SPNEGO("SpnegoAuthenticator, auth-method SPNEGO", Status.REFUSED, "An error."),
    SINGLE_SIGN_ON(
            "SingleSignOn",
            Status.WORKS,
            "In a Host or an Engine: who has logged in to one application is known to all that have"
                    + " the same Realm, until a log-out; the cookie is HttpOnly, SameSite=Lax, and Secure"
                    + " over TLS. Elsewhere a warning."),
    RUN_AS(
            "run-as, @RunAs",
            Status.WORKS,
            "getRunAsRole tells it; there are no enterprise beans to call with it."),
    REWRITE(
            "RewriteValve",
            Status.WORKS,
            "In an Engine, a Host and a Context, with all that Tomcat's has; a mistake in its file is"
                    + " an error. A map that is a program (prg:) is not there."),
    GUARDS(
            "HealthCheckValve, SemaphoreValve, ParameterLimitValve, FilterValve, SSLValve",
            Status.WORKS,
            "With Tomcat's attributes; SSLValve believes connections from internalProxies alone, by"
                    + " default the computer itself, and"
                    + " HealthCheckValve belongs into an Engine or a Host."),
    JVM_ROUTE(
            "jvmRoute of Engine and of SessionIdGenerator",
            Status.WORKS,
            "Ids of sessions end in a dot and the route, also by the system property. The route of"
                    + " another server is an unknown session, unless a store that they share has it."),
    DRAINING(
            "LoadBalancerDrainingValve",
            Status.WORKS,
            "Of a parameter in the path only the id of the session is left out."),
    REMOTE_HOST(
            "RemoteHostValve",
            Status.WORKS,
            "A worker asks DNS, for two seconds at most; a client without a name goes by its"
                    + " address."),
    CRAWLER_SESSIONS(
            "CrawlerSessionManagerValve",
            Status.WORKS,
            "The sessions of 10000 crawlers at a time are known."),
    ERROR_REPORT(
            "ErrorReportValve, JsonErrorReportValve, ProxyErrorReportValve",
            Status.WORKS,
            "In Engine, Host and Context, for errors without a page of the application; stack traces"
                    + " and the server's version only where they are asked for. Requests that a"
                    + " connector or a valve before routing refuses have the plain page."),
    ERROR_REPORT_CLASS(
            "errorReportValveClass of a Host",
            Status.WORKS,
            "By the class name of such a valve; another one is a warning."),
    UNKNOWN_VALVES(
            "Valves of your own, not offered by an extension",
            Status.REFUSED,
            "An error: what they protect is not known."),
    OTHER_VALVES("Other valves", Status.MISSING, "A warning for each; they have no effect."),
    ACCESS_LOG(
            "AccessLogValve of an Engine or a Host",
            Status.WORKS,
            "A file per day, or one of limited size."),
    ACCESS_LOG_FORMATS(
            "JsonAccessLogValve, ExtendedAccessLogValve",
            Status.WORKS,
            "With Tomcat's names of members and fields."),
    STUCK_CALLS(
            "StuckThreadDetectionValve",
            Status.WORKS,
            "A call that holds its thread for too long is told of with its stack."),
    CONTEXT_ACCESS_LOG(
            "AccessLogValve of a Context",
            Status.WORKS,
            "The requests of that application, from its start to its end. Its files are not answered"
                    + " on I/O threads then."),
    CLUSTER(
            "Cluster, DeltaManager, BackupManager, ReplicationValve, JvmRouteBinderValve,"
                    + " ClusterSingleSignOn",
            Status.REPLACED,
            "A Store that nodes share takes their place; each attribute is a warning that says what"
                    + " to write instead."),
    SESSIONS(
            "StandardManager, PersistentManager with FileStore or DataSourceStore, PersistentValve",
            Status.WORKS,
            "Sessions are kept over a restart and a reload, attribute by attribute; another Manager"
                    + " or Store is a warning."),
    CLASS_LOADING(
            "Loader, delegate, jakartaConverter",
            Status.WORKS,
            "delegate looks into lib first; jakartaConverter, in a descriptor or in server.xml, has"
                    + " the application converted; loaderClass is a warning."),
    WATCHED_RESOURCES(
            "WatchedResource",
            Status.WORKS,
            "In context.xml, a descriptor and context.xml.default, while autoDeploy is on; in"
                    + " server.xml a warning."),
    COOKIE_PROCESSOR(
            "CookieProcessor",
            Status.WORKS,
            "sameSiteCookies, partitioned, cookiesWithoutEquals; a LegacyCookieProcessor is a"
                    + " warning."),
    JAR_SCANNING(
            "JarScanner, JarScanFilter",
            Status.WORKS,
            "The lists of jars that are not looked through; where there is none, those of the"
                    + " system properties jarsToSkip and jarsToScan, else lists of its own."),
    OVERLAYS(
            "PreResources, JarResources, PostResources",
            Status.WORKS,
            "Directories, files and JARs, for clients and for getResource; what they mount below"
                    + " WEB-INF/classes and WEB-INF/lib is loaded. Nothing is written there."),
    DIRECTORIES("Directories in the appBase", Status.WORKS, "They are web applications."),
    AUTO_DEPLOY(
            "autoDeploy",
            Status.WORKS,
            "What is added, replaced or removed while the server runs is noticed within 200 ms;"
                    + " replacing loses no request."),
    RELOADABLE(
            "reloadable, unloadDelay",
            Status.WORKS,
            "In a descriptor: for directories of the appBase; a request in flight keeps its"
                    + " application."),
    PARALLEL_START(
            "startStopThreads",
            Status.WORKS,
            "Applications are deployed several at a time, by default one per processor."),
    WAR(
            "WAR files",
            Status.WORKS,
            "Unpacked below the work directory; one that has not changed is taken up again at the"
                    + " next start."),
    LEGACY(
            "Applications for javax.servlet (legacyAppBase)",
            Status.WORKS,
            "Converted when they are deployed, with the extension javax, and kept below the work"
                    + " directory; nothing is written into the appBase."),
    VERSIONS(
            "Versions of an application (name##version)",
            Status.WORKS,
            "The newest serves all but the sessions of older ones, which stay until removed, or"
                    + " with undeployOldVersions until their last session has ended."),
    DESCRIPTORS(
            "Descriptors in conf/engine/host and META-INF/context.xml",
            Status.WORKS,
            "docBase, reloadable, unloadDelay, Parameter, Environment, Resources; a warning for the"
                    + " rest."),
    DEFAULT_CONTEXT_XML(
            "conf/context.xml, and context.xml.default of a host",
            Status.WORKS,
            "Hold for all applications, before what their own descriptors say; for a Context of"
                    + " server.xml the Parameter and Environment elements do."),
    DEPLOY_XML(
            "deployXML=\"false\"",
            Status.WORKS,
            "An application with a META-INF/context.xml answers 503, unless conf/engine/host has a"
                    + " descriptor for it."),
    COPY_XML("copyXML", Status.WORKS, "META-INF/context.xml is copied when none is there yet."),
    ADDRESS_VALVES(
            "RemoteCIDRValve and RemoteAddrValve of an Engine, a Host or a Context",
            Status.WORKS,
            "Other addresses get the denyStatus. An attribute that is not known is an error."),
    CONTEXT_XML_CIDR(
            "The same in META-INF/context.xml",
            Status.WORKS,
            "As in server.xml; with an error in it the application answers 503."),
    CONTEXT_XML_VALVES(
            "Other valves in META-INF/context.xml",
            Status.REFUSED,
            "An error in the log, unless an extension offers it; the application answers 503."),
    SECURITY_CONSTRAINTS(
            "security-constraint and @ServletSecurity",
            Status.WORKS,
            "Of descriptors, fragments, annotations and programs; what is said of GET holds for"
                    + " HEAD too."),
    LOGIN(
            "login-config: BASIC, DIGEST, FORM, CLIENT-CERT",
            Status.WORKS,
            "CLIENT-CERT needs certificateVerification of the connector, and asks for nothing"
                    + " itself."),
    FILTERS("Filters", Status.WORKS, "Of descriptors and annotations, with all dispatchers."),
    WEB_XML(
            "web.xml and web-fragment.xml",
            Status.WORKS,
            "Versions 2.2 to 6.1; a warning for each element without effect."),
    ANNOTATIONS(
            "@WebServlet, @WebFilter, @WebListener, @MultipartConfig, @HandlesTypes",
            Status.WORKS,
            "Found without loading classes; what was found in a JAR is kept by its content in"
                    + " work."),
    LIFECYCLE_ANNOTATIONS(
            "@PostConstruct and @PreDestroy",
            Status.WORKS,
            "On servlets, filters and listeners; the elements post-construct and pre-destroy take"
                    + " their place. Not those of an application with metadata-complete."),
    INJECTION(
            "@Resource, @Resources, injection-target",
            Status.WORKS,
            "What is bound to names, in servlets, filters and listeners; a warning for resources"
                    + " that are not there."),
    OTHER_INJECTION(
            "@EJB, @PersistenceContext, @WebServiceRef, @Inject and the like",
            Status.MISSING,
            "A warning for each class; nothing is injected."),
    DEFAULT_WEB_XML("conf/web.xml", Status.WORKS, "Holds for all applications; read when changed."),
    DEFAULT_SERVLET_PARAMETERS(
            "init-params of Tomcat's DefaultServlet",
            Status.WORKS,
            "A bad value is an error; a warning for what has no effect."),
    PUT_AND_DELETE(
            "readonly=\"false\" of the DefaultServlet",
            Status.WORKS,
            "PUT and DELETE of files, each in one step; never below WEB-INF, through a link, or of"
                    + " a server page. A PUT with Content-Range answers 400, whatever allowPartialPut"
                    + " says."),
    WEBDAV(
            "WebdavServlet",
            Status.WORKS,
            "WebDAV class 1, and 2 where readonly is false. Locks and properties are kept in"
                    + " memory: a warning for propertyStore, allowSpecialPaths and a lax"
                    + " strictIfProcessing."),
    REDIRECT_PORT(
            "redirectPort",
            Status.WORKS,
            "What must be confidential is redirected there; 0: it answers 403."),
    MAX_SAVE_POST_SIZE(
            "maxSavePostSize",
            Status.WORKS,
            "Of a body that waits for a login by FORM; a larger one is answered with 413."),
    SESSION_COOKIE(
            "cookie-config", Status.WORKS, "With max-age and attributes; a warning for comment."),
    TRACKING_MODE(
            "tracking-mode",
            Status.WORKS,
            "COOKIE, URL, or SSL alone where a connector has TLS. By default COOKIE alone (Tomcat:"
                    + " COOKIE and URL), since an id in a URL leaks."),
    DISTRIBUTABLE(
            "distributable",
            Status.WORKS,
            "Attributes of sessions have to be serializable; sessions are kept as those of other"
                    + " applications."),
    TOMCAT_FILTERS(
            "Tomcat's AddDefaultCharset-, Cors-, CsrfPrevention-, Expires-, FailedRequest-,"
                    + " HttpHeaderSecurity-, RateLimit-, RemoteAddr-, RemoteCIDR-, RemoteHost-,"
                    + " RemoteIp-, RequestDumper-, RestCsrfPrevention-, SessionInitializer- and"
                    + " SetCharacterEncodingFilter",
            Status.WORKS,
            "In lib/extensions/serval-tomcat, also under names of their own (dev.serval.filters) for"
                    + " any container; an unknown init-param keeps the application from starting."),
    OTHER_TOMCAT_FILTERS(
            "Other filters of Tomcat",
            Status.REFUSED,
            "An error with file and line; an application that maps one answers 503."),
    TOMCAT_LOGGING("org.apache.juli.logging", Status.WORKS, "Messages go into the server's log."),
    JSP(
            "JSP pages",
            Status.WORKS,
            "By an extension, which the distribution has; without it 501, unless the application"
                    + " brings an engine in WEB-INF/lib."),
    WEBSOCKET(
            "WebSocket endpoints",
            Status.WORKS,
            "Jakarta WebSocket 2.2, server and client, by lib/extensions/serval-websocket; without"
                    + " it a warning names them, and their addresses answer 404. An implementation"
                    + " in WEB-INF/lib takes its place.");

    /** How it stands. */
    enum Status {
        WORKS("works"),
        REPLACED("replaced"),
        MISSING("not yet"),
        REFUSED("refused");

        private final String words;

        Status(String words) {
            this.words = words;
        }

        /** For people. */
        String words() {
            return words;
        }
    }

    private final String title;
    private final Status status;
    private final String effect;

    Feature(String title, Status status, String effect) {
        this.title = title;
        this.status = status;
        this.effect = effect;
    }

    /** For people. */
    String title() {
        return title;
    }

    Status status() {
        return status;
    }

    /** What happens when it is used. */
    String effect() {
        return effect;
    }
}
