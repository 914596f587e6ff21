package dev.serval.ajp;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;

/**
 * Takes the body of a request out of the packets in which the front sends it. Works on buffers,
 * never on a socket. Owned by the thread that reads the body. Resumable at every byte; consumes
 * nothing that follows a packet.
 *
 * <pre>
 *              declared length: the front sends the first packet by itself
 *   begin --+------------------------------------------&gt; OWED -- four or six bytes --&gt; DATA --+
 *           +-- chunked --&gt; ASKABLE -- asked() ----------&gt;  |                                 |
 *                              ^                            | no bytes: the end               |
 *                              +-- all bytes of the packet -|---------------------------------+
 *                                                           v
 *   all bytes of the declared length ------------------&gt;  ENDED
 * </pre>
 */
final class BodyPackets {
    private enum PacketState {
        ASKABLE,
        OWED,
        DATA,
        ENDED
    }

    private final int mostData;
    private PacketState state = PacketState.ENDED;
    // Bytes of the body that are still to come; -1 if that is unknown.
    private long left = -1;
    private int inPacket;

    BodyPackets(int packetSize) {
        mostData = packetSize - Packet.DATA_OVERHEAD;
    }

    void begin(Framing framing, long length) {
        left = framing == Framing.LENGTH ? length : -1;
        state =
                switch (framing) {
                    case NONE -> PacketState.ENDED;
                    case LENGTH -> length == 0 ? PacketState.ENDED : PacketState.OWED;
                    case CHUNKED -> PacketState.ASKABLE;
                    case CLOSE -> throw new IllegalArgumentException("not in a request");
                };
    }

    /** True once the body was read to its end. */
    boolean ended() {
        return state == PacketState.ENDED;
    }

    /** True while the front has to send a packet, or the rest of one. */
    boolean owes() {
        return state == PacketState.OWED || state == PacketState.DATA;
    }

    /** True if the front sends more only when it is asked. */
    boolean askable() {
        return state == PacketState.ASKABLE;
    }

    /** The front was asked for the next packet. */
    void asked() {
        state = PacketState.OWED;
    }

    /**
     * Copies body bytes into {@code target}.
     *
     * @return bytes copied; 0 if more input is needed or the target is full; -1 at the end of the
     *     body
     */
    int decode(InputBuffer input, ByteBuffer target) throws HttpError {
        int before = target.position();
        while (owes() && (state == PacketState.DATA || head(input))) {
            if (state == PacketState.DATA && !data(input, target)) {
                break;
            }
        }
        int count = target.position() - before;
        return count == 0 && ended() ? -1 : count;
    }

    /**
     * Drops the packet that the front owes, as far as it is there; true if it owes none any more.
     */
    boolean drop(InputBuffer input) throws HttpError {
        while (owes() && (state == PacketState.DATA || head(input))) {
            if (state == PacketState.DATA && !data(input, null)) {
                break;
            }
        }
        return !owes();
    }

    /** Takes what precedes the bytes of a packet; false if it is not all there. */
    private boolean head(InputBuffer input) throws HttpError {
        byte[] array = input.array();
        int at = input.position();
        int there = input.remaining();
        if (there < Packet.HEADER) {
            return false;
        }
        if (Packet.number(array, at) != Packet.FROM_FRONT) {
            throw Packet.malformed("something else where a packet of the body has to begin");
        }
        int length = Packet.number(array, at + 2);
        if (length == 0) {
            input.consume(Packet.HEADER);
            end();
            return true;
        }
        if (length < 2 || length > mostData + 2) {
            throw Packet.malformed("a packet of the body of " + length + " bytes");
        }
        if (there < Packet.DATA_OVERHEAD) {
            return false;
        }
        inPacket = Packet.number(array, at + Packet.HEADER);
        if (length != inPacket + 2) {
            throw Packet.malformed(
                    "a packet of the body of " + length + " bytes with " + inPacket + " of it");
        }
        if (left >= 0 && inPacket > left) {
            throw Packet.malformed("a body that is longer than it says");
        }
        input.consume(Packet.DATA_OVERHEAD);
        if (inPacket == 0) {
            end();
        } else {
            state = PacketState.DATA;
        }
        return true;
    }

    /** A packet without bytes. */
    private void end() throws HttpError {
        if (left > 0) {
            throw new HttpError(Refusal.BODY_CUT, "the front has " + left + " bytes less");
        }
        state = PacketState.ENDED;
    }

    /** False if bytes of the packet are left. */
    private boolean data(InputBuffer input, ByteBuffer target) {
        int count = Math.min(inPacket, input.remaining());
        if (target != null) {
            count = Math.min(count, target.remaining());
            target.put(input.array(), input.position(), count);
        }
        input.consume(count);
        inPacket -= count;
        left = left < 0 ? left : left - count;
        if (inPacket > 0) {
            return false;
        }
        state = left == 0 ? PacketState.ENDED : PacketState.ASKABLE;
        return true;
    }
}
