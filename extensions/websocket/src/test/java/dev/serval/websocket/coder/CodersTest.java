package dev.serval.websocket.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.EndpointConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** WebSocket 2.2 §4.1.2, §4.1.3: what becomes of objects and messages. */
class CodersTest {
    record Point(int x, int y) {}

    static class Shape {}

    static class Circle extends Shape {}

    static final List<String> LIFE = new ArrayList<>();

    /** Knows the class of what it makes from a class above it. */
    abstract static class OfPoints<T> implements Decoder.Text<T> {
        @Override
        public void init(EndpointConfig config) {
            LIFE.add("init");
        }

        @Override
        public void destroy() {
            LIFE.add("destroy");
        }
    }

    static final class Commas extends OfPoints<Point> {
        @Override
        public Point decode(String text) {
            String[] parts = text.split(",");
            return new Point(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }

        @Override
        public boolean willDecode(String text) {
            return text.contains(",");
        }
    }

    static final class Streamed implements Decoder.TextStream<Point> {
        @Override
        public Point decode(Reader text) throws IOException {
            return new Point(text.read(), -1);
        }
    }

    static final class Bytes
            implements Decoder.Binary<Point>,
                    Encoder.BinaryStream<Point>,
                    Encoder.TextStream<Shape> {
        @Override
        public Point decode(ByteBuffer bytes) {
            return new Point(bytes.get(), bytes.get());
        }

        @Override
        public boolean willDecode(ByteBuffer bytes) {
            bytes.get();
            return bytes.hasRemaining();
        }

        @Override
        public void encode(Point point, OutputStream out) throws IOException {
            out.write(point.x());
            out.write(point.y());
        }

        @Override
        public void encode(Shape shape, Writer out) throws IOException {
            out.write(shape.getClass().getSimpleName());
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {}
    }

    static final class Circles implements Encoder.Text<Circle> {
        @Override
        public String encode(Circle circle) {
            return "round";
        }
    }

    static final class Inner {
        final class NotStatic implements Encoder.Text<Circle> {
            @Override
            public String encode(Circle circle) {
                return "";
            }
        }
    }

    private static Coders coders(
            List<Class<? extends Decoder>> decoders, List<Class<? extends Encoder>> encoders)
            throws Exception {
        return new Coders(
                new DecoderList(decoders),
                new EncoderList(encoders),
                ClientEndpointConfig.Builder.create().build());
    }

    @Test
    void decodersAreAskedInTheirOrder() throws Exception {
        DecoderList list = new DecoderList(List.of(Commas.class, Streamed.class));
        Coders coders = coders(List.of(Commas.class, Streamed.class), List.of());
        List<DecoderList.Entry> making = list.making(Point.class, true);
        assertThat(coders.decode("1,2", making)).isEqualTo(new Point(1, 2));
        assertThat(coders.decode("A", making)).isEqualTo(new Point('A', -1));
    }

    @Test
    void whatNoDecoderWantsIsTold() throws Exception {
        DecoderList list = new DecoderList(List.of(Commas.class));
        Coders coders = coders(List.of(Commas.class), List.of());
        assertThatThrownBy(() -> coders.decode("A", list.making(Point.class, true)))
                .isInstanceOf(DecodeException.class)
                .extracting(e -> ((DecodeException) e).getText())
                .isEqualTo("A");
    }

    @Test
    void aDecoderOfBinaryMessagesSeesAllBytesAlsoWhenItHasLooked() throws Exception {
        DecoderList list = new DecoderList(List.of(Bytes.class));
        Coders coders = coders(List.of(Bytes.class), List.of());
        assertThat(
                        coders.decode(
                                ByteBuffer.wrap(new byte[] {3, 4}),
                                list.making(Point.class, false)))
                .isEqualTo(new Point(3, 4));
    }

    @Test
    void theNearestEncoderCounts() throws Exception {
        Coders coders = coders(List.of(), List.of(Bytes.class, Circles.class));
        assertThat(coders.encode(new Shape()).text()).isEqualTo("Shape");
        assertThat(coders.encode(new Circle()).text()).isEqualTo("round");
        assertThat(coders.encode(new Point(5, 6)).binary())
                .isEqualTo(ByteBuffer.wrap(new byte[] {5, 6}));
    }

    @Test
    void whatNeedsNoEncoderIsSentAsItIs() throws Exception {
        Coders coders = coders(List.of(), List.of());
        assertThat(coders.encode("text").text()).isEqualTo("text");
        assertThat(coders.encode(true).text()).isEqualTo("true");
        assertThat(coders.encode('c').text()).isEqualTo("c");
        assertThat(coders.encode(1.5f).text()).isEqualTo("1.5");
        byte[] bytes = "b".getBytes(StandardCharsets.US_ASCII);
        assertThat(coders.encode(bytes).binary()).isEqualTo(ByteBuffer.wrap(bytes));
        assertThatThrownBy(() -> coders.encode(new Point(1, 2)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining(Point.class.getName());
    }

    abstract static class OfMany<T> implements Encoder.Text<T[]> {}

    static final class OfPoint extends OfMany<Point> {
        @Override
        public String encode(Point[] points) {
            return "many";
        }
    }

    static final class OfAnyShape<T extends Shape> implements Encoder.Text<T> {
        @Override
        public String encode(T shape) {
            return "any";
        }
    }

    @Test
    void variablesOfEncodersStandForWhatIsSaidOfThem() throws Exception {
        EncoderList list = new EncoderList(List.of(OfPoint.class, OfAnyShape.class));
        assertThat(list.taking(Point[].class).type()).isEqualTo(OfPoint.class);
        assertThat(list.taking(Circle.class).type()).isEqualTo(OfAnyShape.class);
        assertThat(list.taking(Point.class)).isNull();
        assertThat(list.taking(Shape[].class)).isNull();
    }

    @Test
    void oneObjectOfEachClassLivesAsLongAsTheSession() throws Exception {
        LIFE.clear();
        Coders coders = coders(List.of(Commas.class, Commas.class), List.of());
        coders.destroy();
        coders.destroy();
        assertThat(LIFE).containsExactly("init", "destroy");
    }

    /** A thread may send at the moment at which the session is closed. */
    @Test
    void theyAreKnownWhenTheyHaveEnded() throws Exception {
        Coders coders = coders(List.of(Bytes.class), List.of(Bytes.class));
        coders.destroy();
        assertThat(coders.encode(new Shape()).text()).isEqualTo("Shape");
        assertThat(
                        coders.decode(
                                ByteBuffer.wrap(new byte[] {3, 4}),
                                new DecoderList(List.of(Bytes.class)).making(Point.class, false)))
                .isEqualTo(new Point(3, 4));
    }

    @Test
    void aClassThatCannotBeMadeIsNamed() {
        assertThatThrownBy(() -> new EncoderList(List.of(Inner.NotStatic.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(Inner.NotStatic.class.getName());
        assertThatThrownBy(() -> new DecoderList(List.of(OfPoints.class.asSubclass(Decoder.class))))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("decoder");
    }

    @Test
    void primitivesAreRead() throws Exception {
        Map<String, Class<?>> types =
                Map.of("7", int.class, "-1", Long.class, "x", char.class, "true", boolean.class);
        assertThat(PlainText.read("7", int.class)).isEqualTo(7);
        assertThat(PlainText.read("x", Character.class)).isEqualTo('x');
        for (Map.Entry<String, Class<?>> each : types.entrySet()) {
            assertThat(PlainText.read(each.getKey(), each.getValue()))
                    .hasToString(each.getKey())
                    .isInstanceOf(PlainText.boxed(each.getValue()));
        }
        assertThat(PlainText.read("xy", char.class)).isEqualTo('x');
        assertThatThrownBy(() -> PlainText.read("", char.class))
                .isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> PlainText.read("1.5", int.class))
                .isInstanceOf(DecodeException.class);
    }
}
