package example;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;

/** A note. */
@Entity
public class Note {
    @Id @GeneratedValue public Long id;
    @NotBlank public String text;
}
