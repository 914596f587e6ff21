package dev.serval.valve.report;

import dev.serval.http.Status;
import dev.serval.valve.ErrorReport;
import java.nio.charset.StandardCharsets;

/** Answers errors as JSON, with the members known from Tomcat. Thread-safe. */
public record JsonReport(Shown shown) implements ErrorReport {
    private static final String TYPE = "application/json;charset=utf-8";

    @Override
    public Page page(Failure failure) {
        Failure told = shown.of(failure);
        StringBuilder json = new StringBuilder(256).append('{');
        String type = told.thrown() == null ? "Status Report" : "Exception Report";
        member("type", type, json.append("\"status\":").append(told.status()));
        member("message", told.message() == null ? "" : told.message(), json);
        member("description", Status.reason(told.status()), json);
        member("code", told.code(), json);
        member("request", told.requestId(), json);
        member("server", shown.server(), json);
        String trace = shown.traceOf(failure);
        if (trace != null) {
            json.append(",\"throwable\":[");
            String comma = "";
            for (String line : trace.strip().split("\\R")) {
                text(line.strip(), json.append(comma));
                comma = ",";
            }
            json.append(']');
        }
        return new Page(TYPE, json.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void member(String name, String value, StringBuilder json) {
        if (value != null) {
            text(value, json.append(",\"").append(name).append("\":"));
        }
    }

    /** RFC 8259 §7. */
    private static void text(String value, StringBuilder json) {
        json.append('"');
        value.chars()
                .forEach(
                        c -> {
                            if (c == '"' || c == '\\') {
                                json.append('\\').append((char) c);
                            } else if (c < ' ') {
                                json.append(String.format("\\u%04x", c));
                            } else {
                                json.append((char) c);
                            }
                        });
        json.append('"');
    }
}
