package example;

import org.springframework.data.jpa.repository.JpaRepository;

/** All notes. */
public interface Notes extends JpaRepository<Note, Long> {}
