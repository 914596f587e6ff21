package example;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Notes in a database in memory; the start page lists them. */
@SpringBootApplication
public class NotesApplication extends SpringBootServletInitializer {
    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder builder) {
        return builder.sources(NotesApplication.class);
    }

    /** A note. */
    @Entity
    public static class Note {
        @Id @GeneratedValue public Long id;
        @NotBlank public String text;
    }

    /** All of them. */
    public interface Notes extends JpaRepository<Note, Long> {}

    /** The start page. */
    @RestController
    public static class Page {
        private final Notes notes;

        Page(Notes notes) {
            this.notes = notes;
            Note note = new Note();
            note.text = "first";
            notes.save(note);
        }

        @GetMapping("/")
        String all() {
            List<Note> all = notes.findAll();
            return all.stream().map(n -> n.text).collect(Collectors.joining("\n", "Notes\n", "\n"));
        }
    }
}
