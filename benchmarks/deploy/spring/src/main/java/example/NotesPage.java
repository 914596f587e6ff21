package example;

import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The start page: all notes, of which there is one. */
@RestController
public class NotesPage {
    private final Notes notes;

    NotesPage(Notes notes) {
        this.notes = notes;
        Note note = new Note();
        note.text = "first";
        notes.save(note);
    }

    @GetMapping("/")
    String all() {
        return notes.findAll().stream()
                .map(note -> note.text)
                .collect(Collectors.joining("\n", "Notes\n", "\n"));
    }
}
