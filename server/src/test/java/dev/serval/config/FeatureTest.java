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
            case AJP ->
                    warns(
                            Xml.service("<Connector protocol='AJP/1.3'/>" + Xml.PORT + Xml.ENGINE),
                            "not started");
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
                    warns(
                            "<Server port='8005' shutdown='SHUTDOWN'><Service>"
                                    + Xml.PORT
                                    + Xml.ENGINE
                                    + "</Service></Server>",
                            "none is opened");
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
            case SECURITY_LISTENER ->
                    refuses(
                            Xml.host(
                                    "<Listener className="
                                            + "'org.apache.catalina.security.SecurityListener'/>"),
                            "not there yet");
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
            case JNDI -> warns(Xml.host(context("<Resource name='x'/>")), "JNDI");
            case REALMS -> {
                works(
                        Xml.host("<Realm className='org.apache.catalina.realm.MemoryRealm'/>"),
                        Xml.host(
                                context(
                                        "<Realm"
                                                + " className='org.apache.catalina.realm.NullRealm'/>")));
                proof(SECURED, "usersOfTheFileLogInAndAreReadAnew");
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
                refuses(Xml.host("<Valve className='BasicAuthenticator'/>"), "into a Context");
                proof(SECURED, "aValveDecidesHowUsersLogIn");
            }
            case SPNEGO -> {
                refuses(
                        Xml.host(
                                context(
                                        "<Valve className='org.apache.catalina.authenticator"
                                                + ".SpnegoAuthenticator'/>")),
                        "not there yet");
                proof(
                        "dev.serval.config.AuthenticatorConfigTest",
                        "oneThatNobodyAnswersToIsAnError");
            }
            case SINGLE_SIGN_ON -> {
                works(
                        Xml.host(
                                "<Valve className='org.apache.catalina.authenticator.SingleSignOn'"
                                        + " requireReauthentication='true'/>"));
                warns(
                        Xml.host(context("<Valve className='SingleSignOn'/>")),
                        "users log in to each application");
            }
            case RUN_AS -> proof(ROLES, "section13_3_theRoleThatAServletRunsAsIsShown");
            case PROTECTING_VALVES -> everyProtectingValve();
            case UNKNOWN_VALVES -> refuses(Xml.host("<Valve className='x.Y'/>"), "not known");
            case OTHER_VALVES -> everyOtherValve();
            case ACCESS_LOG ->
                    works(
                            Xml.host("<Valve className='AccessLog'/>"),
                            Xml.engine("<Host name='a'/><Valve className='AccessLog'/>"));
            case CONTEXT_ACCESS_LOG -> works(Xml.host(context("<Valve className='AccessLog'/>")));
            case CLUSTER -> warns(Xml.host("<Cluster/>"), "clustering");
            case SESSIONS -> {
                warns(Xml.host(context("<Manager/>")), "sessions");
                works(Xml.host(context("<CookieProcessor/>")));
            }
            case CLASS_LOADING -> {
                warns(Xml.host(context("<Loader/>")), "class loading");
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
                warns(
                        Xml.host("<Valve className='ErrorReportValve' showReport='true'/>"),
                        "under which the log has more");
                warns(
                        Xml.host("<Valve className='ErrorReportValve' errorCode.404='a'/>"),
                        "an error-page in web.xml");
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
                // What it does is tested on the distribution, which this module cannot see.
                assertThat(Path.of("../tests/src/test/java/dev/serval/tests/JspTest.java"))
                        .exists();
                proof(APPLICATIONS, "anErrorPageThatIsAPageLeavesTheStatusOfTheError");
            }
            case WEBSOCKET -> proof(MERGED, "webSocketEndpointsAreNamedInOneWarning");
        }
    }

    private static void everyProtectingValve() {
        for (String name : KnownNames.get().classes("protects")) {
            if (name.contains(".valves.") || name.contains(".authenticator.")) {
                refuses(Xml.host("<Valve className='" + name + "'/>"), "not there yet");
                refuses(Xml.host(context("<Valve className='" + name + "'/>")), "not there yet");
            }
        }
    }

    private static void everyOtherRealm() {
        for (String name : KnownNames.get().classes("realm")) {
            refuses(Xml.host("<Realm className='" + name + "'/>"), "not there yet");
            refuses(Xml.host(context("<Realm className='" + name + "'/>")), "not there yet");
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
        Path tests = Path.of("../extensions/tomcat/src/test/java/org/apache");
        if (feature == Feature.TOMCAT_LOGGING) {
            assertThat(tests.resolve("juli/logging/LogFactoryTest.java")).exists();
            return;
        }
        for (String name :
                feature.title().replaceAll("^Tomcat's|Filter$", "").split("-?(,| and) ")) {
            String filter = name.strip() + "Filter";
            assertThat(tests.resolve("../../../../main/java/org/apache/catalina/filters"))
                    .isDirectoryContaining(file -> file.endsWith(filter + ".java"));
            assertThat(tests.resolve("catalina/filters/FilterParametersTest.java"))
                    .content()
                    .contains("new " + filter + "()");
        }
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
