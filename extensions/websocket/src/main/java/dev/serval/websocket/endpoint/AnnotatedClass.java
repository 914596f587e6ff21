package dev.serval.websocket.endpoint;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.EncoderList;
import dev.serval.websocket.coder.MessageType;
import dev.serval.websocket.coder.PlainText;
import dev.serval.websocket.coder.TypeArgument;
import dev.serval.websocket.endpoint.Argument.ParameterKind;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The annotated methods of an endpoint's class, checked. Immutable. Those of superclasses count
 * unless they are overridden: then only the nearest one counts, even without an annotation.
 */
final class AnnotatedClass {
    // Null if there is none.
    final EndpointMethod open;
    final EndpointMethod close;
    final EndpointMethod error;
    final List<MessageMethod> messages = new ArrayList<>();

    /**
     * @param variables of its path; null for a client
     */
    AnnotatedClass(Class<?> type, DecoderList decoders, EncoderList encoders, Set<String> variables)
            throws DeploymentException {
        MethodReader reader = new MethodReader(type, decoders, variables);
        List<Method> methods = methods(type);
        open = one(reader, methods, OnOpen.class, ParameterKind.CONFIG);
        close = one(reader, methods, OnClose.class, ParameterKind.CLOSE_REASON);
        error = one(reader, methods, OnError.class, ParameterKind.THROWABLE);
        Set<MessageType.MessageKind> taken = EnumSet.noneOf(MessageType.MessageKind.class);
        for (Method method : annotated(methods, OnMessage.class)) {
            Class<?> returned = TypeArgument.in(type, method.getGenericReturnType());
            requireSendable(reader, method, returned, encoders);
            for (MessageMethod message : reader.readMessage(method)) {
                if (!taken.add(message.type().kind())) {
                    throw reader.mistake(
                            method,
                            OnMessage.class,
                            "is the second one for " + message.type().kind() + " messages");
                }
                messages.add(message);
            }
        }
    }

    private static EndpointMethod one(
            MethodReader reader,
            List<Method> methods,
            Class<? extends Annotation> by,
            ParameterKind special)
            throws DeploymentException {
        List<Method> found = annotated(methods, by);
        if (found.size() > 1) {
            throw reader.mistake(
                    found.get(1), by, "is the second one beside " + found.get(0).getName());
        }
        return found.isEmpty() ? null : reader.read(found.get(0), by, special);
    }

    private static void requireSendable(
            MethodReader reader, Method method, Class<?> returned, EncoderList encoders)
            throws DeploymentException {
        boolean plain =
                PlainText.has(returned)
                        || returned == byte[].class
                        || returned.isAssignableFrom(ByteBuffer.class)
                        || ByteBuffer.class.isAssignableFrom(returned);
        if (returned != void.class && !plain && !encoders.mayTake(returned)) {
            throw reader.mistake(
                    method,
                    OnMessage.class,
                    "returns a " + returned.getTypeName() + ", which none of the encoders takes");
        }
    }

    private static List<Method> annotated(
            List<Method> methods, Class<? extends Annotation> annotation) {
        return methods.stream().filter(each -> each.isAnnotationPresent(annotation)).toList();
    }

    /** From the class upwards, without overridden methods and bridges. */
    private static List<Method> methods(Class<?> type) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            List<Method> own = new ArrayList<>();
            for (Method method : at.getDeclaredMethods()) {
                if (!method.isBridge()
                        && methods.stream().noneMatch(m -> overrides(type, m, method))) {
                    own.add(method);
                }
            }
            methods.addAll(own);
        }
        return methods;
    }

    private static boolean overrides(Class<?> type, Method lower, Method upper) {
        return lower.getName().equals(upper.getName())
                && parameters(type, lower).equals(parameters(type, upper));
    }

    private static List<Class<?>> parameters(Class<?> type, Method method) {
        List<Class<?>> types = new ArrayList<>();
        for (Type each : method.getGenericParameterTypes()) {
            types.add(TypeArgument.in(type, each));
        }
        return types;
    }
}
