package example;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.util.List;

/** What the start page shows. */
@Named
@RequestScoped
public class Shelf {
    public List<String> getBooks() {
        return List.of("first", "second");
    }
}
