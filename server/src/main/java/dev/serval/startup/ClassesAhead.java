package dev.serval.startup;

import java.util.StringTokenizer;

/**
 * Loads what the start and the first request will need, on a thread that has nothing else to do.
 * Stateless. It is loaded and verified, not initialised: two threads that initialise classes could
 * wait for each other.
 */
final class ClassesAhead {
    /** Below dev.serval, in the order in which they are needed; one that is missing is no harm. */
    static final String NAMES =
            """
            container.Layout container.Loaders webapp.SharedLoader security.HashThreads
            container.Service tls.TlsException tls.TlsEngines http.HttpHandler
            lifecycle.LifecycleException lifecycle.Component container.Engine
            container.Realms security.Realm security.NoRealm security.LockOutRealm
            security.CombinedRealm container.UserDatabase security.Users
            security.MemoryRealm security.VerifiedPasswords security.HashQueue
            security.LoginsBusyException security.LockOutLog container.Host
            servlet.application.Neighbours container.Valves valve.Valve
            valve.CompletionValve valve.PreRoutingValve valve.CallValve
            valve.accesslog.AccessLog valve.accesslog.LogTarget valve.accesslog.LogFiles
            valve.accesslog.StandardStream valve.accesslog.LogFile
            valve.accesslog.LineQueue valve.accesslog.LogWriter
            routing.HostValves net.TurnGuard net.ThreadFailures
            net.OomSafeLock container.Applications lifecycle.Lifecycle routing.Router
            http.HttpError http.Attachment routing.HostTable
            routing.ContextTable servlet.AppContext
            session.SessionListeners routing.MappedContext routing.VirtualHost
            routing.HostName connector.Connector net.Endpoint buffer.BufferPool buffer.ObjectPool
            http.HttpService http.Protocol connector.SpokenProtocols http1.Http1Protocol
            buffer.BulkPool http.RefusalLog http1.Http1 net.Conversation http.Origin
            http.PreparedFields http1.ResponseEncoder http.HeadTooLargeException
            http.Status http.ServerFields
            net.Connection net.EndpointConfig net.NioEndpoint net.Workers
            net.Threads net.WaitingCalls net.VirtualCalls
            net.Deadlines net.Lingering net.ConnectionLimit net.OverloadLog net.Admission
            net.Shedding net.LoopThreads container.Ports container.Certificates
            container.Places webapp.WarFiles webapp.DirectoryTrees webapp.UnpackedWar
            webapp.Deployments webapp.Deployer webapp.DeployerSettings container.Discovery
            webapp.DeployerThreads webapp.AppBaseScan webapp.Changes container.Context
            tls.TlsContexts net.Listener net.Driver net.EventLoop net.Transport
            net.LoopWatcher net.LoopThread http.Leniency container.Descriptors
            net.NioTransport net.Peer net.IoTimeout net.SocketPeer net.MinRateTimeout
            buffer.InputBuffer http1.Http1Connection http.BodyException buffer.OutputBuffer
            net.Next http.Stream http1.Http1Stream net.Call http.FieldName net.Interest
            http1.RequestParser http.RequestHead http.Method buffer.Ascii http.HttpVersion
            http.Framing http1.FieldParser http1.KnownFields http.Authority
            http1.TransferCodings http.TargetChars http.TargetForm
            http1.BodyDecoder http1.BodyReader
            http1.ChunkLine http1.TrailerSection http.CodingChoice http.Exchange
            http.Response http.Completion http.Fields
            http.Persistence http.BodyPace http1.VersionSyntax servlet.request.PathNormalizer
            http.Refusal servlet.request.StatusPage http.ErrorPage http.HttpDate routing.Admitted
            routing.Answered valve.accesslog.Chunk valve.accesslog.Addresses
            """;

    private ClassesAhead() {}

    static void load() {
        ClassLoader loader = ClassesAhead.class.getClassLoader();
        StringTokenizer names = new StringTokenizer(NAMES);
        while (names.hasMoreTokens()) {
            try {
                // To ask for members links a class, and so verifies it.
                Class.forName("dev.serval." + names.nextToken(), false, loader)
                        .getDeclaredConstructors();
            } catch (ClassNotFoundException | LinkageError e) {
                // Whoever needs it will say so.
            }
        }
    }
}
