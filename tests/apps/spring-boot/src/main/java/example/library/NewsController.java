package example.library;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** What is answered later, or bit by bit. */
@RestController
@RequestMapping("/news")
public class NewsController {
    private final Executor executor;

    public NewsController(AsyncTaskExecutor executor) {
        this.executor = executor;
    }

    @GetMapping("/deferred")
    DeferredResult<String> deferred() {
        DeferredResult<String> result = new DeferredResult<>(30_000L);
        executor.execute(() -> result.setResult("deferred"));
        return result;
    }

    @GetMapping("/never")
    DeferredResult<String> never() {
        return new DeferredResult<>(100L);
    }

    @GetMapping("/called")
    Callable<String> called() {
        return () -> "called";
    }

    @GetMapping("/broken")
    Callable<String> broken() {
        return () -> {
            throw new IllegalStateException("no news");
        };
    }

    @GetMapping("/streamed")
    StreamingResponseBody streamed(@RequestParam int lines) {
        return out -> {
            for (int line = 0; line < lines; line++) {
                out.write(("line " + line + "\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        };
    }

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(@RequestParam int count) {
        SseEmitter emitter = new SseEmitter(30_000L);
        executor.execute(
                () -> {
                    try {
                        for (int event = 0; event < count; event++) {
                            emitter.send(
                                    SseEmitter.event()
                                            .id(String.valueOf(event))
                                            .data(new Book("0001", "no. " + event, 1900)));
                        }
                        emitter.complete();
                    } catch (IOException e) {
                        emitter.completeWithError(e);
                    }
                });
        return emitter;
    }
}
