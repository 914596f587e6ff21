package example.library;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;

/** A book, as JSON says it. */
public record Book(
        @Pattern(regexp = "[0-9]{4}") String isbn, @NotBlank String title, @Min(1450) int year) {}
