package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Realms whose users are elsewhere: what their elements may say. */
class OuterRealmsReaderTest {
    private static final String REALMS = "org.apache.catalina.realm.";
    private static final String URL = "connectionURL='ldap://x' ";
    private static final String LDAP = URL + "userPattern='uid={0},dc=x' ";

    private static String ldap(String attributes) {
        return "<Realm className='" + REALMS + "JNDIRealm' " + attributes + "/>";
    }

    @Test
    void everyAttributeOfADirectoryIsKnown() {
        assertThat(
                        Xml.problems(
                                Xml.host(
                                        ldap(
                                                URL
                                                        + "alternateURL='ldap://y'"
                                                        + " connectionName='cn=a'"
                                                        + " connectionPassword='p'"
                                                        + " authentication='simple'"
                                                        + " connectionTimeout='1' readTimeout='2'"
                                                        + " contextFactory='com.sun.jndi.ldap.LdapCtxFactory'"
                                                        + " protocol='ssl' referrals='follow'"
                                                        + " derefAliases='never'"
                                                        + " userBase='ou=p' userSearch='(uid={0})'"
                                                        + " userSubtree='true'"
                                                        + " userSearchAsUser='true'"
                                                        + " userPassword='userPassword'"
                                                        + " userRoleName='r'"
                                                        + " userRoleAttribute='a' roleBase='ou={0}'"
                                                        + " roleSearch='(m={0})' roleName='cn'"
                                                        + " roleSubtree='true' roleNested='true'"
                                                        + " roleSearchAsUser='true' commonRole='c'"
                                                        + " adCompat='true' sizeLimit='9'"
                                                        + " timeLimit='9' connectionPoolSize='2'"
                                                        + " validate='false' allRolesMode='authOnly'"
                                                        + " transportGuaranteeRedirectStatus='307'"
                                                        + " stripRealmForGss='true'"
                                                        + " useDelegatedCredential='true'"
                                                        + " spnegoDelegationQop='auth-conf'"
                                                        + " forceDnHexEscape='true'"
                                                        + " useContextClassLoader='true'"))))
                .isEmpty();
        assertThat(
                        Xml.problems(
                                Xml.host(
                                        ldap(
                                                LDAP
                                                        + "useStartTls='true' cipherSuites='A, B'"
                                                        + " sslProtocol='TLSv1.3'"
                                                        + " sslSocketFactoryClassName='x.F'"
                                                        + " hostnameVerifierClassName='x.V'"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "userPattern='uid={0}'|JNDIRealm needs the attribute connectionURL",
                "connectionURL='ldap://x'|JNDIRealm needs the attribute userPattern or userSearch:"
                        + " nobody could log in",
                "connectionURL='x:389' userPattern='uid={0}'|connectionURL of JNDIRealm is"
                        + " \"x:389\", which does not begin with ldap:// or ldaps://",
                "connectionURL='ldap://x' userPattern='uid=ann'|userPattern of JNDIRealm is"
                        + " \"uid=ann\", which has no {0} for the user",
                "connectionURL='ldap://x' userPattern='uid={0},x={y}'|userPattern of JNDIRealm is"
                        + " \"uid={0},x={y}\", which is no pattern of java.text.MessageFormat:"
                        + " can't parse argument number: y",
                "connectionURL='ldap://x' userPattern='(uid={0}'|userPattern of JNDIRealm is"
                        + " \"(uid={0}\", which has a parenthesis without the other one",
                "connectionURL='ldap://x' userSearch='(uid={0})' userBase='people'|userBase of"
                        + " JNDIRealm is \"people\", which is no name of an entry (RFC 4514)",
                "connectionURL='ldap://x' userPattern='uid={0}' connectionName='cn=a'|connectionName"
                        + " of JNDIRealm needs connectionPassword: without it the directory takes"
                        + " the connection for nobody's (RFC 4513 §5.1.2)",
                "connectionURL='ldaps://x' userPattern='uid={0}' useStartTls='true'|connectionURL of"
                        + " JNDIRealm has TLS from its beginning, where useStartTls cannot begin it",
                "connectionURL='ldap://x' userPattern='uid={0}' useStartTls='true'"
                        + " referrals='follow'|referrals of JNDIRealm are not followed with"
                        + " useStartTls: connections to other servers would begin without TLS, and"
                        + " tell them the password",
            })
    void aMistakeIsAnError(String attributes, String message) {
        ServerXml.Result result = Xml.read(Xml.host(ldap(attributes)));
        assertThat(result.errors()).singleElement().asString().endsWith(": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "roleSearch='(m={0})'|roleSearch of JNDIRealm has no effect: roles are searched"
                        + " where roleName is given, too",
                "userSearch='(uid={0})'|userSearch of JNDIRealm has no effect: users have a"
                        + " userPattern",
                "rolNested='true'|JNDIRealm has no attribute rolNested (did you mean roleNested?);"
                        + " it is ignored",
            })
    void whatHasNoEffectIsTold(String attributes, String message) {
        assertThat(Xml.problems(Xml.host(ldap(LDAP + attributes))))
                .singleElement()
                .asString()
                .endsWith(": " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DataSourceRealm", "JAASRealm"})
    void whatIsNeededIsNamed(String realm) {
        ServerXml.Result result =
                Xml.read(
                        Xml.host(
                                "<Realm className='"
                                        + REALMS
                                        + "LockOutRealm'><Realm className='"
                                        + REALMS
                                        + realm
                                        + "'/></Realm>"));
        assertThat(result.errors())
                .isNotEmpty()
                .allMatch(each -> each.toString().contains(realm + " needs the attribute "));
    }
}
