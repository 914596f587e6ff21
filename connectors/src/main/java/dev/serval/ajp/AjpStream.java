package dev.serval.ajp;

import dev.serval.ajp.ForwardedAttributes.Value;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.BodyFraming;
import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Forwarded;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpError;
import dev.serval.http.PreparedFields;
import dev.serval.http.PresetLogin;
import dev.serval.http.ReceivedBody;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.RequestHead;
import dev.serval.http.SingleStream;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Driver;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * What one request needs while it is under way: parser, body, exchange, and the rest of the
 * response. Lent to a connection from the packet of the request to the last byte of the response;
 * an idle connection has none. Owned by the owner of the exchange. Once an application has seen the
 * exchange, it is not used again.
 */
final class AjpStream implements SingleStream, BodyFraming {
    private static final String OTHER_LOGIN = "EXTERNAL";

    private final Ajp ajp;
    final ForwardRequest request;
    final Exchange exchange = new Exchange(this);
    private final ForwardedAttributes told = new ForwardedAttributes();
    private final FrontPeer client = new FrontPeer(told);
    // What is forwarded of most requests, once it was needed; of others it is made for each.
    private Forwarded plain;
    private Forwarded encrypted;
    private final BodyPackets packets;
    private final ReceivedBody body;
    private final ResponsePackets rest;
    private AjpConnection connection;
    private boolean reuses;
    private boolean aborted;
    // END_RESPONSE was put.
    private boolean ended;
    // Bytes were put since the front was last told to send on what it has.
    private boolean unflushed;
    // The task of when(WRITE); null for none.
    private Runnable writer;

    AjpStream(Ajp ajp) {
        this.ajp = ajp;
        request = new ForwardRequest(ajp.config, ajp.own);
        packets = new BodyPackets(ajp.own.packetSize());
        body = new ReceivedBody(this, ajp.bodyTimeout, ajp.minBodyRate);
        rest = new ResponsePackets(ajp.mostSent);
    }

    /** Takes over the parts of a retired stream that the application cannot have seen. */
    private AjpStream(AjpStream used) {
        ajp = used.ajp;
        request = used.request;
        packets = used.packets;
        body = new ReceivedBody(this, used.body);
        rest = used.rest;
    }

    void bind(AjpConnection connection) {
        this.connection = connection;
        client.begin(connection.transport().peer());
        body.bind(connection.connection);
    }

    /**
     * Parses the packet of a request, from behind its type.
     *
     * @throws HttpError see {@link ForwardRequest#parse}
     */
    void parse(byte[] array, int from, int to) throws HttpError {
        request.parse(array, from, to, told);
    }

    /** The packet was accepted. */
    void begin() {
        RequestHead head = request.recorder().head();
        packets.begin(head.framing(), head.contentLength());
        body.begin();
        reuses = !ajp.closing();
        exchange.begin(head);
        exchange.forwarded(forwarded());
    }

    /** The request is refused: the connection ends with the answer. */
    void beginRefused(Refusal refusal) {
        packets.begin(Framing.NONE, -1);
        reuses = false;
        exchange.begin(request.recorder().head());
        if (refusal != Refusal.AJP_SECRET) {
            exchange.forwarded(forwarded(Map.of(), null));
        }
    }

    private Forwarded forwarded() {
        PresetLogin login = login();
        Map<String, Object> attributes = Map.of();
        if (told.attributeCount() > 0) {
            attributes = new HashMap<>();
            for (int i = 0; i < told.attributeCount(); i++) {
                String value = told.attributeValue(i);
                attributes.put(told.attributeName(i), value == null ? "" : value);
            }
        }
        return forwarded(attributes, login);
    }

    private Forwarded forwarded(Map<String, Object> attributes, PresetLogin login) {
        boolean tls = told.overTls();
        Forwarded usual = tls ? encrypted : plain;
        boolean isUsual = attributes.isEmpty() && login == null;
        if (isUsual && usual != null) {
            return usual;
        }
        Forwarded made =
                new Forwarded(client, tls ? ajp.encrypted : ajp.plain, Map.of(), attributes, login);
        if (isUsual && tls) {
            encrypted = made;
        } else if (isUsual) {
            plain = made;
        }
        return made;
    }

    /** Null if users log in to this server. */
    private PresetLogin login() {
        boolean authorizes = ajp.own.tomcatAuthorization();
        if (ajp.own.tomcatAuthentication() && !authorizes) {
            return null;
        }
        String user = told.text(Value.REMOTE_USER);
        if (user == null) {
            return null;
        }
        String type = told.text(Value.AUTH_TYPE);
        return new PresetLogin(user, type == null ? OTHER_LOGIN : type, !authorizes);
    }

    /** Returns this stream to its pool, or the parts that the application cannot have seen. */
    void retire() {
        exchange.retire();
        body.retire();
        rest.clear();
        connection = null;
        aborted = false;
        ended = false;
        unflushed = false;
        writer = null;
        ajp.giveBack(exchange.exposed() ? new AjpStream(this) : this);
    }

    boolean aborted() {
        return aborted;
    }

