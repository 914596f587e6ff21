package example.library;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.io.IOException;
import java.security.Principal;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The readers' room: for those who have logged in. */
@RestController
@RequestMapping("/reader")
public class ReaderController {
    private final Queue<DeferredResult<String>> waiting = new ConcurrentLinkedQueue<>();
    private final Queue<SseEmitter> listening = new ConcurrentLinkedQueue<>();

    @GetMapping
    String who(Principal user, HttpServletRequest request) {
        return user.getName()
                + " "
                + request.getRemoteUser()
                + " "
                + request.isUserInRole("READER")
                + " "
                + request.isUserInRole("LIBRARIAN");
    }

    /** What forms and scripts have to send along. */
    @GetMapping("/token")
    String token(CsrfToken token) {
        return token.getToken();
    }

    @PostMapping("/notes")
    @ResponseStatus(HttpStatus.CREATED)
    Note write(@Valid @RequestBody Note note) {
        return note;
    }

    /** Field by field, in alphabetical order. */
    @ExceptionHandler
    @ResponseStatus(HttpStatus.UNPROCESSABLE_CONTENT)
    Map<String, String> invalid(MethodArgumentNotValidException e) {
        Map<String, String> fields = new TreeMap<>();
        e.getFieldErrors().forEach(f -> fields.put(f.getField(), f.getDefaultMessage()));
        return fields;
    }

    @PostMapping("/scans")
    String scan(@RequestParam MultipartFile scan, Principal user) throws IOException {
        return user.getName() + " " + scan.getOriginalFilename() + " " + scan.getBytes().length;
    }

    /** Another thread of Spring's knows who asks. */
    @GetMapping("/called")
    Callable<String> called() {
        return () -> SecurityContextHolder.getContext().getAuthentication().getName();
    }

    /** Waits for {@link #call}. */
    @GetMapping("/waited")
    DeferredResult<String> waited() {
        DeferredResult<String> result = new DeferredResult<>(30_000L);
        waiting.add(result);
        return result;
    }

    /** Answers all who wait, and says how many that are. */
    @PostMapping("/call")
    int call(@RequestParam String text) {
        int count = 0;
        for (DeferredResult<String> each = waiting.poll(); each != null; each = waiting.poll()) {
            each.setResult(text);
            count++;
        }
        return count;
    }

    /** Hears what others {@link #tell}. */
    @GetMapping(path = "/news", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter listen() throws IOException {
        SseEmitter emitter = new SseEmitter(30_000L);
        emitter.send(SseEmitter.event().comment("welcome"));
        listening.add(emitter);
        return emitter;
    }

    @PostMapping("/news")
    int tell(@RequestParam String text, @RequestParam boolean last) throws IOException {
        for (SseEmitter each : listening) {
            each.send(SseEmitter.event().name("news").data(text));
            if (last) {
                listening.remove(each);
                each.complete();
            }
        }
        return listening.size();
    }
}
