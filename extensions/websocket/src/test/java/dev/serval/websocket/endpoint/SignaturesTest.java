package dev.serval.websocket.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.EncoderList;
import dev.serval.websocket.coder.MessageType;
import dev.serval.websocket.coder.MessageType.MessageKind;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSocket 2.2 §4: what the methods of an endpoint may look like, and what is said of others. */
class SignaturesTest {
    public static class Whole {
        @OnOpen
        public void open(@PathParam("room") String room, EndpointConfig config, Session session) {}

        @OnClose
        public void close(CloseReason reason, @PathParam("room") int room) {}

        @OnError
        public void error(Session session, Throwable failure, @PathParam("other") Long none) {}

        @OnMessage(maxMessageSize = 10)
        public int text(String text, Session session) {
            return 1;
        }

        @OnMessage
        public ByteBuffer binary(ByteBuffer bytes) {
            return bytes;
        }

        @OnMessage
        public void pong(PongMessage pong) {}
    }

    public static class Braces {
        @OnOpen
        public void open(@PathParam("{room}") int room) {}
    }

    public static class Parts {
        @OnMessage
        public void text(boolean last, Session session, String part) {}

        @OnMessage
        public void binary(byte[] part, boolean last) {}
    }

    public static class Streams {
        @OnMessage
        public void text(Reader reader) {}

        @OnMessage
        public void binary(InputStream stream) {}
    }

    public static class Flag {
        @OnMessage
        public void text(boolean flag) {}
    }

