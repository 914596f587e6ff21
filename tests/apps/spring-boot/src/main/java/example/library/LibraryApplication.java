package example.library;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.ForwardedHeaderFilter;

/** What a container starts. */
@SpringBootApplication
public class LibraryApplication extends SpringBootServletInitializer {
    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder builder) {
        return builder.sources(LibraryApplication.class);
    }

    /** A proxy in front says under which name people know us. */
    @Bean
    FilterRegistrationBean<ForwardedHeaderFilter> forwarded() {
        return new FilterRegistrationBean<>(new ForwardedHeaderFilter());
    }

    /** Marks what is about books. */
    @Bean
    FilterRegistrationBean<ShelfFilter> shelf() {
        FilterRegistrationBean<ShelfFilter> bean = new FilterRegistrationBean<>(new ShelfFilter());
        bean.addUrlPatterns("/books/*");
        bean.addInitParameter("shelf", "A");
        return bean;
    }
}
