package dev.serval.websocket.endpoint;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.MessageType;
import dev.serval.websocket.coder.PlainText;
import dev.serval.websocket.coder.TypeArgument;
import dev.serval.websocket.endpoint.Argument.ParameterKind;
import jakarta.websocket.CloseReason;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks the parameters of annotated methods (WebSocket 2.2 §4.3 to §4.7); every
 * DeploymentException names class, method and parameter. Immutable.
 */
final class MethodReader {
    private final Class<?> endpoint;
    private final DecoderList decoders;
    // Of its path; null for a client, which has none.
    private final Set<String> variables;

    /**
     * @param variables of its path; null for a client, which has none
     */
    MethodReader(Class<?> endpoint, DecoderList decoders, Set<String> variables) {
        this.endpoint = endpoint;
        this.decoders = decoders;
        this.variables = variables;
    }

    /**
     * A method without messages.
     *
     * @param special allowed besides the session and variables of the path
     */
    EndpointMethod read(Method method, Class<? extends Annotation> by, ParameterKind special)
            throws DeploymentException {
        List<Argument> arguments = new ArrayList<>();
        for (Parameter parameter : reachable(method, by).getParameters()) {
            Argument argument = common(method, by, parameter);
            if (argument == null && special == kind(type(parameter))) {
                argument = new Argument(special, type(parameter), null);
            }
            if (argument == null) {
                throw mistake(method, by, "cannot take a " + shown(parameter));
            }
            add(arguments, argument, method, by);
        }
        if (special == ParameterKind.THROWABLE
                && arguments.stream().noneMatch(a -> a.kind() == special)) {
            throw mistake(method, by, "has to take a Throwable");
        }
        return new EndpointMethod(method, arguments);
    }

    /** A method for messages, of one kind or of two. */
    List<MessageMethod> readMessage(Method method) throws DeploymentException {
        Class<? extends Annotation> by = OnMessage.class;
        List<Argument> arguments = new ArrayList<>();
        Class<?> taken = null;
        int last = -1;
        for (Parameter parameter : reachable(method, by).getParameters()) {
            Argument argument = common(method, by, parameter);
            if (argument == null) {
                Class<?> type = type(parameter);
                if (type == boolean.class && last < 0) {
                    // The other parameters determine whether it is the message itself.
                    last = arguments.size();
                    argument = new Argument(ParameterKind.LAST, type, null);
                } else if (taken == null) {
                    taken = type;
                    argument = new Argument(ParameterKind.MESSAGE, type, null);
                } else {
                    throw mistake(
                            method,
                            by,
                            "takes two messages: "
                                    + taken.getSimpleName()
                                    + " and "
                                    + shown(parameter));
                }
            }
            add(arguments, argument, method, by);
        }
        if (taken == null) {
            if (last < 0) {
                throw mistake(method, by, "has no parameter for the message");
            }
            taken = boolean.class;
            arguments.set(last, new Argument(ParameterKind.MESSAGE, taken, null));
            last = -1;
        }
        long most = method.getAnnotation(OnMessage.class).maxMessageSize();
        int maxSize = (int) Math.max(-1, Math.min(Integer.MAX_VALUE, most));
        EndpointMethod call = new EndpointMethod(method, arguments);
        List<MessageMethod> found = new ArrayList<>();
        for (MessageType type : types(method, taken, last >= 0)) {
            found.add(new MessageMethod(call, type, maxSize));
        }
        return found;
    }

    private List<MessageType> types(Method method, Class<?> taken, boolean parts)
            throws DeploymentException {
        if (parts) {
            MessageType part = MessageType.inParts(taken);
            if (part == null) {
                throw mistake(
                        method,
                        OnMessage.class,
                        "takes parts of messages, by its boolean; those are String, ByteBuffer or"
                                + " byte[], not "
                                + taken.getTypeName());
            }
            return List.of(part);
        }
        List<MessageType> types = MessageType.whole(taken, decoders);
        if (types.isEmpty()) {
            throw mistake(
                    method,
                    OnMessage.class,
                    "takes a " + taken.getTypeName() + ", which none of the decoders makes");
        }
        return types;
    }

    private Method reachable(Method method, Class<? extends Annotation> by)
            throws DeploymentException {
        if (!Modifier.isPublic(method.getModifiers())) {
            throw mistake(method, by, "is not public");
        }
        return method;
    }

    /** A parameter that every method may have; null for any other. */
    private Argument common(Method method, Class<? extends Annotation> by, Parameter parameter)
            throws DeploymentException {
        Class<?> type = type(parameter);
        PathParam variable = parameter.getAnnotation(PathParam.class);
        if (variable == null) {
            return type == Session.class ? new Argument(ParameterKind.SESSION, type, null) : null;
        }
        if (!PlainText.has(type)) {
            throw mistake(
                    method,
                    by,
                    "has a @PathParam of the type "
                            + type.getTypeName()
                            + ": it is a String, a primitive type or the box of one");
        }
        String name = variable.value();
        if (name.startsWith("{") && name.endsWith("}")) {
            // Braces in the name are those of the template, not of a variable.
            name = name.substring(1, name.length() - 1);
        }
        boolean known = variables != null && variables.contains(name);
        if (!known && type.isPrimitive()) {
            throw mistake(
                    method,
                    by,
                    "has a @PathParam(\""
                            + variable.value()
                            + "\") of a primitive type, and the path no such variable");
        }
        return new Argument(ParameterKind.PATH, type, name);
    }

    private void add(
            List<Argument> arguments,
            Argument argument,
            Method method,
            Class<? extends Annotation> by)
            throws DeploymentException {
        boolean twice = arguments.stream().anyMatch(each -> each.kind() == argument.kind());
        if (twice && argument.kind() != ParameterKind.PATH) {
            throw mistake(
                    method, by, "has two parameters of the type " + argument.type().getTypeName());
        }
        arguments.add(argument);
    }

    private static ParameterKind kind(Class<?> type) {
        if (type == EndpointConfig.class) {
            return ParameterKind.CONFIG;
        }
        if (type == CloseReason.class) {
            return ParameterKind.CLOSE_REASON;
        }
        return type == Throwable.class ? ParameterKind.THROWABLE : null;
    }

    /** A superclass may have a type variable, which the endpoint's class resolves. */
    private Class<?> type(Parameter parameter) {
        return TypeArgument.in(endpoint, parameter.getParameterizedType());
    }

    private String shown(Parameter parameter) {
        return type(parameter).getTypeName();
    }

    /** One form for all errors. */
    DeploymentException mistake(Method method, Class<? extends Annotation> by, String what) {
        return new DeploymentException(
                "WebSocket endpoint "
                        + endpoint.getName()
                        + ": the @"
                        + by.getSimpleName()
                        + " method "
                        + method.getName()
                        + " "
                        + what);
    }
}
