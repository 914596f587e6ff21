package example.library;

import java.io.IOException;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Takes pictures of covers. */
@RestController
public class CoverController {
    @PostMapping("/covers")
    Map<String, Object> take(@RequestParam String title, @RequestParam MultipartFile cover)
            throws IOException {
        int sum = 0;
        for (byte each : cover.getBytes()) {
            sum += each & 0xff;
        }
        return Map.of(
                "title",
                title,
                "file",
                String.valueOf(cover.getOriginalFilename()),
                "size",
                cover.getSize(),
                "sum",
                sum);
    }
}
