package dev.serval.websocket.endpoint;

import dev.serval.websocket.coder.PlainText;
import dev.serval.websocket.session.WebSocketSession;
import jakarta.websocket.DecodeException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/** An annotated method with its checked parameters. Immutable. */
record EndpointMethod(Method method, List<Argument> arguments) {
    EndpointMethod {
        // The class may not be public.
        method.setAccessible(true);
    }

    /**
     * Calls it and throws its exceptions.
     *
     * @param path the values of the variables of the path; empty for a client
     */
    Object call(Object endpoint, CallValues values, WebSocketSession session) throws Exception {
        Object[] given = new Object[arguments.size()];
        for (int i = 0; i < given.length; i++) {
            Argument argument = arguments.get(i);
            given[i] =
                    switch (argument.kind()) {
                        case SESSION -> values.session();
                        case CONFIG -> values.config();
                        case CLOSE_REASON -> values.reason();
                        case THROWABLE -> values.failure();
                        case MESSAGE -> values.message();
                        case LAST -> values.last();
                        case PATH -> variable(argument, session);
                    };
        }
        try {
            return method.invoke(endpoint, given);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    private static Object variable(Argument argument, WebSocketSession session)
            throws DecodeException {
        String value = session.handshake().path().get(argument.name());
        return value == null ? null : PlainText.read(value, argument.type());
    }
}
