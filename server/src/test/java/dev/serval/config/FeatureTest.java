package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.Problem;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row of the table of features is what happens. */
class FeatureTest {
    private static final String NAMES = "dev.serval.container.NamesOfApplicationsTest";
    private static final String CONTAINER = "dev.serval.container.ServerBuildingTest";
    private static final String APPLICATIONS = "dev.serval.webapp.DirectoryApplicationTest";
    private static final String ANNOTATIONS =
            "dev.serval.servlet.Servlet61Section15_5AnnotationTest";
    private static final String MERGED = "dev.serval.webapp.WebApplicationTest";
    private static final String READER = "dev.serval.webapp.WebXmlReaderTest";
    private static final String SECURED = "dev.serval.container.SecuredServedTest";
    private static final String ROLES =
            "dev.serval.servlet.Servlet61Section13_3ProgrammaticSecurityTest";
    private static final String SOCKETS = "dev.serval.container.SocketsServedTest";
    private static final String REMOTE_IP = "dev.serval.container.RemoteIpServedTest";
    private static final String TLS = "dev.serval.container.TlsServedTest";
    private static final String OVERLAYS = "dev.serval.container.OverlaysServedTest";
    private static final String DEPLOYMENT = "dev.serval.container.DeploymentTest";

    @ParameterizedTest
    @EnumSource(Feature.class)
    void holds(Feature feature) throws ReflectiveOperationException {
        // Without a default branch: a new row does not compile until its proof is named.
        switch (feature) {
            case NIO ->
                    works(
                            Xml.connector("port='1'"),
                            Xml.connector("port='1' protocol='BIO'"),
                            Xml.connector("port='1' protocol='" + ClassNames.NIO2 + "'"));
            case APR ->
                    warns(Xml.connector("port='1' protocol='" + ClassNames.APR + "'"), "NIO is");
            case AJP -> {
                for (String protocol :
                        List.of(
                                "AJP/1.3",
                                ClassNames.AJP_NIO,
                                ClassNames.AJP_NIO2,
                                ClassNames.AJP_BIO)) {
                    works(Xml.connector("port='1' secret='x' protocol='" + protocol + "'"));
                }
                refuses(Xml.connector("port='1' protocol='AJP/1.3'"), "needs the attribute secret");
                shown("AjpServedTest", "whatTheFrontTellsIsWhatTheApplicationSees");
                shown("AjpHttpdTest", "filesServletsAndUploads");
            }
            case TLS -> {
                refuses(Xml.connector("port='1' SSLEnabled='true'"), "needs an element");
                proof(TLS, "aConnectorThatIsConfiguredForTlsSpeaksNothingElse");
                proof(TLS, "aCertificateThatChangesIsReadAnew");
            }
            case HTTP2 ->
                    warns(
                            Xml.service(
                                    "<Connector port='1'><UpgradeProtocol className='x'/>"
                                            + "</Connector>"
                                            + Xml.ENGINE),
                            "no effect");
            case COMPRESSION ->
                    // What it does is tested on every wire, which this module cannot see.
                    works(Xml.connector("port='1' compression='on' compressionMinSize='1'"));
            case UNIX_DOMAIN_SOCKETS -> {
                refuses(
                        Xml.connector("unixDomainSocketPath='x' protocol='BIO'"),
                        "BIO has no Unix domain sockets");
                proof(SOCKETS, "aUnixDomainSocketIsServedLikeAPort");
                proof(SOCKETS, "onlyTheOwnerMayConnectUnlessMoreIsSaid");
            }
            case PROXY_PROTOCOL ->
                    // How it is served is tested on every wire, which this module cannot see.
                    works(Xml.connector("port='1' proxyProtocol='on' trustedProxies='10.0.0.0/8'"));
            case INHERITED_CHANNEL -> {
                works(Xml.connector("useInheritedChannel='true'"));
                proof(SOCKETS, "withoutAnInheritedSocketNothingIsInherited");
            }
            case REMOTE_IP -> {
                refuses(Xml.host(context("<Valve className='RemoteIpValve'/>")), "too late");
                proof(REMOTE_IP, "aTrustedProxyIsBelieved");
                proof(REMOTE_IP, "forwardedTellsAllOfIt");
                proof(REMOTE_IP, "whoIsNotTrustedIsNotBelievedRule25");
                proof(REMOTE_IP, "theVirtualHostIsThatOfTheClient");
            }
            case EXECUTOR ->
                    works(
                            Xml.service(
                                    "<Executor name='x'/><Connector port='1' executor='x'/>"
                                            + Xml.ENGINE));
            case SHUTDOWN_PORT ->
                    // How it answers is tested beside startup.ShutdownPort.
                    works(
                            "<Server port='8005' shutdown='SHUTDOWN'><Service>"
                                    + Xml.PORT
                                    + Xml.ENGINE
                                    + "</Service></Server>");
            case LENIENCIES ->
                    works(
                            Xml.connector(
                                    "port='1' relaxedPathChars='[]' allowTrace='true'"
                                            + " encodedSolidusHandling='decode'"));
            case ILLEGAL_HEADER ->
                    warns(Xml.connector("port='1' rejectIllegalHeader='false'"), "always refused");
            case LISTENERS ->
                    warns(
                            Xml.engine(
                                    "<Listener className='org.apache.catalina.startup.UserConfig'/>"
                                            + "<Host name='a'/>"),
                            "no effect");
            case VERSION_LISTENER -> {
                works(listener("org.apache.catalina.startup.VersionLoggerListener"));
                shown("ListenersTest", "versionsAreLogged");
            }
            case SECURITY_LISTENER -> {
                works(listener("org.apache.catalina.security.SecurityListener"));
                shown("ListenersTest", "theServerDoesNotStartWithTooManyRights");
            }
            case DONE_LISTENERS -> {
                for (String name : KnownNames.get().classes("anyway")) {
                    works(listener(name));
                    assertThat(feature.title()).contains(name.replaceAll(".*\\.", ""));
                }
            }
            case ENVIRONMENT -> {
                works(
                        Xml.host(
                                context(
                                        "<Environment name='n' type='java.lang.Long' value='1'"
                                                + " override='false'/>")));
                proof(NAMES, "valuesOfWebXmlAndOfTheContextAreLookedUp");
                proof(NAMES, "whatMustNotBeReplacedIsNot");
            }
            case PARAMETER -> {
                works(Xml.host(context("<Parameter name='n' value='v' override='false'/>")));
                proof(NAMES, "aParameterThatMustNotBeReplacedIsNot");
            }
            case DATA_SOURCES -> {
                shown("DataSourceTest", "aQueryGoesThroughOnePool");
                shown("DataSourceTest", "theNamesOfTomcatJdbcSetThoseOfThePool");
                shown("DataSourceTest", "anApplicationDefinesItsOwn");
            }
            case RESOURCES -> {
                works(
                        Xml.host(
                                context(
                                        "<Resource name='x' type='x.Y' factory='"
                                                + "org.apache.naming.factory.BeanFactory' any='1'"
                                                + "/>")));
                shown("ResourcesTest", "aBeanHasItsProperties");
                shown("ResourcesTest", "aFactoryOfTheApplicationGetsAReference");
                shown("ResourcesTest", "closeMethodNamesAnother");
            }
            case RESOURCE_LINKS -> {
                works(Xml.host(context("<ResourceLink name='x' global='y' type='x.Y'/>")));
                shown("ResourcesTest", "aLinkLeadsToAGlobalValue");
                shown("ResourcesTest", "aResourceRefIsWhatTheContextHasOfItsName");
            }
            case EJB_REFERENCES -> warns(Xml.host(context("<Ejb name='x'/>")), "JNDI");
            case REALMS -> {
                works(
                        Xml.host("<Realm className='org.apache.catalina.realm.MemoryRealm'/>"),
                        Xml.host(
                                context(
                                        "<Realm"
                                                + " className='org.apache.catalina.realm.NullRealm'/>")));
                proof(SECURED, "usersOfTheFileLogInAndAreReadAnew");
            }
            case DATA_SOURCE_REALM -> {
                works(
                        Xml.host(
                                context(
                                        "<Realm className="
                                                + "'org.apache.catalina.realm.DataSourceRealm'"
                                                + " dataSourceName='d' localDataSource='true'"
                                                + " userTable='u' userNameCol='n'"
                                                + " userCredCol='c'/>")));
                shown("DataSourceRealmTest", "usersOfTheTablesLogInWithTheirRoles");
                shown("DataSourceRealmTest", "usersOfPostgresLogIn");
                shown("DataSourceRealmTest", "aDatabaseWithoutAnswerLocksNobodyOut");
            }
            case JNDI_REALM -> {
                works(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.JNDIRealm'"
                                        + " connectionURL='ldap://x' userPattern='uid={0}'/>"));
                shown("LdapRealmTest", "usersAreSearchedAndTheirPasswordLookedAtByTheDirectory");
                shown("LdapRealmTest", "anEmptyPasswordIsNeverRight");
                shown("LdapTlsTest", "startTlsComesBeforeThePassword");
            }
            case JAAS_REALM -> {
                works(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.JAASRealm' appName='a'"
                                        + " userClassNames='x.Y'/>"));
                shown("JaasRealmTest", "theModuleKnowsUsersAndRoles");
            }
            case USER_DATABASE -> {
                works(
                        Xml.server(
                                "",
                                "<GlobalNamingResources><Resource name='u' readonly='false'"
                                        + " type='org.apache.catalina.UserDatabase'/>"
                                        + "</GlobalNamingResources><Service>"
                                        + Xml.PORT
                                        + Xml.ENGINE
                                        + "</Service>"));
                proof("dev.serval.container.UserDatabaseTest", "aChangeIsInTheFileAndCountsAtOnce");
            }
            case DATA_SOURCE_USER_DATABASE -> {
                works(
                        Xml.server(
                                "",
                                "<GlobalNamingResources><Resource name='d' type='x.Y' factory='x.Z'/>"
                                        + "<Resource name='u' dataSourceName='d' userTable='u'"
                                        + " userNameCol='n' userCredCol='c'"
                                        + " type='org.apache.catalina.UserDatabase' factory='"
                                        + UserTablesReader.FACTORY
                                        + "'/></GlobalNamingResources><Service>"
                                        + Xml.PORT
                                        + Xml.ENGINE
                                        + "</Service>"));
                shown("DataSourceUserDatabaseTest", "usersHaveTheirOwnRolesAndThoseOfTheirGroups");
                shown("DataSourceUserDatabaseTest", "usersOfPostgresLogIn");
                shown("DataSourceUserDatabaseTest", "theRolesOfThePresentCount");
            }
            case OTHER_REALMS -> everyOtherRealm();
            case CREDENTIAL_HANDLERS -> {
                works(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.MemoryRealm'>"
                                        + "<CredentialHandler className='org.apache.catalina.realm"
                                        + ".SecretKeyCredentialHandler'/></Realm>"));
                proof("dev.serval.security.CredentialHandlerTest", "whatTomcatKeepsMatches");
            }
            case AUTHENTICATORS -> {
                works(Xml.host(context("<Valve className='BasicAuthenticator'/>")));
                refuses(Xml.host("<Valve className='BasicAuthenticator'/>"), "in a Context");
                proof(SECURED, "aValveDecidesHowUsersLogIn");
            }
            case SPNEGO -> {
                everyProtectingValve();
                refuses(
                        Xml.host(
                                context(
                                        "<Valve className='org.apache.catalina.authenticator"
                                                + ".SpnegoAuthenticator'/>")),
                        "not supported yet");
                proof(
                        "dev.serval.config.AuthenticatorConfigTest",
                        "oneThatNobodyAnswersToIsAnError");
            }
            case SINGLE_SIGN_ON -> {
                works(
                        Xml.host(
                                "<Valve className='org.apache.catalina.authenticator.SingleSignOn'"
                                        + " requireReauthentication='true'/>"),
                        Xml.engine("<Host name='a'/><Valve className='SingleSignOn'/>"));
                proof("dev.serval.container.EngineSingleSignOnTest", "aLoginIsThatOfAllHosts");
                warns(
                        Xml.host(context("<Valve className='SingleSignOn'/>")),
                        "users log in to each application");
            }
            case RUN_AS -> proof(ROLES, "section13_3_theRoleThatAServletRunsAsIsShown");
            case JVM_ROUTE -> {
                works(
                        Xml.service(
                                "<Engine defaultHost='a' jvmRoute='n-1'><Host name='a'/></Engine>"
                                        + Xml.PORT));
                refuses(
                        Xml.service(
                                "<Engine defaultHost='a' jvmRoute='a b'><Host name='a'/></Engine>"
                                        + Xml.PORT),
                        "a route has letters");
                proof(
                        "dev.serval.session.saved.RoutedSessionsTest",
                        "itGoesOnThereWithTheRouteOfThatServer");
            }
            case DRAINING -> {
                works(
                        Xml.host(
                                "<Valve className='LoadBalancerDrainingValve'"
                                        + " redirectStatusCode='302' ignoreCookieName='a'"
                                        + " ignoreCookieValue='b'/>"));
                shown(
                        "LoadBalancerDrainingTest",
                        "aClientWithoutASessionOfThisNodeIsSentElsewhere");
            }
            case REMOTE_HOST -> {
                works(
                        Xml.host("<Valve className='RemoteHostValve' allow='a' deny='b'/>"),
                        Xml.host(context("<Valve className='RemoteHostValve' deny='b'/>")));
                refuses(
                        Xml.host("<Valve className='RemoteHostValve'/>"),
                        "needs the attribute allow or deny");
                shown("CrawlersAndNamesTest", "clientsComeInByTheirNames");
            }
            case CRAWLER_SESSIONS -> {
                works(
                        Xml.host(
                                "<Valve className='CrawlerSessionManagerValve' crawlerIps='a'"
                                        + " crawlerUserAgents='b' sessionInactiveInterval='1'/>"));
                shown("CrawlersAndNamesTest", "aCrawlerHasOneSession");
            }
            case UNKNOWN_VALVES -> refuses(Xml.host("<Valve className='x.Y'/>"), "not known");
            case OTHER_VALVES -> everyOtherValve();
            case ACCESS_LOG ->
                    works(
                            Xml.host("<Valve className='AccessLog'/>"),
                            Xml.engine("<Host name='a'/><Valve className='AccessLog'/>"));
            case ACCESS_LOG_FORMATS -> {
                works(Xml.host("<Valve className='JsonAccessLogValve'/>"));
                works(Xml.host("<Valve className='ExtendedAccessLogValve'/>"));
                shown("AccessLogFilesTest", "threeFormatsOfTheSameRequests");
            }
            case STUCK_CALLS -> works(Xml.host("<Valve className='StuckThreadDetectionValve'/>"));
            case CONTEXT_ACCESS_LOG -> works(Xml.host(context("<Valve className='AccessLog'/>")));
            case CLUSTER -> {
                warns(Xml.host("<Cluster/>"), "PersistentManager");
                String manager = "<Manager className='org.apache.catalina.ha.session.DeltaManager'";
                warns(Xml.host(context(manager + "/>")), "has no Store");
                works(Xml.host(context(manager + "><Store className='FileStore'/></Manager>")));
                works(
                        Xml.host(
                                "<Valve className='org.apache.catalina.ha.authenticator"
                                        + ".ClusterSingleSignOn'/>"));
            }
            case SESSIONS -> {
                works(Xml.host(context("<CookieProcessor/>")));
                works(Xml.host(context("<Manager pathname=''/>")));
                String name = "<Manager className='org.apache.catalina.session.";
                works(Xml.host(context(name + "StandardManager' maxActiveSessions='9'/>")));
                String persistent = name + "PersistentManager'>";
                works(
                        Xml.host(
                                context(
                                        "<Valve className='PersistentValve'/>"
                                                + persistent
                                                + "<Store className='FileStore'/></Manager>")));
                refuses(Xml.host(context(persistent + "</Manager>")), "needs one Store");
                warns(Xml.host(context(name + "StandardManger'/>")), "did you mean");
                warns(
                        Xml.host(context(persistent + "<Store className='x.Y'/></Manager>")),
                        "Store x.Y is not there");
                warns(
                        Xml.host(context("<Manager maxActiveSession='9'/>")),
                        "did you mean maxActiveSessions?");
                shown("SessionsOverRestartTest", "sessionsAreThereAfterARestart");
            }
            case CLASS_LOADING -> {
                works(
                        Xml.host(context("<Loader delegate='true'/>")),
                        Xml.host("<Context path='/a' delegate='true'/>"));
                warns(Xml.host(context("<Loader loaderClass='a.B'/>")), "loaderClass of Loader");
                shown("ContextPartsTest", "theSharedClassesComeFirstWhereItIsAskedFor");
                proof(
                        "dev.serval.container.LegacyApplicationsTest",
                        "anApplicationMayAskToBeConverted");
            }
            case WATCHED_RESOURCES -> {
                warns(
                        Xml.host(context("<WatchedResource>a</WatchedResource>")),
                        "put its Context into a file of its own");
                shown("ContextPartsTest", "aChangeOfAWatchedFileDeploysAnew");
            }
            case COOKIE_PROCESSOR -> {
                works(
                        Xml.host(
                                context(
                                        "<CookieProcessor sameSiteCookies='strict'"
                                                + " partitioned='true'"
                                                + " cookiesWithoutEquals='name'/>")));
                warns(
                        Xml.host(
                                context(
                                        "<CookieProcessor className='org.apache.tomcat.util.http"
                                                + ".LegacyCookieProcessor'/>")),
                        "cookies are those of RFC 6265");
                shown("ContextPartsTest", "whatIsNoPairMayBeTheNameOfACookie");
            }
            case JAR_SCANNING ->
                    works(
                            Xml.host(
                                    context(
                                            "<JarScanner scanClassPath='false'><JarScanFilter"
                                                    + " pluggabilitySkip='a*.jar' tldScan='b.jar'"
                                                    + " defaultTldScan='false'/></JarScanner>")));
            case OVERLAYS -> {
                for (String element : List.of("PreResources", "JarResources", "PostResources")) {
                    String overlay =
                            "<"
                                    + element
                                    + " className='org.apache.catalina.webresources.DirResourceSet'"
                                    + " base='/srv/files' webAppMount='/files'/>";
                    works(Xml.host(context("<Resources>" + overlay + "</Resources>")));
                }
                proof(OVERLAYS, "filesOfOverlaysAreServedAndTheirClassesAreLoaded");
            }
            case DIRECTORIES -> proof("aDirectoryOfTheAppBaseIsAnApplication");
            case AUTO_DEPLOY -> {
                works(Xml.engine("<Host name='a' autoDeploy='true'/>"));
                proof(DEPLOYMENT, "whatIsDroppedInIsServed");
            }
            case RELOADABLE -> {
                works(Xml.host("<Context path='/a' reloadable='true' unloadDelay='1'/>"));
                proof(DEPLOYMENT, "aReloadableApplicationFollowsItsClasses");
            }
            case PARALLEL_START -> {
                works(Xml.engine("<Host name='a' startStopThreads='2'/>"));
                proof(DEPLOYMENT, "atTheStartTheLogIsInTheOrderOfNames");
            }
            case WAR -> proof(DEPLOYMENT, "aWarIsServedLikeADirectory");
            case LEGACY -> {
                works(Xml.engine("<Host name='a' legacyAppBase='old'/>"));
                proof(
                        "dev.serval.container.LegacyApplicationsTest",
                        "aWarIsConvertedOnceAndServedAsItWasConverted");
            }
            case VERSIONS -> {
                proof(DEPLOYMENT, "theNewestVersionIsServed");
                works(Xml.engine("<Host name='a' undeployOldVersions='true'/>"));
                proof(
                        DEPLOYMENT,
                        "aSessionStaysWithItsVersionAndTheOldOneGoesWithTheLastIfTheHostWantsIt");
            }
            case DESCRIPTORS -> proof(DEPLOYMENT, "aDescriptorDeploysItsDocBase");
            case DEFAULT_CONTEXT_XML ->
                    proof(DEPLOYMENT, "whatHoldsForAllComesBeforeWhatTheHostAndTheApplicationSay");
            case DEPLOY_XML -> {
                works(Xml.engine("<Host name='a' deployXML='false'/>"));
                proof(DEPLOYMENT, "anApplicationWhoseDescriptorMustNotCountIsRefused");
            }
            case COPY_XML -> {
                works(Xml.engine("<Host name='a' copyXML='true'/>"));
                proof(DEPLOYMENT, "theOwnDescriptorIsCopiedOnceIfTheHostWantsIt");
            }
            case ERROR_REPORT -> {
                works(
                        Xml.host(
                                "<Valve className='org.apache.catalina.valves.ErrorReportValve'"
                                        + " showReport='false' showServerInfo='false'/>"));
                works(
                        Xml.host(
                                "<Valve className='ErrorReportValve' errorCode.404='a'"
                                        + " exceptionType.a.B='b'/>"),
                        Xml.host("<Valve className='JsonErrorReportValve' showReport='true'/>"),
                        Xml.host(
                                "<Valve className='ProxyErrorReportValve'"
                                        + " errorCode.0='http://localhost/'/>"));
                warns(
                        Xml.host("<Valve className='ErrorReportValve' errorCod.404='a'/>"),
                        "has no attribute errorCod.404");
                refuses(
                        Xml.host("<Valve className='ErrorReportValve' errorCode.200='a'/>"),
                        "errorCode.200 names no status of an error");
                refuses(
                        Xml.host("<Valve className='ProxyErrorReportValve' errorCode.0='a'/>"),
                        "a is no URL");
                shown("ErrorReportTest", "whatIsAskedForIsShown");
            }
            case ERROR_REPORT_CLASS -> {
                works(
                        Xml.engine(
                                "<Host name='a' errorReportValveClass='"
                                        + "org.apache.catalina.valves.ErrorReportValve'/>"));
                shown("ErrorReportTest", "textsAreEscapedInJson");
            }
            case ADDRESS_VALVES -> {
                works(
                        Xml.host("<Valve className='RemoteCIDRValve' allow='::1'/>"),
                        Xml.engine("<Host name='a'/><Valve className='RemoteAddrValve' deny='a'/>"),
                        Xml.host(context("<Valve className='RemoteCIDRValve' deny='::1'/>")));
                refuses(
                        Xml.host("<Valve className='RemoteCIDRValve' allow='::1' denny='::2'/>"),
                        "did you mean deny?");
            }
            case CONTEXT_XML_CIDR -> proof("anAddressValveInContextXmlGuardsTheFiles");
            case CONTEXT_XML_VALVES -> proof("anyOtherValveInContextXmlKeepsTheApplicationOut");
            case SECURITY_CONSTRAINTS ->
                    proof(APPLICATIONS, "pathsUnderAConstraintAnswer403AndOthersDoNot");
            case LOGIN -> proof(SECURED, "usersOfTheFileLogInAndAreReadAnew");
            case FILTERS -> proof(APPLICATIONS, "servletsFiltersAndListenersOfWebXmlRun");
            case WEB_XML -> proof(APPLICATIONS, "servletsFiltersAndListenersOfWebXmlRun");
            case ANNOTATIONS -> proof(APPLICATIONS, "annotatedServletsAnswer");
            case LIFECYCLE_ANNOTATIONS ->
                    proof(ANNOTATIONS, "eachIsToldAfterItsConstructorAndBehindItsEnd");
            case INJECTION -> proof(ANNOTATIONS, "whatWouldBeInjectedIsNamedOnce");
            case OTHER_INJECTION -> proof(ANNOTATIONS, "whatIsSkippedIsNamedOnce");
            case DEFAULT_WEB_XML -> proof(APPLICATIONS, "confWebXmlHoldsForAllApplications");
            case DEFAULT_SERVLET_PARAMETERS ->
                    proof(READER, "whatTomcatsDefaultServletIsAskedForAndDoesNotDoIsNamed");
            case PUT_AND_DELETE ->
                    proof(
                            "dev.serval.files.WritableFilesTest",
                            "aFileIsMadeAndReplacedAndNothingElseIsLeft");
            case WEBDAV -> proof(READER, "whatTheWebdavServletIsAskedForAndDoesNotDoIsNamed");
            case REDIRECT_PORT -> works(Xml.connector("port='1' redirectPort='8443'"));
            case MAX_SAVE_POST_SIZE -> works(Xml.connector("port='1' maxSavePostSize='-1'"));
            case SESSION_COOKIE -> proof(APPLICATIONS, "theCookieOfSessionsIsAsTheDescriptorSays");
            case TRACKING_MODE ->
                    proof(APPLICATIONS, "theTrackingModeOfSessionsIsAsTheDescriptorSays");
            case DISTRIBUTABLE ->
                    proof(APPLICATIONS, "aDistributableApplicationKeepsNoOtherValues");
            // The extension has tests of its own, which the server cannot see.
            case TOMCAT_FILTERS, TOMCAT_LOGGING -> extensionHasATestOf(feature);
            case OTHER_TOMCAT_FILTERS -> proof(MERGED, "aFilterWithoutItsClassIsAnError");
            case JSP -> {
                // Its behaviour is tested on the distribution, which this module cannot see.
                assertThat(Path.of("../tests/src/test/java/dev/serval/tests/JspTest.java"))
                        .exists();
                proof(APPLICATIONS, "anErrorPageThatIsAPageLeavesTheStatusOfTheError");
            }
            case WEBSOCKET -> {
                // What it does is tested on every wire, which this module cannot see.
                proof(MERGED, "webSocketEndpointsAreNamedInOneWarning");
                assertThat(Path.of("../tests/src/test/java/dev/serval/tests"))
                        .isDirectoryContaining("glob:**/WebSocketEndpointsTest.java")
                        .isDirectoryContaining("glob:**/OwnEnginesTest.java");
            }
        }
    }

    private static String listener(String name) {
        return Xml.server(
                "",
                "<Listener className='"
                        + name
                        + "'/><Service>"
                        + Xml.PORT
                        + Xml.ENGINE
                        + "</Service>");
    }

    private static void everyProtectingValve() {
        for (String name : KnownNames.get().classes("protects")) {
            if (name.contains(".valves.") || name.contains(".authenticator.")) {
                refuses(Xml.host("<Valve className='" + name + "'/>"), "not supported yet");
                refuses(
                        Xml.host(context("<Valve className='" + name + "'/>")),
                        "not supported yet");
            }
        }
    }

    private static void everyOtherRealm() {
        for (String name : KnownNames.get().classes("realm")) {
            refuses(Xml.host("<Realm className='" + name + "'/>"), "not supported yet");
            refuses(Xml.host(context("<Realm className='" + name + "'/>")), "not supported yet");
        }
    }

    private static void everyOtherValve() {
        for (String name : KnownNames.get().classes("valve")) {
            warns(Xml.host("<Valve className='" + name + "'/>"), "no effect");
        }
    }

    private static String context(String children) {
        return "<Context path='/x'>" + children + "</Context>";
    }

    private static void works(String... files) {
        for (String file : files) {
            assertThat(Xml.problems(file)).isEmpty();
        }
    }

    private static void warns(String file, String words) {
        ServerXml.Result result = Xml.read(file);
        assertThat(result.errors()).isEmpty();
        assertThat(result.config()).isNotNull();
        assertThat(result.warnings()).singleElement().asString().contains(words);
    }

    private static void refuses(String file, String words) {
        ServerXml.Result result = Xml.read(file);
        assertThat(result.config()).isNull();
        List<Problem> errors = result.errors();
        assertThat(errors).singleElement().asString().contains(words);
    }

    private static void extensionHasATestOf(Feature feature) {
        Path extensions = Path.of("../extensions");
        if (feature == Feature.TOMCAT_LOGGING) {
            assertThat(
                            extensions.resolve(
                                    "tomcat/src/test/java/org/apache/juli/logging/LogFactoryTest.java"))
                    .exists();
            return;
        }
        for (String name :
                feature.title().replaceAll("^Tomcat's|Filter$", "").split("-?(,| and) ")) {
            String filter = name.strip() + "Filter";
            assertThat(extensions.resolve("tomcat/src/main/java/org/apache/catalina/filters"))
                    .isDirectoryContaining(file -> file.endsWith(filter + ".java"));
            assertThat(
                            extensions.resolve(
                                    "filters/src/test/java/dev/serval/filters/FilterParametersTest.java"))
                    .content()
                    .contains("new " + filter + "()");
        }
    }

    /** What takes a database, or classes of applications, is shown by the black-box tests. */
    private static void shown(String test, String method) {
        assertThat(Path.of("../tests/src/test/java/dev/serval/tests/" + test + ".java"))
                .content()
                .contains("void " + method + "(");
    }

    /** What the reader cannot see is proven by a test of the containers. */
    private static void proof(String method) throws ReflectiveOperationException {
        proof(CONTAINER, method);
    }

    private static void proof(String test, String method) throws ReflectiveOperationException {
        assertThat(Arrays.stream(Class.forName(test).getDeclaredMethods()).map(Method::getName))
                .contains(method);
    }
}
