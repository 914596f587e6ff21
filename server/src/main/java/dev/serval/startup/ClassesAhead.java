package dev.serval.startup;

import java.util.StringTokenizer;

/**
 * Loads the classes that the start and the first request will need, on an idle thread. Stateless.
 * Classes are loaded and verified, not initialised: two threads that initialise classes could wait
 * for each other.
 */
final class ClassesAhead {
    /**
     * Names below dev.serval, in the order in which the classes are needed; a missing class does no
     * harm.
     */
    static final String NAMES =
            """
            container.Layout config.ServerConfig container.SharedLibraries
            container.Realms$Databases webapp.SharedLoader security.LoginThreads container.Service
            tls.TlsException tls.TlsEngines http.HttpHandler lifecycle.LifecycleException
            lifecycle.Component container.Engine config.EngineConfig container.Setups
            container.EngineSetup container.Parts container.Part security.HostLogins
            config.ElementFactory routing.InFlight container.Realms security.Realm
            security.SingleSignOn security.NoRealm security.LockOutRealm security.CombinedRealm
            container.UserFile security.UserTable security.UserDatabase security.Users security.MemoryRealm security.VerifiedPasswords
            security.LoginQueue security.LoginsBusyException security.LockOutLog container.Host
            servlet.application.Neighbours container.Valves valve.Valve security.UserFiles
            container.ElementPlace valve.CompletionValve valve.PreRoutingValve valve.CallValve
            valve.accesslog.AccessLog valve.accesslog.LogTarget valve.accesslog.LogFiles$Periods
            valve.accesslog.LogFiles valve.accesslog.StandardStream valve.accesslog.LogFile
            valve.accesslog.LineQueue valve.accesslog.LogWriter routing.HostValves thread.TurnGuard
            thread.ThreadFailures thread.OomSafeLock thread.LookedUpAhead config.ContextConfig config.ServerXml$Result
            container.Applications lifecycle.Lifecycle servlet.Rerouting routing.Router
            http.HttpError http.Attachment routing.HostTable routing.ContextTable servlet.AppContext
            servlet.ContextDescription session.SessionListeners startup.TomcatProperties
            routing.MappedContext routing.VirtualHost files.FastFile http.LogWants routing.HostName
            connector.Connector net.Endpoint buffer.BufferPool buffer.ObjectPool
            startup.Configuration config.xml.Problem$Severity http.HttpService http.Protocol
            connector.SpokenProtocols http1.Http1Protocol buffer.BulkPool http.RefusalLog
            http.Protocol$Conversations http1.Http1 net.Conversation http.Origin http.PreparedFields
            http1.ResponseEncoder http.HeadTooLargeException http.Status http.ServerFields
            net.Connection net.EndpointConfig net.NioEndpoint net.OpenConnections net.Workers
            net.Admission$Door thread.Threads thread.Threads$Own net.WaitingCalls net.VirtualCalls
            net.Deadlines net.Lingering net.ConnectionLimit net.OverloadLog net.Admission
            net.Shedding net.LoopThreads container.Ports container.Certificates
            container.UnreadDescriptors container.HostPaths webapp.WarFiles webapp.DirectoryTrees
            webapp.UnpackedWar container.ConfigurationCheck webapp.Deployments webapp.Deployer
            webapp.DeployerSettings container.Discovery webapp.DeployerThreads webapp.AppBaseScan
            webapp.AppBaseScan$Notes webapp.Changes container.Context container.WebappPaths
            tls.TlsContexts tls.TlsConfig net.Listener container.UserFileCheck
            config.xml.DescriptorXml startup.Version net.Driver net.EventLoop net.Transport
            net.LoopWatcher net.LoopThread http.Leniency container.Descriptors net.EventLoop$Ready
            net.NioTransport net.Peer net.IoTimeout net.SocketPeer net.ReadWait net.MinRateTimeout
            buffer.InputBuffer http1.Http1Connection http.BodyException buffer.OutputBuffer net.Next
            http.Stream http1.Http1Stream net.Call http.FieldName naming.java.javaURLContextFactory
            net.Interest http1.RequestParser http.RequestHead http.Method buffer.Ascii
            http.HttpVersion http.Framing http1.FieldParser http.KnownFields http.Authority
            http.TransferCodings http.TargetChars http.TargetForm http1.BodyDecoder
            lifecycle.Lifecycle$State security.Users$User security.Pbkdf2Credentials
            security.VerifiedPasswords$1 security.MemoryRealm$Decoy http.BodyFraming http.ReceivedBody http1.BodyReader http1.ChunkLine
            http1.TrailerSection http.CodingChoice http.Exchange http.Response http.Completion
            http.Fields http.Persistence http.BodyPace http1.VersionSyntax
            servlet.request.PathNormalizer http.Refusal valve.report.FailurePage http.ErrorPage
            http.HttpDate routing.Admitted routing.Answered valve.accesslog.Chunk
            valve.accesslog.Addresses servlet.application.Neighbours$1 routing.HostTable$Builder
            http.ServerFields$Date http.PreparedFields$Encoder net.NioEndpoint$Lane net.Lingering$Last
            net.NioEndpoint$LoopsDoor net.ClientNetwork net.Shedding$Candidate
            net.ConnectionsPerClient container.ServerListeners startup.ShutdownHook startup.PidFile
            startup.StopOrder container.Valves$Run webapp.DirectoryTrees$1 container.Host$Declared
            container.Host$AppBaseApplications container.ServerListeners$1 container.Ports$Opening startup.Banner
            startup.ConnectorAddress lifecycle.ApplicationStatus startup.Probe
            http1.Http1Connection$ConnectionState net.Deadline
            """;

    private ClassesAhead() {}

    static void load() {
        ClassLoader loader = ClassesAhead.class.getClassLoader();
        StringTokenizer names = new StringTokenizer(NAMES);
        while (names.hasMoreTokens()) {
            try {
                // A request for members links a class, and so verifies it.
                Class.forName("dev.serval." + names.nextToken(), false, loader)
                        .getDeclaredConstructors();
            } catch (ClassNotFoundException | LinkageError e) {
                // The code that needs the class will report that.
            }
        }
    }
}
