package example.library;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;

/** What a reader writes down. */
public record Note(@Min(1) int page, @NotBlank String text) {}
