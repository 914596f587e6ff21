package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServerXmlProblemsTest {
    private static final String GOOD = Xml.PORT + Xml.ENGINE;
    private static final String GONE =
            " is not supported yet, and nothing is served without the protection that it asks for;"
                    + " remove it if you can do without it";

    private static final String TABLES_FACTORY =
            " factory='org.apache.catalina.users.DataSourceUserDatabaseFactory'";
    private static final String TABLES =
            "dataSourceName='jdbc/all' userTable='p' userNameCol='n' userCredCol='c'";

    /** The element is on line 2, the attributes begin on line 3 at column 2. */
    private static String users(String attributes) {
        return Xml.server(
                "",
                "<GlobalNamingResources><Environment name='jdbc/all' type='java.lang.String'"
                        + " value='x'/>\n<Resource name='U' type='org.apache.catalina.UserDatabase'"
                        + TABLES_FACTORY
                        + "\n "
                        + attributes
                        + "/></GlobalNamingResources>"
                        + service(GOOD));
    }

    static Stream<Arguments> one() {
        return Stream.of(
                problem(
                        "<Sever/>",
                        "ERROR conf/server.xml:1:1: the root element is Sever, but must be Server"),
                problem(
                        "<Server/>",
                        "ERROR conf/server.xml:1:1: Server needs an element Service: there is"
                                + " nothing to serve"),
                problem(
                        Xml.server(
                                "port='8005' portOffset='60000'",
                                service(GOOD.replaceAll("port='[0-9]+'", "port='0'"))),
                        "ERROR conf/server.xml:1:9: port of Server is 68005 with portOffset, above"
                                + " 65535"),
                problem(
                        Xml.server("port='x'", service(GOOD)),
                        "ERROR conf/server.xml:1:9: port of Server is \"x\", which is not a"
                                + " number"),
                problem(
                        Xml.server("className='com.acme.Server'", service(GOOD)),
                        "ERROR conf/server.xml:1:9: className of Server is \"com.acme.Server\","
                                + " which is not known; known:"
                                + " org.apache.catalina.core.StandardServer"),
                problem(
                        Xml.server("port='1' address='0.0.0.0'", service(GOOD)),
                        "WARNING conf/server.xml:1:18: address of Server is \"0.0.0.0\", which is"
                                + " no loopback address; the shutdown port is opened on localhost"
                                + " alone"),
                problem(
                        Xml.server(
                                "",
                                "\n <GlobalNamingResources><Resource name='r'/>"
                                        + "</GlobalNamingResources>"
                                        + service(GOOD)),
                        "WARNING conf/server.xml:2:25: the Resource is not bound: it has neither a"
                                + " type nor a factory"),
                problem(
                        Xml.server("", "\n<Servce><Connector/></Servce>" + service(GOOD)),
                        "WARNING conf/server.xml:2:1: Server has no element Servce (did you mean"
                                + " Service?); it is ignored with its content"),
                problem(
                        Xml.server("", "\n<Connector port='1'/>" + service(GOOD)),
                        "WARNING conf/server.xml:2:1: Connector in Server is ignored: it belongs"
                                + " in Service"),
                problem(
                        Xml.server("", "\n<Valve className='AccessLog'/>" + service(GOOD)),
                        "ERROR conf/server.xml:2:1: Valve in Server is not allowed: a Valve belongs"
                                + " in Engine, Host, Context"),
                problem(
                        Xml.server("", service(GOOD) + "\n" + service(GOOD)),
                        "ERROR conf/server.xml:2:1: there is a Service named Catalina already, at"
                                + " conf/server.xml:1:10"),
                problem(
                        Xml.service(Xml.PORT),
                        "ERROR conf/server.xml:1:9: Service needs an element Engine"),
                problem(
                        Xml.service(Xml.ENGINE),
                        "WARNING conf/server.xml:1:9: Service has no connector that is started:"
                                + " nobody can reach it"),
                problem(
                        Xml.service("<Connector port='0' protocol='AJP/1.3'/>\n" + Xml.ENGINE),
                        "ERROR conf/server.xml:2:1: Connector for AJP needs the attribute secret,"
                                + " which its front names in every request; or"
                                + " secretRequired=\"false\", if nobody else can reach its port"),
                problem(
                        Xml.server(
                                "",
                                "<GlobalNamingResources><Environment name='jdbc/users'"
                                        + " type='java.lang.String' value='x'/>"
                                        + "</GlobalNamingResources>"
                                        + service(
                                                Xml.PORT
                                                        + "<Engine defaultHost='a'><Realm"
                                                        + " className='org.apache.catalina.realm.DataSourceRealm'\n"
                                                        + "dataSourceName='jdbc/user'"
                                                        + " userTable='u' userNameCol='n'"
                                                        + " userCredCol='c'/>"
                                                        + "<Host name='a'/></Engine>")),
                        "ERROR conf/server.xml:2:1: dataSourceName of DataSourceRealm is"
                                + " \"jdbc/user\", but GlobalNamingResources of server.xml has no"
                                + " Resource of that name (did you mean jdbc/users?)"),
                problem(
                        users("usrTable='u' " + TABLES),
                        "WARNING conf/server.xml:3:2: UserDatabase has no attribute usrTable (did"
                                + " you mean userTable?); it is ignored"),
                problem(
                        users(TABLES.replace("userTable='p'", "")),
                        "ERROR conf/server.xml:2:1: UserDatabase needs the attribute userTable: its"
                                + " factory has the users in a database"),
                problem(
                        users(TABLES.replace("'jdbc/all'", "'jdbc/al'")),
                        "ERROR conf/server.xml:3:2: dataSourceName of UserDatabase is \"jdbc/al\","
                                + " but GlobalNamingResources of server.xml has no Resource of that"
                                + " name (did you mean jdbc/all?)"),
                problem(
                        users("readonly='false' " + TABLES),
                        "WARNING conf/server.xml:3:2: readonly of UserDatabase is \"false\", but a"
                                + " database of users is only read: its tables are changed in the"
                                + " database"),
                problem(
                        users("pathname='x' " + TABLES),
                        "WARNING conf/server.xml:3:2: pathname of UserDatabase has no effect: by"
                                + " its factory the users are in a database"),
                problem(
                        users("roleTable='r' " + TABLES),
                        "WARNING conf/server.xml:3:2: roleTable of UserDatabase has no effect"
                                + " without userRoleTable, roleNameCol: users have no roles of"
                                + " their own"),
                problem(
                        users(
                                "groupTable='g' roleTable='r' userRoleTable='s' roleNameCol='o'"
                                        + " userGroupTable='t' groupNameCol='u' "
                                        + TABLES),
                        "WARNING conf/server.xml:3:2: groupTable of UserDatabase has no effect"
                                + " without groupRoleTable: users have no groups"),
                problem(
                        users("userTable='p'").replace(TABLES_FACTORY, ""),
                        "WARNING conf/server.xml:3:2: userTable of UserDatabase has no effect: by"
                                + " its factory the users are in a file"),
                problem(
                        users(TABLES).replace("UserDatabaseFactory", "UserDatabasFactory"),
                        "ERROR conf/server.xml:2:60: factory of UserDatabase is"
                                + " \"org.apache.catalina.users.DataSourceUserDatabasFactory\","
                                + " which is not known (did you mean"
                                + " org.apache.catalina.users.DataSourceUserDatabaseFactory?);"
                                + " known:"
                                + " org.apache.catalina.users.DataSourceUserDatabaseFactory,"
                                + " org.apache.catalina.users.MemoryUserDatabaseFactory"),
                problem(
                        Xml.service(GOOD + "\n" + Xml.ENGINE),
                        "ERROR conf/server.xml:3:1: a Service has one Engine; this is the second"),
                problem(
                        Xml.service("<Executor/>" + GOOD),
                        "ERROR conf/server.xml:2:1: Executor needs the attribute name"),
                problem(
                        Xml.service("<Executor name='x'/>\n<Executor name='x'/>" + GOOD),
                        "ERROR conf/server.xml:3:1: there is an Executor named x already, at"
                                + " conf/server.xml:2:1"),
                problem(
                        Xml.service("<Executor name='x' maxThreads='none'/>" + GOOD),
                        "ERROR conf/server.xml:2:20: maxThreads of Executor is \"none\", which is"
                                + " not a number"),
                problem(
                        Xml.service(Xml.PORT + "\n<Engine><Host name='a'/></Engine>"),
                        "ERROR conf/server.xml:3:1: Engine needs the attribute defaultHost"),
                problem(
                        Xml.service(Xml.PORT + "\n<Engine defaultHost='a'/>"),
                        "ERROR conf/server.xml:3:1: Engine needs an element Host"),
                problem(
                        Xml.service(
                                Xml.PORT
                                        + "\n<Engine defaultHost='localhos'>"
                                        + "<Host name='localhost'/></Engine>"),
                        "ERROR conf/server.xml:3:9: defaultHost of Engine is \"localhos\", but"
                                + " there is no Host of that name (did you mean localhost?)"),
                problem(
                        Xml.engine("<Host name='a'/>\n<Host name='A'/>"),
                        "ERROR conf/server.xml:4:1: the name A is already taken, at"
                                + " conf/server.xml:3:1"),
                problem(
                        Xml.engine("<Host name='a'><Alias>b</Alias><Alias>B</Alias></Host>"),
                        "ERROR conf/server.xml:3:1: the name B is already taken, twice in this"
                                + " Host"),
                problem(
                        Xml.engine("<Host name='a'/>\n<Host/>"),
                        "ERROR conf/server.xml:4:1: Host needs the attribute name"),
                problem(
                        Xml.engine("<Host name='a'/>\n<Cluster className='x'/>"),
                        "WARNING conf/server.xml:4:1: Cluster in Engine has no effect: without a"
                                + " Store that nodes share each has sessions of its own; in its"
                                + " place: a Manager"
                                + " className=\"org.apache.catalina.session.PersistentManager\""
                                + " in conf/context.xml, with a Store"
                                + " className=\"org.apache.catalina.session.DataSourceStore\" in"
                                + " it (cluster.html)"),
                problem(
                        Xml.engine("<Host name='a' appbase='x'/>"),
                        "WARNING conf/server.xml:3:16: Host has no attribute appbase (did you mean"
                                + " appBase?); it is ignored"),
                problem(
                        Xml.engine("<Host name='a b'/><Host name='a'/>"),
                        "ERROR conf/server.xml:3:7: name of Host is \"a b\", which is not a"
                                + " host name"),
                problem(
                        Xml.engine("<Host name='a' contextClass='x.Y'/>"),
                        "WARNING conf/server.xml:3:16: contextClass of Host is known, but has no"
                                + " effect here yet"),
                problem(
                        Xml.engine("<Host name='a' deployIgnore='(x'/>"),
                        "ERROR conf/server.xml:3:16: deployIgnore of Host is \"(x\", which is not"
                                + " a regular expression: Unclosed group at index 2"),
                problem(
                        Xml.host("<Alias>not a name</Alias>"),
                        "ERROR conf/server.xml:3:1: Alias \"not a name\" is not a host name"),
                problem(
                        Xml.host("<valve className='com.acme.Guard'/>"),
                        "ERROR conf/server.xml:3:1: Host has no element valve (did you mean Valve?)"
                                + "; nothing is served without what it may protect"),
                problem(
                        Xml.host("<Vavle/>"),
                        "ERROR conf/server.xml:3:1: Host has no element Vavle (did you mean Valve?)"
                                + "; nothing is served without what it may protect"),
                problem(
                        Xml.host("<realm className='com.acme.Users'/>"),
                        "ERROR conf/server.xml:3:1: Host has no element realm (did you mean Realm?)"
                                + "; nothing is served without what it may protect"),
                problem(
                        Xml.host("<Gatekeeper className='RemoteCIDRValve' allow='::1'/>"),
                        "ERROR conf/server.xml:3:1: Host has no element Gatekeeper"
                                + "; nothing is served without what it may protect"),
                problem(
                        Xml.host(
                                "<Login"
                                        + " className='org.apache.catalina.authenticator.BasicAuthenticator'/>"),
                        "ERROR conf/server.xml:3:1: Host has no element Login"
                                + "; nothing is served without what it may protect"),
                problem(
                        Xml.host("<Users className='org.apache.catalina.realm.MemoryRealm'/>"),
                        "ERROR conf/server.xml:3:1: Host has no element Users"
                                + "; nothing is served without what it may protect"),
                problem(
                        Xml.host("<Context path='/a'><Vavle/></Context>"),
                        "ERROR conf/server.xml:3:20: Context has no element Vavle (did you mean"
                                + " Valve?); nothing is served without what it may protect"),
                problem(
                        Xml.host("<Contxt path='/a' docBase='b'/>"),
                        "WARNING conf/server.xml:3:1: Host has no element Contxt (did you mean"
                                + " Context?); it is ignored with its content"),
                problem(
                        Xml.host("<Context/>"),
                        "ERROR conf/server.xml:3:1: Context needs the attribute path or docBase"),
                problem(
                        Xml.host("<Context path='a' docBase='b'/>"),
                        "ERROR conf/server.xml:3:10: path of Context is \"a\", which is not a"
                                + " path: empty for the root, else it begins with a slash and does"
                                + " not end with one"),
                problem(
                        Xml.host("<Context path='/a;b' docBase='b'/>"),
                        "ERROR conf/server.xml:3:10: path of Context is \"/a;b\", which is not a"
                                + " path: empty for the root, else it begins with a slash and does"
                                + " not end with one"),
                problem(
                        Xml.host("<Context docBase='/srv/a;b'/>"),
                        "ERROR conf/server.xml:3:1: Context needs the attribute path, because none"
                                + " follows from docBase \"/srv/a;b\""),
                problem(
                        Xml.host("<Context path='/a' docBase='b'/>\n<Context path='/a'/>"),
                        "ERROR conf/server.xml:4:1: there is a Context with the path \"/a\""
                                + " already, at conf/server.xml:3:1"),
                problem(
                        Xml.host("<Context path='/a'><Manager className='x'/></Context>"),
                        "WARNING conf/server.xml:3:29: Manager x is not there; there are:"
                                + " BackupManager, DeltaManager, PersistentManager, StandardManager,"
                                + " org.apache.catalina.ha.session.BackupManager,"
                                + " org.apache.catalina.ha.session.DeltaManager,"
                                + " org.apache.catalina.session.PersistentManager,"
                                + " org.apache.catalina.session.StandardManager; sessions are kept as"
                                + " without a Manager, on each node alone: a Store that nodes share"
                                + " is another way (cluster.html)"),
                problem(
                        Xml.host("<Context path='/a'><Manager maxIdleSwap='9'/></Context>"),
                        "WARNING conf/server.xml:3:29: StandardManager has no attribute"
                                + " maxIdleSwap; it is ignored"),
                problem(
                        Xml.host(
                                "<Context path='/a'><Manager><Store className='FileStore'/>"
                                        + "</Manager></Context>"),
                        "WARNING conf/server.xml:3:20: the Store in this StandardManager has no"
                                + " effect: a PersistentManager has one"),
                problem(
                        Xml.host("<Context path='/a'><Parameter name='x'/></Context>"),
                        "ERROR conf/server.xml:3:20: Parameter needs the attribute value"),
                problem(
                        Xml.host("<Context path='/a' preemptiveAuthentication='true'/>"),
                        "WARNING conf/server.xml:3:20: preemptiveAuthentication of Context is"
                                + " known, but has no effect here yet"),
                problem(
                        Xml.host("<Context path='/a'><Resources cacheMaxSize='x'/></Context>"),
                        "ERROR conf/server.xml:3:31: cacheMaxSize of Resources is \"x\", which is"
                                + " not a number of KiB (a suffix may be B, KiB, MiB, GiB, KB, MB,"
                                + " GB, K, M, G)"),
                problem(
                        Xml.host("<Context path='/a'><Resources cacheMaxSize='5b'/></Context>"),
                        "ERROR conf/server.xml:3:31: cacheMaxSize of Resources is \"5b\", which is"
                                + " no whole number of KiB"),
                problem(
                        Xml.host("<Valve/>"),
                        "ERROR conf/server.xml:3:1: Valve needs the attribute className"),
                problem(
                        Xml.host(
                                "<Valve className='org.apache.catalina.valves.RemoteHostValve'"
                                        + " alow='127.0.0.1' deny='a'/>"),
                        "ERROR conf/server.xml:3:63: alow of Valve"
                                + " org.apache.catalina.valves.RemoteHostValve is not known (did you"
                                + " mean allow?); nothing is served without the protection that it may"
                                + " ask for"),
                problem(
                        Xml.host("<Valve className='SpnegoAuthenticator'/>"),
                        "ERROR conf/server.xml:3:8: Valve SpnegoAuthenticator" + GONE),
                problem(
                        Xml.host("<Valve className='RemoteAddrValve' allow='10.0.0.0/8'/>"),
                        "WARNING conf/server.xml:3:36: allow of RemoteAddrValve is a regular"
                                + " expression, and 10.0.0.0/8 in it matches no address;"
                                + " RemoteCIDRValve takes blocks"),
                problem(
                        Xml.host("<Valve className='RemoteAddrValve' deny='x|10\\.0\\.0\\.0/8'/>"),
                        "ERROR conf/server.xml:3:36: deny of RemoteAddrValve is a regular"
                                + " expression, and 10\\.0\\.0\\.0/8 in it matches no address;"
                                + " RemoteCIDRValve takes blocks"),
                problem(
                        Xml.host("<Valve className='com.acme.Guard'/>"),
                        "ERROR conf/server.xml:3:8: Valve com.acme.Guard is not known; nothing is"
                                + " served without what it may protect"),
                problem(
                        Xml.host("<Valve className='org.apache.catalina.valves.AccesLogValve'/>"),
                        "ERROR conf/server.xml:3:8: Valve org.apache.catalina.valves.AccesLogValve"
                                + " is not known (did you mean"
                                + " org.apache.catalina.valves.AccessLogValve?); nothing is served"
                                + " without what it may protect"),
                problem(
                        Xml.host("<Valve className='org.apache.catalina.valves.ErrorReportValv'/>"),
                        "ERROR conf/server.xml:3:8: Valve"
                                + " org.apache.catalina.valves.ErrorReportValv is not known (did"
                                + " you mean org.apache.catalina.valves.ErrorReportValve?); nothing"
                                + " is served without what it may protect"),
                problem(
                        Xml.host(
                                "<Valve className='org.apache.catalina.ha.tcp.ReplicationValve'"
                                        + "/>"),
                        "WARNING conf/server.xml:3:8: Valve"
                                + " org.apache.catalina.ha.tcp.ReplicationValve has no effect; in"
                                + " its place: nothing: a session is saved at the end of each"
                                + " request that has changed it"),
                problem(
                        Xml.host("<Valve className='AccessLog' pattrn='common'/>"),
                        "WARNING conf/server.xml:3:30: AccessLogValve has no attribute pattrn (did"
                                + " you mean pattern?); it is ignored"),
                problem(
                        Xml.host("<Valve className='AccessLog' resolveHosts='true'/>"),
                        "WARNING conf/server.xml:3:30: resolveHosts of AccessLogValve is known, but"
                                + " has no effect here yet"),
                problem(
                        Xml.server("", "\n<Listener/>" + service(GOOD)),
                        "ERROR conf/server.xml:2:1: Listener needs the attribute className"),
                problem(
                        Xml.server(
                                "",
                                "\n"
                                        + "<Listener"
                                        + " className='org.apache.catalina.core.AprLifecycleListener'/>"
                                        + service(GOOD)),
                        "WARNING conf/server.xml:2:11: Listener"
                                + " org.apache.catalina.core.AprLifecycleListener has no effect: TLS is"
                                + " that of Java"),
                problem(
                        Xml.server("", "\n<Listener className='a.B'/>" + service(GOOD)),
                        "WARNING conf/server.xml:2:11: Listener a.B is not known; it is ignored"),
                problem(
                        Xml.host("<Listener className='SecurityListener'/>"),
                        "ERROR conf/server.xml:3:11: Listener SecurityListener belongs into the"
                                + " Server: its checks would not be made here"),
                problem(
                        Xml.host("<Listener className='VersionLoggerListener'/>"),
                        "WARNING conf/server.xml:3:11: Listener VersionLoggerListener belongs into"
                                + " the Server: here it has no effect"),
                problem(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.LockOutRealm'>"
                                        + "<Realm className='x'/></Realm>"),
                        "ERROR conf/server.xml:3:66: Realm x is not known"),
                problem(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                                        + " resourceName='Users'/>"),
                        "ERROR conf/server.xml:3:1: resourceName of Realm is \"Users\", but"
                                + " GlobalNamingResources has no UserDatabase of that name"),
                problem(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.DataSourceRealm'\n"
                                        + " localDataSource='true' dataSourceName='jdbc/all'"
                                        + " userTable='u' userNameCol='n' userCredCol='c'/>"),
                        "WARNING conf/server.xml:4:2: localDataSource of DataSourceRealm needs a"
                                + " Context: outside of one jdbc/all is looked for in the"
                                + " application that asks, and there is none unless its Context"
                                + " has a Resource or a ResourceLink of that name"),
                problem(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.LockOutRealm'\n"
                                        + " maxQueueSize='3'><Realm"
                                        + " className='org.apache.catalina.realm.NullRealm'/>"
                                        + "</Realm>"),
                        "WARNING conf/server.xml:4:2: maxQueueSize of Realm"
                                + " org.apache.catalina.realm.LockOutRealm has no effect: put it on"
                                + " the Realm within that knows the users"),
                problem(
                        Xml.host("<Realm className='org.apache.catalina.realm.LockOutRealm'/>"),
                        "ERROR conf/server.xml:3:1: this Realm needs an element Realm: nobody could"
                                + " log in"),
                problem(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.MemoryRealm'>"
                                        + "<CredentialHandler className='org.apache.catalina.realm"
                                        + ".MessageDigestCredentialHandler' algorithm='SHA-257'/>"
                                        + "</Realm>"),
                        "ERROR conf/server.xml:3:146: algorithm of CredentialHandler: there is no"
                                + " hash function SHA-257"),
                problem(
                        Xml.host(
                                "<Valve className='org.apache.catalina.authenticator"
                                        + ".BasicAuthenticator'/>"),
                        "ERROR conf/server.xml:3:8: Valve"
                                + " org.apache.catalina.authenticator.BasicAuthenticator belongs"
                                + " in a Context, whose users it lets log in; nothing is served"
                                + " without what it may protect"),
                problem(
                        Xml.host("<Realm className='org.apache.catalina.realm.LockoutRealms'/>"),
                        "ERROR conf/server.xml:3:8: Realm"
                                + " org.apache.catalina.realm.LockoutRealms is not known (did you"
                                + " mean org.apache.catalina.realm.LockOutRealm?)"));
    }

    @ParameterizedTest
    @MethodSource
    void one(String xml, String problem) {
        assertThat(Xml.problems(xml)).containsExactly(problem);
    }

    @Test
    void allProblemsComeFromOneRunInTheOrderOfTheFile() {
        String xml =
                "<Server prt='1'>\n"
                        + "  <Service>\n"
                        + "    <Connector port='x'\n"
                        + "               maxThreads='y'/>\n"
                        + "    <Engine defaultHost='b'><Host name='a'/></Engine>\n"
                        + "  </Service>\n"
                        + "</Server>";
        assertThat(Xml.problems(xml))
                .extracting(line -> line.replaceAll("server.xml:(\\d+:\\d+):.*", "$1"))
                .containsExactly(
                        "WARNING conf/1:9",
                        "ERROR conf/3:16",
                        "ERROR conf/4:16",
                        "ERROR conf/5:13");
    }

    @Test
    void anErrorLeavesNoConfiguration() {
        assertThat(Xml.read("<Server/>").config()).isNull();
    }

    @Test
    void aWarningDoes() {
        assertThat(Xml.read(Xml.connector("port='1' x='1'")).config()).isNotNull();
    }

    @Test
    void malformedXmlIsOneErrorWhereItIs() {
        List<Problem> problems =
                Xml.read("<Server>\n  <Service>\n  </Sevice>\n</Server>").problems();
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0).line()).isEqualTo(3);
        assertThat(problems.get(0).message())
                .startsWith("not well-formed XML: ")
                .contains("Service");
    }

    @Test
    void anEmptyFileIsNoXml() {
        assertThat(Xml.problems("")).hasSize(1).first().asString().contains("not well-formed XML");
    }

    @Test
    void aFileThatIsCutOffIsAnError() {
        assertThat(Xml.problems("<Server><Service"))
                .hasSize(1)
                .first()
                .asString()
                .contains("not well-formed XML");
    }

    @Test
    void anUnescapedAmpersandIsAnError() {
        assertThat(Xml.problems(Xml.connector("port='1' server='a & b'")))
                .hasSize(1)
                .first()
                .asString()
                .contains("not well-formed XML");
    }

    @Test
    void aDoctypeIsRefusedAndNothingIsReadThroughIt(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "8080");
        String xml =
                "<!DOCTYPE Server [<!ENTITY x SYSTEM '"
                        + secret.toUri()
                        + "'>]>\n<Server>&x;</Server>";
        assertThat(Xml.problems(xml))
                .containsExactly(
                        "ERROR conf/server.xml:1:1: a DOCTYPE is refused here: it could read other"
                                + " files and hosts");
    }

    @Test
    void aMissingFileSaysWhereItWasLookedFor(@TempDir Path directory) {
        Path file = directory.resolve("conf/server.xml");
        assertThat(ServerXml.read(file).problems())
                .extracting(Problem::toString)
                .containsExactly("conf/server.xml: there is no such file (looked at " + file + ")");
    }

    @Test
    void aFileElsewhereIsShownByItsPath(@TempDir Path directory) {
        Path file = directory.resolve("other.xml");
        assertThat(ServerXml.read(file).problems().get(0).file()).isEqualTo(file.toString());
    }

    @Test
    void bytesThatAreNoTextAreAnError(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("x.xml");
        Files.write(file, "<Server a='\u00e4'/>".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(ServerXml.read(file).problems().get(0).message()).startsWith("cannot be read");
    }

    @Test
    void theDeclaredEncodingCounts(@TempDir Path directory) throws IOException {
        String xml =
                "<?xml version='1.0' encoding='ISO-8859-1'?>"
                        + Xml.connector("port='1' proxyName='\u00e4'");
        Path file = directory.resolve("x.xml");
        Files.write(file, xml.getBytes(StandardCharsets.ISO_8859_1));
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        ServiceConfig service = result.config().services().get(0);
        assertThat(service.connectors().get(0).config().http().origin().proxyName())
                .isEqualTo("\u00e4");
    }

    @Test
    void aByteOrderMarkDoesNotMoveAnything(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("x.xml");
        Files.writeString(file, "\ufeff<Server/>");
        assertThat(ServerXml.read(file).problems().get(0).column()).isEqualTo(1);
    }

    private static String service(String children) {
        return "<Service>" + children + "</Service>";
    }

    private static Arguments problem(String xml, String problem) {
        return Arguments.of(xml, problem);
    }
}
