package example.library;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says on which shelf a book is. Registered by a bean. */
public class ShelfFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Shelf", getInitParameter("shelf"));
        chain.doFilter(request, response);
    }
}