    public static final class Both
            implements Decoder.Text<List<String>>, Decoder.Binary<List<String>> {
        @Override
        public List<String> decode(String text) {
            return List.of(text);
        }

        @Override
        public boolean willDecode(String text) {
            return true;
        }

        @Override
        public List<String> decode(ByteBuffer bytes) {
            return List.of();
        }

        @Override
        public boolean willDecode(ByteBuffer bytes) {
            return true;
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {}
    }

    public static class Decoded {
        @OnMessage
        public void all(Iterable<String> lines) {}
    }

    public static class Upper {
        @OnOpen
        public void open() {}

        @OnClose
        public void close() {}

        @OnMessage
        public void text(String text) {}
    }

    public static class Lower extends Upper {
        @Override
        public void open() {}

        @Override
        @OnClose
        public void close() {}
    }

    public static class Generic<T, R> {
        @OnMessage
        public R on(T message) {
            return null;
        }
    }

    public static class Between<U> extends Generic<U, String> {}

    public static class OfText extends Between<String> {}

    public static class OfBytes extends Between<byte[]> {}

    public static class OfLists extends Generic<List<String>, List<String>> {}

    public static class NotAnnotated extends Between<String> {
        @Override
        public String on(String message) {
            return message;
        }
    }

    public static class Annotated extends NotAnnotated {
        @Override
        @OnMessage
        public String on(String message) {
            return message;
        }
    }

    public static class Bounded<T extends Reader> {
        @OnMessage
        public void on(T message) {}
    }

    public static class GenericParts<T> {
        @OnMessage
        public void on(T[] none, boolean last) {}
    }

    public static class PartsOfArrays extends GenericParts<String> {}

    private static AnnotatedClass read(Class<?> type, List<Class<? extends Decoder>> decoders)
            throws DeploymentException {
        return new AnnotatedClass(
                type, new DecoderList(decoders), new EncoderList(List.of()), Set.of("room"));
    }

    private static AnnotatedClass read(Class<?> type) throws DeploymentException {
        return read(type, List.of());
    }

    private static List<MessageKind> kinds(AnnotatedClass type) {
        return type.messages.stream().map(m -> m.type().kind()).sorted().toList();
    }

    @Test
    void aPathParamMayHaveTheBracesOfTheTemplate() throws Exception {
        assertThat(read(Braces.class).open.arguments())
                .containsExactly(new Argument(Argument.ParameterKind.PATH, int.class, "room"));
    }

    @Test
    void everyParameterHasItsPlace() throws Exception {
        AnnotatedClass type = read(Whole.class);
        assertThat(type.open.arguments())
                .extracting(Argument::kind)
                .containsExactly(
                        Argument.ParameterKind.PATH,
                        Argument.ParameterKind.CONFIG,
                        Argument.ParameterKind.SESSION);
        assertThat(type.close.arguments()).hasSize(2);
        assertThat(type.error.arguments()).hasSize(3);
        assertThat(kinds(type))
                .containsExactly(MessageKind.TEXT, MessageKind.BINARY, MessageKind.PONG);
        assertThat(type.messages).filteredOn(m -> m.maxSize() == 10).hasSize(1);
    }

    @Test
    void aBooleanBesideTheMessageAsksForParts() throws Exception {
        AnnotatedClass type = read(Parts.class);
        assertThat(kinds(type)).containsExactly(MessageKind.TEXT, MessageKind.BINARY);
        assertThat(type.messages).allMatch(m -> m.type().parts());
    }

    @Test
    void aBooleanAloneIsTheMessage() throws Exception {
        MessageType type = read(Flag.class).messages.get(0).type();
        assertThat(type.parts()).isFalse();
        assertThat(type.of("true", null)).isEqualTo(true);
    }

    @Test
    void streamsAreOfWholeMessages() throws Exception {
        assertThat(kinds(read(Streams.class)))
                .containsExactly(MessageKind.TEXT, MessageKind.BINARY);
    }

    @Test
    void decodersOfBothKindsMakeOneMethodServeBoth() throws Exception {
        assertThat(kinds(read(Decoded.class, List.of(Both.class))))
                .containsExactly(MessageKind.TEXT, MessageKind.BINARY);
    }

    @Test
    void whatIsOverriddenCountsAsTheLowerClassSays() throws Exception {
        AnnotatedClass type = read(Lower.class);
        assertThat(type.open).isNull();
        assertThat(type.close.method().getDeclaringClass()).isEqualTo(Lower.class);
        assertThat(kinds(type)).containsExactly(MessageKind.TEXT);
    }

    @Test
    void variablesOfClassesAboveStandForWhatTheEndpointSays() throws Exception {
        assertThat(read(OfText.class).messages)
                .singleElement()
                .extracting(m -> m.type().type())
                .isEqualTo(String.class);
        assertThat(kinds(read(OfBytes.class))).containsExactly(MessageKind.BINARY);
        assertThat(kinds(read(Bounded.class))).containsExactly(MessageKind.TEXT);
    }

    @Test
    void aMethodOverridesOneOfAVariable() throws Exception {
        assertThat(read(NotAnnotated.class).messages).isEmpty();
        assertThat(kinds(read(Annotated.class))).containsExactly(MessageKind.TEXT);
    }

    @Test
    void mistakesNameWhatAVariableStandsFor() {
        assertThatThrownBy(() -> read(PartsOfArrays.class))
                .hasMessageContaining("not java.lang.String[]");
        assertThatThrownBy(() -> read(OfLists.class, List.of(Both.class)))
                .hasMessageContaining("returns a java.util.List");
    }

    /** Each nested class has one mistake; its name is the sentence that is said of it. */
    @SuppressWarnings("unused") // read by reflection
    static final class Mistakes {
        public static class Is_not_public {
            @OnOpen
            void open() {}
        }

        public static class Cannot_take_a_int {
            @OnOpen
            public void open(int other) {}
        }

        public static class Cannot_take_a_jakarta_websocket_CloseReason {
            @OnOpen
            public void open(CloseReason reason) {}
        }

        public static class Has_to_take_a_Throwable {
            @OnError
            public void error(Session session) {}
        }

        public static class Has_two_parameters_of_the_type {
            @OnClose
            public void close(Session one, Session two) {}
        }

        public static class Is_the_second_one_beside {
            @OnClose
            public void close() {}

            @OnClose
            public void again() {}
        }

        public static class Is_the_second_one_for_TEXT_messages {
            @OnMessage
            public void one(String text) {}

            @OnMessage
            public void two(int number) {}
        }

        public static class Has_no_parameter_for_the_message {
            @OnMessage
            public void message(Session session) {}
        }

        public static class Takes_two_messages {
            @OnMessage
            public void message(String text, ByteBuffer bytes) {}
        }

        public static class Takes_parts_of_messages {
            @OnMessage
            public void message(Reader reader, boolean last) {}
        }

        public static class Which_none_of_the_decoders_makes {
            @OnMessage
            public void message(List<String> lines) {}
        }

        public static class Which_none_of_the_encoders_takes {
            @OnMessage
            public List<String> message(String text) {
                return List.of(text);
            }
        }

        public static class Has_a_PathParam_of_the_type {
            @OnOpen
            public void open(@PathParam("room") List<String> room) {}
        }

        public static class And_the_path_no_such_variable {
            @OnOpen
            public void open(@PathParam("none") int none) {}
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Mistakes.Is_not_public.class,
                Mistakes.Cannot_take_a_int.class,
                Mistakes.Cannot_take_a_jakarta_websocket_CloseReason.class,
                Mistakes.Has_to_take_a_Throwable.class,
                Mistakes.Has_two_parameters_of_the_type.class,
                Mistakes.Is_the_second_one_beside.class,
                Mistakes.Is_the_second_one_for_TEXT_messages.class,
                Mistakes.Has_no_parameter_for_the_message.class,
                Mistakes.Takes_two_messages.class,
                Mistakes.Takes_parts_of_messages.class,
                Mistakes.Which_none_of_the_decoders_makes.class,
                Mistakes.Which_none_of_the_encoders_takes.class,
                Mistakes.Has_a_PathParam_of_the_type.class,
                Mistakes.And_the_path_no_such_variable.class,
            })
    void mistakesAreNamedWithClassAndMethod(Class<?> type) {
        String words = type.getSimpleName().replaceAll("[_.]", " ").toLowerCase();
        assertThatThrownBy(() -> read(type))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("WebSocket endpoint " + type.getName() + ": the @On")
                .satisfies(
                        e ->
                                assertThat(
                                                e.getMessage()
                                                        .replaceAll("[_.@]", " ")
                                                        .replaceAll(" +", " ")
                                                        .toLowerCase())
                                        .contains(words));
    }
}