    /** Whether the front may send another request on the connection. */
    @Override
    public boolean keeps() {
        return reuses;
    }

    /** The front has to be told that it must not. */
    void giveUpConnection() {
        reuses = false;
    }

    /** True if it is unknown what the front sends next. */
    boolean isUncertain() {
        return body.isBroken();
    }

    /** Drops what is there of a packet that the front owes; true if it owes none any more. */
    boolean dropOwed() throws HttpError {
        return packets.drop(connection.connection.input());
    }

    /** Puts what is left of the response into the output; false if there is no room for all. */
    boolean putRest() throws IOException {
        if (!ended) {
            if (!rest.put(connection.output)) {
                return false;
            }
            ended = true;
            connection.output.put(reuses ? Packet.END_AND_REUSE : Packet.END_AND_CLOSE);
        }
        return true;
    }

    // ---- the body of the request

    @Override
    public int decode(InputBuffer input, ByteBuffer target) throws HttpError {
        return packets.decode(input, target);
    }

    @Override
    public void prompt() throws IOException {
        if (packets.askable()) {
            packets.asked();
            // What waits in front of it leaves, too: a socket that is full sends it when it can.
            connection.output.put(ajp.getBodyChunk);
            connection.output.flush();
        }
    }

    // ---- Stream

    @Override
    public Peer peer() {
        return connection().transport().peer();
    }

    @Override
    public HttpConfig config() {
        return ajp.config;
    }

    @Override
    public RefusalLog refusals() {
        return ajp.refusals;
    }

    /** Neither is part of AJP. */
    @Override
    public boolean isPlain() {
        return true;
    }

    @Override
    public RequestHead releaseHead() {
        RequestHead head = request.recorder().release(0, request.size());
        told.moved(head.bytes());
        return head;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        connection();
        return body.read(target);
    }

    @Override
    public int poll(ByteBuffer target) throws IOException {
        connection();
        return body.poll(target);
    }

    /** The front keeps them to itself. */
    @Override
    public Fields trailers() {
        return null;
    }

    /** The front answers a client that waits, as soon as it reads the body of it. */
    @Override
    public void acknowledge() {}

    @Override
    public UpgradedWaits upgrade(Fields fields) {
        throw new IllegalStateException("AJP carries no other protocol");
    }

    /** AJP has no interim responses. */
    @Override
    public void inform(int status, Fields fields) {}

    @Override
    public void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last)
            throws IOException {
        if (body.isBroken() || ajp.closing() || refusedForGood()) {
            reuses = false;
        }
        long declared = framing == Framing.LENGTH ? length : -1;
        ajp.encoder.head(connection().output, status, fields, prepared, declared);
        unflushed = !last;
    }

    private boolean refusedForGood() {
        return exchange.refusal() != null && exchange.refusal().endsConnection();
    }

    @Override
    public boolean write(ByteBuffer data) throws IOException {
        unflushed = true;
        return rest.write(data, connection().output);
    }

    @Override
    public boolean flush() throws IOException {
        if (unflushed && ajp.own.ajpFlush()) {
            unflushed = false;
            connection().output.put(Packet.FLUSH);
        }
        connection().output.flush();
        return connection.output.isSent();
    }

    @Override
    public void tail(ByteBuffer data) {
        rest.tail(data, connection().output);
    }

    @Override
    public void tail(FileRegion region) {
        rest.tail(region);
    }

    /** The last packet follows the rest, see {@link #putRest}. AJP has no trailers. */
    @Override
    public void finish(Fields trailers) {}

    @Override
    public void await(Interest interest) throws IOException {
        if (interest == Interest.READ) {
            connection().transport().await(Interest.READ);
        } else {
            connection().output.awaitRoom();
        }
    }

    @Override
    public void when(Interest interest, Runnable task) {
        if (interest == Interest.READ) {
            connection();
            body.whenReadable(task);
        } else {
            writer = task;
            connection().output.whenRoom(task);
        }
    }

    @Override
    public void forget() {
        Transport transport = connection().transport();
        boolean reading = body.forget();
        if (writer != null) {
            connection.output.forget(writer);
        }
        if (reading) {
            // The connection's own thread is in a read and cannot send the response: this thread
            // sends it.
            reuses = false;
            try {
                if (!aborted) {
                    sendNow();
                }
            } catch (IOException e) {
                // The connection's thread will see the same.
            }
            transport.expire(Interest.READ);
        }
    }

    private void sendNow() throws IOException {
        while (!rest.put(connection.output)) {
            connection.output.awaitRoom();
        }
        connection.output.flush();
    }

    @Override
    public void giveUpReading() {
        connection().transport().expire(Interest.READ);
    }

    @Override
    public Driver driver() {
        return connection().connection.driver();
    }

    @Override
    public Runnable resume() {
        return connection().connection.driver().resume(connection.connection);
    }

    @Override
    public void abort() {
        aborted = true;
        reuses = false;
    }

    /** Throws IllegalStateException if the request has ended. */
    private AjpConnection connection() {
        AjpConnection current = connection;
        if (current == null) {
            throw new IllegalStateException(
                    "The request has ended: its exchange cannot be used any more");
        }
        return current;
    }
}
