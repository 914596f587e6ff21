package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.PreparedFields;
import java.util.List;

/**
 * {@code %{name}o}: the values of a response field, separated by commas; {@code -} if there is
 * none. Immutable. Of the fields that the connection adds at the end it includes Content-Length and
 * Connection.
 */
final class ResponseFieldElement implements LogElement {
    private final FieldName name;

    ResponseFieldElement(String name) {
        this.name = FieldName.of(name);
    }

    @Override
    public void append(Line line, Completed completed) {
        Exchange exchange = completed.exchange();
        List<String> values = exchange.fields().all(name);
        if (!values.isEmpty()) {
            for (int i = 0; i < values.size(); i++) {
                if (i > 0) {
                    line.one(',');
                }
                line.escaped(values.get(i));
            }
            return;
        }
        String value = exchange.committed() ? added(exchange) : null;
        if (value == null) {
            line.one('-');
        } else {
            line.escaped(value);
        }
    }

    private String added(Exchange exchange) {
        if (name.equals(FieldName.CONTENT_LENGTH) && exchange.contentLength() >= 0) {
            return String.valueOf(exchange.contentLength());
        }
        if (name.equals(FieldName.CONNECTION) && !exchange.keepsConnection()) {
            return "close";
        }
        PreparedFields prepared = exchange.preparedFields();
        return prepared == null ? null : prepared.get(name);
    }
}
