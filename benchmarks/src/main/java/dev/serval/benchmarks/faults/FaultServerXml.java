package dev.serval.benchmarks.faults;

/** The configuration of a server: a plain connector and one with TLS, of one kind. Stateless. */
final class FaultServerXml {
    private FaultServerXml() {}

    static String of(FaultPlan plan, Wire wire, int plainPort, int tlsPort, String key) {
        String common =
                "address=\"127.0.0.1\" protocol=\"%1$s\" connectionTimeout=\"%2$d\" keepAliveTimeout=\"%2$d\" %3$s"
                        .formatted(wire.protocol, plan.timeout(), plan.connector());
        return """
        <Server port="-1">
          <GlobalNamingResources>
            <Resource name="UserDatabase" type="org.apache.catalina.UserDatabase"
                      pathname="conf/users.xml"/>
          </GlobalNamingResources>
          <Service name="Serval">
            <Connector port="%d" %s/>
            <Connector port="%d" SSLEnabled="true" %s>
              <SSLHostConfig>
                <Certificate certificateKeystoreFile="%s" certificateKeystorePassword="%s"/>
              </SSLHostConfig>
            </Connector>
            <Engine name="Serval" defaultHost="localhost">
              <Realm className="org.apache.catalina.realm.LockOutRealm">
                <Realm className="org.apache.catalina.realm.UserDatabaseRealm"
                       resourceName="UserDatabase"/>
              </Realm>
              <Host name="localhost" appBase="webapps">
                <Valve className="org.apache.catalina.valves.AccessLogValve" directory="logs"
                       prefix="access" suffix=".txt" pattern="common"/>
              </Host>
            </Engine>
          </Service>
        </Server>
        """
                .formatted(plainPort, common, tlsPort, common, key, Keys.PASSWORD);
    }
}
