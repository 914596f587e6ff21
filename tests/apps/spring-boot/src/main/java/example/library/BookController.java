package example.library;

import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Books by number; JSON in and out. */
@RestController
@RequestMapping("/books")
public class BookController {
    private final Map<String, Book> books = new ConcurrentSkipListMap<>();

    public BookController() {
        books.put("0001", new Book("0001", "Die Verwandlung", 1915));
        books.put("0002", new Book("0002", "Pan Tadeusz – ósma księga", 1834));
    }

    @GetMapping
    List<Book> find(
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "1450") int since) {
        return books.values().stream()
                .filter(book -> book.title().contains(title) && book.year() >= since)
                .toList();
    }

    @GetMapping("/{isbn}")
    Book one(@PathVariable String isbn) {
        Book book = books.get(isbn);
        if (book == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no book " + isbn);
        }
        return book;
    }

    @PostMapping
    ResponseEntity<Book> add(@Valid @RequestBody Book book) {
        books.put(book.isbn(), book);
        URI place =
                ServletUriComponentsBuilder.fromCurrentRequest().path("/{isbn}").build(book.isbn());
        return ResponseEntity.created(place).body(book);
    }

    @DeleteMapping("/{isbn}")
    ResponseEntity<Void> remove(@PathVariable String isbn) {
        books.remove(isbn);
        return ResponseEntity.noContent().build();
    }

    @GetMapping("/lost")
    Book lost() {
        throw new IllegalStateException("nobody finds it");
    }
}
