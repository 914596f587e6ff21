package example.library;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Who may enter: readers their room, librarians the engine room; the rest is for everybody. */
@Configuration
public class Doors {
    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(
                        requests ->
                                requests.requestMatchers("/reader/**")
                                        .hasRole("READER")
                                        .requestMatchers("/actuator/health")
                                        .permitAll()
                                        .requestMatchers("/actuator/**")
                                        .hasRole("LIBRARIAN")
                                        .anyRequest()
                                        .permitAll())
                .formLogin(Customizer.withDefaults())
                .csrf(csrf -> csrf.ignoringRequestMatchers("/books/**", "/desk", "/covers"))
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("kafka").password("{noop}prag").roles("READER").build(),
                User.withUsername("borges")
                        .password("{noop}aleph")
                        .roles("READER", "LIBRARIAN")
                        .build());
    }
}
