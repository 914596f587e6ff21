package dev.serval.tests;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.CloseReason;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Endpoints of an application, which tests copy into WEB-INF/classes. */
final class SocketApp {
    static final Class<?>[] CLASSES = {
        Echo.class,
        Facts.class,
        Facts.Chosen.class,
        Shouting.class,
        Shouting.Word.class,
        Shouting.Words.class,
        Streams.class,
        Parts.class,
        Failing.class,
        Log.class,
        Programmed.class,
        Later.class,
        Upgrading.class,
        Ending.class,
        Known.class,
        Known.User.class,
        Calling.class
    };

    /** The same with those that have no name. */
    static AppDirectory in(AppDirectory app) throws ClassNotFoundException {
        return app.classes(CLASSES)
                .classes(Class.forName(Calling.class.getName() + "$1"))
                .classes(Class.forName(Known.class.getName() + "$1"))
                .classes(Class.forName(Programmed.class.getName() + "$1"));
    }

    private SocketApp() {}

    /** Sends back what comes. */
    @ServerEndpoint("/echo")
    public static class Echo {
        @OnMessage(maxMessageSize = 1 << 20)
        public String text(String text) {
            return text;
        }

        @OnMessage(maxMessageSize = 1 << 20)
        public ByteBuffer binary(ByteBuffer bytes) {
            return bytes;
        }
    }

    /** Tells what it knows of its session. */
    @ServerEndpoint(
            value = "/facts/{name}/{number}",
            subprotocols = {"one", "two"},
            configurator = Facts.Chosen.class)
    public static class Facts {
        private EndpointConfig config;
        private String opened;

        /** Lets nobody in but whoever comes from here. */
        public static class Chosen extends ServerEndpointConfig.Configurator {
            @Override
            public boolean checkOrigin(String origin) {
                return origin == null || origin.equals("https://good.example");
            }

            @Override
            public void modifyHandshake(
                    ServerEndpointConfig config, HandshakeRequest asked, HandshakeResponse answer) {
                config.getUserProperties().put("agent", asked.getHeaders().get("x-agent").get(0));
                answer.getHeaders().put("X-Answer", List.of("yes"));
            }
        }

        @OnOpen
        public void open(
                Session session,
                EndpointConfig config,
                @PathParam("name") String name,
                @PathParam("number") int number) {
            this.config = config;
            opened = name + "+" + number;
        }

        @OnMessage
        public String tell(String what, Session session, @PathParam("name") String name) {
            return switch (what) {
                case "path" -> opened + " " + new java.util.TreeMap<>(session.getPathParameters());
                case "query" -> session.getQueryString();
                case "parameters" -> session.getRequestParameterMap().get("a").toString();
                case "uri" -> session.getRequestURI().getRawPath();
                case "protocol" ->
                        session.getProtocolVersion() + " " + session.getNegotiatedSubprotocol();
                case "agent" -> session.getUserProperties().get("agent").toString();
                case "same" -> String.valueOf(config.getUserProperties().get("agent"));
                case "open" -> session.getOpenSessions().size() + " " + session.isOpen();
                case "secure" -> String.valueOf(session.isSecure());
                case "loader" ->
                        String.valueOf(
                                Thread.currentThread().getContextClassLoader()
                                        == getClass().getClassLoader());
                default -> "?";
            };
        }
    }

    /** Takes and gives objects. */
    @ServerEndpoint(
            value = "/shout",
            decoders = Shouting.Words.class,
            encoders = Shouting.Words.class)
    public static class Shouting {
        /** What is said. */
        public record Word(String text) {}

        /** Does not want whatever begins with a question mark. */
        public static class Words implements Decoder.Text<Word>, Encoder.Text<Word> {
            @Override
            public Word decode(String text) throws DecodeException {
                if (text.startsWith("!")) {
                    throw new DecodeException(text, "no word");
                }
                return new Word(text);
            }

            @Override
            public boolean willDecode(String text) {
                return !text.startsWith("?");
            }

            @Override
            public String encode(Word word) throws EncodeException {
                return word.text().concat("!");
            }

            @Override
            public void init(EndpointConfig config) {}

            @Override
            public void destroy() {}
        }

