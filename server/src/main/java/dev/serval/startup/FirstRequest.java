package dev.serval.startup;

/**
 * Loads what the first request needs while the server still starts, on a thread that has nothing
 * else to do. Stateless. It is loaded and verified, not initialised: two threads that initialise
 * classes could wait for each other.
 */
final class FirstRequest {
    /** Below dev.serval; a name that is wrong costs nothing but the time that it would save. */
    static final String[] CLASSES = {
        "net.NioTransport",
        "net.Connection",
        "net.SocketPeer",
        "net.RatedPatience",
        "net.Next",
        "net.Call",
        "buffer.InputBuffer",
        "buffer.OutputBuffer",
        "buffer.Ascii",
        "http.Exchange",
        "http.BodyException",
        "http.CodingChoice",
        "http.ErrorPage",
        "http.FieldName",
        "http.Fields",
        "http.Framing",
        "http.HttpDate",
        "http.HttpVersion",
        "http.Method",
        "http.Persistence",
        "http.Refusal",
        "http.RequestHead",
        "http.Status",
        "http1.Authority",
        "http1.BodyDecoder",
        "http1.BodyPace",
        "http1.ChunkLine",
        "http1.FieldParser",
        "http1.Http1Connection",
        "http1.Http1Stream",
        "http1.KnownFields",
        "http1.RequestParser",
        "http1.ResponseEncoder",
        "http1.TargetChars",
        "http1.TargetForm",
        "http1.TrailerSection",
        "http1.TransferCodings",
        "http1.VersionSyntax",
        "routing.Admitted",
        "routing.Answered",
        "servlet.PathNormalizer",
        "servlet.StatusPage",
        "valve.Addresses",
        "valve.Chunk",
    };

    private FirstRequest() {}

    static void load() {
        ClassLoader loader = FirstRequest.class.getClassLoader();
        for (String name : CLASSES) {
            try {
                // To ask for members links a class, and so verifies it.
                Class.forName("dev.serval." + name, false, loader).getDeclaredConstructors();
            } catch (ClassNotFoundException | LinkageError e) {
                // Whoever needs it will say so.
            }
        }
    }
}
