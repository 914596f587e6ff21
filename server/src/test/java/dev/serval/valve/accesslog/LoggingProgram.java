package dev.serval.valve.accesslog;

import java.nio.file.Path;

/** A process of its own that logs one request between two lines. */
final class LoggingProgram {
    private LoggingProgram() {}

    public static void main(String[] arguments) {
        System.out.println("before");
        LogFiles files =
                new LogFiles(
                        Path.of(arguments[0]), arguments[1], arguments[2], LogFiles.DAILY, false);
        try (AccessLog log =
                new AccessLog(files, AccessLogPattern.parse("%U"), LineRules.all(false))) {
            log.start();
            log.log(Exchanges.answered(200, 1, "GET /logged HTTP/1.1"));
        }
        System.out.println("after");
    }
}