        @OnMessage
        public Word word(Word word, Session session) throws Exception {
            if (word.text().equals("null")) {
                try {
                    session.getAsyncRemote().sendObject(new Word(null)).get(30, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    session.getBasicRemote()
                            .sendText("null: " + e.getCause().getClass().getSimpleName());
                }
                return null;
            }
            return new Word(word.text().toUpperCase());
        }

        @OnError
        public void error(Throwable failure, Session session) throws IOException {
            DecodeException cause = (DecodeException) failure;
            session.getBasicRemote().sendText("not decoded: " + cause.getText());
        }
    }

    /** Reads and writes streams. */
    @ServerEndpoint("/streams")
    public static class Streams {
        @OnMessage
        public void text(Reader reader, Session session) throws IOException {
            try (Writer writer = session.getBasicRemote().getSendWriter()) {
                for (int c = reader.read(); c >= 0; c = reader.read()) {
                    writer.write(Character.toUpperCase(c));
                    writer.flush();
                }
            }
        }

        @OnMessage
        public void binary(InputStream stream, Session session) throws IOException {
            try (OutputStream out = session.getBasicRemote().getSendStream()) {
                byte[] all = stream.readAllBytes();
                for (int i = 0; i < 3000; i++) {
                    out.write(all);
                }
            }
        }
    }

    /** Hears of each part. */
    @ServerEndpoint("/parts")
    public static class Parts {
        private final StringBuilder heard = new StringBuilder();

        @OnMessage
        public void text(String part, boolean last, Session session) throws IOException {
            heard.append('<').append(part.length()).append('>');
            if (last) {
                int sum = 0;
                for (String each : heard.substring(1, heard.length() - 1).split("><")) {
                    sum += Integer.parseInt(each);
                }
                session.getBasicRemote().sendText(sum + " chars");
                heard.setLength(0);
            }
        }

        @OnMessage
        public void pong(PongMessage pong, Session session) throws IOException {
            String data = StandardCharsets.US_ASCII.decode(pong.getApplicationData()).toString();
            session.getBasicRemote().sendText("heard " + data);
        }

        @OnOpen
        public void open(Session session) throws IOException {
            session.getAsyncRemote().sendPing(ByteBuffer.wrap("hello".getBytes()));
        }
    }

    /** Nobody hears of its failures. */
    @ServerEndpoint("/failing")
    public static class Failing {
        @OnMessage
        public String text(String text) {
            if (text.equals("throw")) {
                throw new IllegalStateException("on purpose");
            }
            return text;
        }
    }

    /** Remembers how sessions have ended, and tells. */
    @ServerEndpoint("/log")
    public static class Log {
        private static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();

        @OnMessage
        public void text(String text, Session session) throws Exception {
            switch (text) {
                case "close" ->
                        session.close(
                                new CloseReason(
                                        CloseReason.CloseCodes.getCloseCode(4001), "so it is"));
                case "ends" ->
                        session.getBasicRemote()
                                .sendText(String.valueOf(ENDS.poll(30, TimeUnit.SECONDS)));
                case "future" -> {
                    Future<Void> sent = session.getAsyncRemote().sendText("by a future");
                    sent.get(30, TimeUnit.SECONDS);
                    session.getAsyncRemote()
                            .sendObject(
                                    7,
                                    result ->
                                            session.getAsyncRemote()
                                                    .sendText("done " + result.isOK()));
                }
                case "batch" -> {
                    session.getBasicRemote().setBatchingAllowed(true);
                    session.getBasicRemote().sendText("first");
                    session.getBasicRemote().sendText("second");
                    session.getBasicRemote().flushBatch();
                }
                case "user" ->
                        session.getBasicRemote()
                                .sendText(String.valueOf(session.getUserPrincipal()));
                default -> session.getBasicRemote().sendText(text);
            }
        }

        @OnClose
        public void close(CloseReason reason, Session session) {
            ENDS.add(
                    reason.getCloseCode().getCode()
                            + " "
                            + reason.getReasonPhrase()
                            + " "
                            + session.isOpen());
        }
    }

