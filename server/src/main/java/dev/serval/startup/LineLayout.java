package dev.serval.startup;

import ch.qos.logback.classic.pattern.DateConverter;
import ch.qos.logback.classic.pattern.EnsureExceptionHandling;
import ch.qos.logback.classic.pattern.LevelConverter;
import ch.qos.logback.classic.pattern.LineSeparatorConverter;
import ch.qos.logback.classic.pattern.LoggerConverter;
import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.pattern.ThreadConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.DynamicConverter;
import ch.qos.logback.core.pattern.PatternLayoutBase;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Logback's PatternLayout for one pattern, made of Logback's own converters. Thread-safe.
 * PatternLayout itself links sixty more converters, which costs a start 50 ms.
 */
@SuppressWarnings("rawtypes") // Logback's signatures have raw types
final class LineLayout extends PatternLayoutBase<ILoggingEvent> {
    private static final String LINE =
            "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{24}: %msg%n";

    /** An enum, since each reference to a constructor would slow the start. */
    private enum Word implements Supplier<DynamicConverter> {
        D,
        LEVEL,
        THREAD,
        LOGGER,
        MSG,
        N;

        @Override
        public DynamicConverter get() {
            return switch (this) {
                case D -> new DateConverter();
                case LEVEL -> new LevelConverter();
                case THREAD -> new ThreadConverter();
                case LOGGER -> new LoggerConverter();
                case MSG -> new MessageConverter();
                case N -> new LineSeparatorConverter();
            };
        }
    }

    private static final Map<String, Supplier<DynamicConverter>> WORDS =
            Map.of(
                    "d",
                    Word.D,
                    "level",
                    Word.LEVEL,
                    "thread",
                    Word.THREAD,
                    "logger",
                    Word.LOGGER,
                    "msg",
                    Word.MSG,
                    "n",
                    Word.N);

    LineLayout() {
        postCompileProcessor = new EnsureExceptionHandling();
        setPattern(LINE);
    }

    @Override
    protected Map<String, Supplier<DynamicConverter>> getDefaultConverterSupplierMap() {
        return WORDS;
    }

    @Override
    @SuppressWarnings("deprecation") // it is abstract, too
    public Map<String, String> getDefaultConverterMap() {
        return new HashMap<>();
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        return isStarted() ? writeLoopOnConverters(event) : "";
    }
}
