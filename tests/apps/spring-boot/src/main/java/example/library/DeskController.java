package example.library;

import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.SessionAttribute;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Lends books: what somebody has taken is in the session. */
@Controller
public class DeskController {
    @PostMapping("/desk")
    String take(@RequestParam String isbn, HttpSession session, RedirectAttributes to) {
        List<String> taken = new ArrayList<>(taken(session));
        taken.add(isbn);
        session.setAttribute("taken", taken);
        to.addFlashAttribute("message", "taken " + isbn);
        return "redirect:/desk";
    }

    @SuppressWarnings("unchecked")
    private static List<String> taken(HttpSession session) {
        Object taken = session.getAttribute("taken");
        return taken == null ? List.of() : (List<String>) taken;
    }

    @GetMapping("/desk")
    @ResponseBody
    List<String> shown(@SessionAttribute(required = false) List<String> taken) {
        return taken == null ? List.of() : taken;
    }

    /** Passes on to another page inside. */
    @GetMapping("/first")
    String first() {
        return "forward:/books/0001";
    }

    /** Who logs for us: it has to be our own, not the server's. */
    @GetMapping("/logging")
    @ResponseBody
    String logging() {
        Class<?> factory = LoggerFactory.getILoggerFactory().getClass();
        boolean ours = factory.getClassLoader() == DeskController.class.getClassLoader();
        return factory.getName() + " " + ours;
    }
}