    /** Is deployed by a configuration; takes messages by handlers. */
    public static class Programmed extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(
                    String.class, text -> session.getAsyncRemote().sendText("programmed " + text));
            session.addMessageHandler(
                    new MessageHandler.Whole<ByteBuffer>() {
                        @Override
                        public void onMessage(ByteBuffer bytes) {
                            session.getAsyncRemote().sendText(bytes.remaining() + " bytes");
                        }
                    });
        }
    }

    /** Chooses all that was found, and adds one. */
    public static class Choice implements ServerApplicationConfig {
        @Override
        public Set<ServerEndpointConfig> getEndpointConfigs(Set<Class<? extends Endpoint>> found) {
            return Set.of(
                    ServerEndpointConfig.Builder.create(Programmed.class, "/programmed").build());
        }

        @Override
        public Set<Class<?>> getAnnotatedEndpointClasses(Set<Class<?>> found) {
            Set<Class<?>> chosen = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
            chosen.addAll(found);
            chosen.removeIf(type -> type.getName().endsWith("Failing"));
            return chosen;
        }
    }

    /** Cannot be deployed: it has a parameter of no known type. */
    public static class Mistaken {
        @OnOpen
        public void open(@PathParam("name") List<String> name) {}
    }

    /** Adds one with a mistake and then a good one, and goes on whatever comes of it. */
    public static class Hasty implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            ServerContainer container =
                    (ServerContainer)
                            event.getServletContext().getAttribute(ServerContainer.class.getName());
            for (Class<?> type : List.of(Mistaken.class, Programmed.class)) {
                try {
                    container.addEndpoint(
                            ServerEndpointConfig.Builder.create(type, "/hasty/{name}").build());
                } catch (DeploymentException e) {
                    event.getServletContext().log(e.getMessage());
                }
            }
        }
    }

    /** Adds endpoints while requests are served. */
    public static class Later extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            ServerContainer container =
                    (ServerContainer)
                            getServletContext().getAttribute(ServerContainer.class.getName());
            try {
                container.addEndpoint(
                        ServerEndpointConfig.Builder.create(
                                        Programmed.class, request.getParameter("path"))
                                .build());
                response.getWriter().print("added");
            } catch (Exception e) {
                response.getWriter().print(e.getMessage());
            }
        }
    }

    /** Begins a session of a user, and ends it. */
    public static class Ending extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if (request.getParameter("end") != null) {
                request.getSession().invalidate();
                response.getWriter().print("ended");
            } else {
                request.getSession();
                response.getWriter().print(request.changeSessionId());
            }
        }
    }

    /** Whoever says so is somebody, whose session may end within the handshake or behind it. */
    public static class Known implements Filter {
        /** Somebody. */
        public record User(String name) implements Principal {
            @Override
            public String getName() {
                return name;
            }
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            HttpServletRequest asked = (HttpServletRequest) request;
            String name = asked.getHeader("X-User");
            String ends = asked.getHeader("X-Ends");
            Principal user = name == null ? null : new User(name);
            chain.doFilter(
                    new HttpServletRequestWrapper(asked) {
                        @Override
                        public HttpSession getSession(boolean make) {
                            HttpSession known = super.getSession(make);
                            if ("within".equals(ends) && known != null) {
                                known.invalidate();
                            }
                            return known;
                        }

                        @Override
                        public Principal getUserPrincipal() {
                            return user;
                        }
                    },
                    response);
            if ("behind".equals(ends)) {
                asked.getSession().invalidate();
            }
        }
    }

    /** Is a client of another endpoint, and tells what comes of it. */
    @ServerEndpoint("/calling")
    public static class Calling {
        @OnMessage
        public void call(String uri, Session session) throws Exception {
            Session own =
                    ContainerProvider.getWebSocketContainer()
                            .connectToServer(
                                    new Endpoint() {
                                        @Override
                                        public void onOpen(Session other, EndpointConfig config) {
                                            other.addMessageHandler(
                                                    String.class,
                                                    text ->
                                                            session.getAsyncRemote()
                                                                    .sendText("heard " + text));
                                        }
                                    },
                                    null,
                                    java.net.URI.create(uri));
            own.getBasicRemote().sendText("by " + (own.getContainer() == session.getContainer()));
        }
    }

    /** Makes sessions of requests itself. */
    public static class Upgrading extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            ServerContainer container =
                    (ServerContainer)
                            getServletContext().getAttribute(ServerContainer.class.getName());
            ServerEndpointConfig config =
                    ServerEndpointConfig.Builder.create(Facts.class, "/none/{name}/{number}")
                            .configurator(new Facts.Chosen())
                            .build();
            try {
                container.upgradeHttpToWebSocket(
                        request, response, config, Map.of("name", "by hand", "number", "3"));
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}
